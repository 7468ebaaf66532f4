extension HTMLPage {
  static let body = #"""
    <body>
    <a class="skip" href="#main">Skip to the report</a>
    <header>
    <div class="bar">
    <h1 id="title">Gridlock report</h1>
    <input type="search" id="search" aria-label="Search findings, threads and locks"
      placeholder="Search  ( / )" autocomplete="off" spellcheck="false">
    <button type="button" id="theme" aria-pressed="false">Dark</button>
    </div>
    <div id="facts"></div>
    <nav aria-label="Sections">
    <a href="#findings">Findings</a> <a href="#graph">Who waits for whom</a>
    <a href="#timeline">Timeline</a> <a href="#values">Locks and values</a>
    <a href="#threads">Threads</a>
    </nav>
    </header>
    <main id="main" tabindex="-1">
    <section aria-label="Summary"><p class="verdict" id="verdict"></p>
    <div class="cards" id="summary"></div></section>
    <section id="findings" aria-labelledby="findings-title">
    <h2 id="findings-title">Findings</h2>
    <div class="tools" id="filters" role="group" aria-label="Filter findings"></div>
    <div id="finding-list"></div>
    <p class="faint" id="finding-count" role="status"></p>
    </section>
    <section id="graph" aria-labelledby="graph-title">
    <h2 id="graph-title">Who waits for whom</h2>
    <div class="figure" id="graph-figure" tabindex="0" role="group"
      aria-label="Graph of waits, scrolls"></div>
    <ul class="legend" id="graph-legend"></ul>
    </section>
    <section id="timeline" aria-labelledby="timeline-title">
    <h2 id="timeline-title">Timeline</h2>
    <div class="tools" role="group" aria-label="Timeline view">
    <button type="button" id="zoom-in">Zoom in</button>
    <button type="button" id="zoom-out">Zoom out</button>
    <button type="button" id="zoom-all">Show all</button>
    <button type="button" id="zoom-activity">Activity</button>
    <span class="faint" id="range" role="status"></span>
    </div>
    <div class="figure" id="timeline-figure" tabindex="0" role="group"
      aria-label="Timeline of waits and holds"
      aria-describedby="timeline-help"></div>
    <div class="card" id="chosen" role="status"></div>
    <p class="faint" id="timeline-help"><kbd>&larr;</kbd> <kbd>&rarr;</kbd> move,
    <kbd>+</kbd> <kbd>-</kbd> zoom, <kbd>0</kbd> all, <kbd>&uarr;</kbd> <kbd>&darr;</kbd> step through
    waits and holds; drag to move, Ctrl and the wheel to zoom.</p>
    </section>
    <section id="values" aria-labelledby="values-title">
    <h2 id="values-title">Locks and values</h2>
    <div id="lock-list"></div>
    </section>
    <section id="threads" aria-labelledby="threads-title">
    <h2 id="threads-title">Threads</h2>
    <div class="wide" tabindex="0" role="region" aria-labelledby="threads-title">
    <table><thead><tr><th scope="col">Thread</th><th scope="col">State</th><th scope="col">Does</th>
    <th scope="col">Holds</th></tr></thead><tbody id="thread-list"></tbody></table></div>
    </section>
    </main>
    <footer>
    <kbd>/</kbd> search, <kbd>Esc</kbd> clear it, <kbd>Tab</kbd> from part to part.
    </footer>

    """#
}
