extension HTMLPage {
  static let layout = #"""
    * { box-sizing: border-box; }
    html { scroll-padding-top: 7rem; }
    body { margin: 0; background: var(--page); color: var(--text);
      font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
    [hidden] { display: none !important; }
    .skip { position: absolute; left: -99rem; }
    .skip:focus { left: 1rem; top: 1rem; z-index: 9; background: var(--card); padding: .5rem; }
    header { position: sticky; top: 0; z-index: 5; background: var(--card);
      border-bottom: 1px solid var(--line); padding: .6rem max(1rem, calc(50vw - 36rem)); }
    .bar { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; }
    h1 { font-size: 1.15rem; margin: 0; flex: 1 1 12rem; overflow-wrap: anywhere; }
    #facts { color: var(--faint); font-size: .85rem; overflow-wrap: anywhere; }
    nav { display: flex; flex-wrap: wrap; gap: .1rem 1rem; font-size: .9rem; margin-top: .3rem; }
    a { color: var(--accent); }
    main { max-width: 74rem; margin: 0 auto; padding: 1rem; }
    section { margin-bottom: 2rem; }
    h2 { font-size: 1.1rem; margin: 0 0 .6rem; }
    h3 { font-size: 1rem; margin: 0; overflow-wrap: anywhere; }
    h4 { font-size: .78rem; margin: .9rem 0 .3rem; color: var(--faint); text-transform: uppercase;
      letter-spacing: .05em; }
    input[type="search"] { font: inherit; flex: 0 1 17rem; min-width: 9rem; padding: .3rem .6rem;
      color: inherit; background: var(--page); border: 1px solid var(--line); border-radius: 6px; }
    button { font: inherit; color: inherit; background: var(--page); cursor: pointer;
      border: 1px solid var(--line); border-radius: 6px; padding: .25rem .7rem; }
    button:hover { border-color: var(--accent); }
    button[aria-pressed="true"] { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); }
    :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
    .cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); gap: .7rem; }
    .card { background: var(--card); border: 1px solid var(--line); border-radius: 10px;
      padding: .7rem 1rem; }
    .card b { display: block; font-size: 1.6rem; line-height: 1.2; font-variant-numeric: tabular-nums; }
    .card span { color: var(--faint); font-size: .85rem; }
    .card.error b { color: var(--error); } .card.warning b { color: var(--warning); }
    .verdict { border-radius: 10px; padding: .7rem 1rem; margin: 0 0 .7rem; font-weight: 600; }
    .verdict.good { background: var(--good-back); color: var(--good); }
    .verdict.error { background: var(--error-back); color: var(--error); }
    .verdict.warning { background: var(--warning-back); color: var(--warning); }
    .verdict.note { background: var(--note-back); color: var(--note); }
    .tools { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; margin-bottom: .7rem; }
    .finding { background: var(--card); border: 1px solid var(--line); border-radius: 10px;
      border-left-width: 5px; padding: .9rem 1.1rem; margin-bottom: .9rem; }
    .finding.error { border-left-color: var(--error); }
    .finding.warning { border-left-color: var(--warning); }
    .finding.note { border-left-color: var(--note); }
    .badges { display: flex; flex-wrap: wrap; gap: .4rem; margin-bottom: .4rem; align-items: center; }
    .badge { font-size: .78rem; border-radius: 99px; padding: .05rem .6rem; background: var(--code); }
    .badge.error { background: var(--error-back); color: var(--error); font-weight: 600; }
    .badge.warning { background: var(--warning-back); color: var(--warning); font-weight: 600; }
    .badge.note { background: var(--note-back); color: var(--note); font-weight: 600; }
    .id { color: var(--faint); font: .78rem ui-monospace, monospace; margin-left: auto; }
    .advice { background: var(--good-back); color: var(--good); border-radius: 6px;
      padding: .4rem .8rem; margin: .6rem 0 0; }
    .meaning { color: var(--faint); margin: .3rem 0 0; }
    .parts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(24rem, 100%), 1fr));
      gap: .8rem; }
    .part { border: 1px solid var(--line); border-radius: 8px; padding: .6rem .8rem; min-width: 0; }
    .part p { margin: 0 0 .3rem; overflow-wrap: anywhere; font-weight: 600; }
    .part p .age { font-weight: 400; color: var(--faint); }
    ol.stack { list-style: none; margin: 0; padding: 0; font: .85rem/1.5 ui-monospace, monospace; }
    ol.stack li { overflow-wrap: anywhere; padding: .1rem 0; }
    .place, .gap { color: var(--faint); }
    .faint { color: var(--faint); }
    pre.source { margin: .25rem 0 .5rem; background: var(--code); border-radius: 6px; padding: .4rem 0;
      overflow-x: auto; font: .82rem/1.5 ui-monospace, monospace; }
    pre.source span { display: block; padding: 0 .7rem; min-width: max-content; }
    pre.source i { display: inline-block; width: 3.2em; color: var(--faint); font-style: normal;
      user-select: none; }
    pre.source .here { background: var(--mark); }
    table { border-collapse: collapse; width: 100%; font-size: .88rem; }
    .wide { overflow-x: auto; background: var(--card); border: 1px solid var(--line); border-radius: 10px; }
    th, td { text-align: left; vertical-align: top; padding: .4rem .8rem;
      border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
    th { color: var(--faint); font-weight: 600; white-space: nowrap; }
    tr:last-child > td { border-bottom: 0; }
    td.time { white-space: nowrap; font-variant-numeric: tabular-nums; }
    td.waits { color: var(--warning); font-weight: 600; }
    details { margin-bottom: .6rem; background: var(--card); border: 1px solid var(--line);
      border-radius: 10px; }
    details > summary { cursor: pointer; padding: .5rem 1rem; overflow-wrap: anywhere; }
    details.who { background: none; border: 0; margin: .6rem 0 0; }
    details.who > summary { padding: .2rem 0; color: var(--faint); font-size: .85rem; }
    details .wide { border: 0; border-top: 1px solid var(--line); border-radius: 0 0 10px 10px; }
    footer { color: var(--faint); font-size: .85rem; max-width: 74rem; margin: 0 auto;
      padding: 0 1rem 2rem; }
    kbd { border: 1px solid var(--line); border-radius: 4px; padding: 0 .35em;
      font: .85em ui-monospace, monospace; background: var(--card); }
    noscript pre { margin: 1rem; white-space: pre-wrap; overflow-wrap: anywhere; }
    @media (max-width: 40rem) {
      header { position: static; } html { scroll-padding-top: 0; }
      .cards { grid-template-columns: repeat(2, 1fr); }
      th, td { padding: .35rem .5rem; }
    }
    @media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
    @media print { header { position: static; } details::details-content { content-visibility: visible; } .tools, nav, footer, header button, input { display: none; } }

    """#

  /// The graph and the timeline.
  static let drawing = #"""
    .figure { background: var(--card); border: 1px solid var(--line); border-radius: 10px;
      overflow: auto; max-height: 80vh; }
    svg { display: block; }
    svg text { fill: var(--text); font: 12px system-ui, -apple-system, "Segoe UI", sans-serif; }
    svg .small { font-size: 11px; fill: var(--faint); }
    #graph-figure svg { max-width: 100%; height: auto; }
    .node rect, .node ellipse { fill: var(--page); stroke: var(--faint); stroke-width: 1.5; }
    .node.red rect, .node.red ellipse { stroke: var(--cycle); stroke-width: 2.5; }
    .node.ended rect { stroke-dasharray: 4 3; }
    .edge path { fill: none; stroke: var(--faint); stroke-width: 1.5; }
    .edge .tip { fill: var(--faint); stroke: none; }
    .edge.waits path.line, .edge.would path.line { stroke-dasharray: 6 4; }
    .edge.help path.line { stroke-dasharray: 2 4; }
    .edge.would path.line { stroke: var(--predicted); }
    .edge.would .tip { fill: var(--predicted); }
    .edge.taken path.line { stroke: var(--predicted); }
    .edge.taken .tip { fill: var(--predicted); }
    .edge.red path.line { stroke: var(--cycle); stroke-width: 2.5; }
    .edge.red .tip { fill: var(--cycle); }
    .edge text { font-size: 11px; paint-order: stroke; stroke: var(--card); stroke-width: 4px; }
    .edge.red text { fill: var(--cycle); }
    .node.dim, .edge.dim { opacity: .2; }
    .legend { display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; color: var(--faint); font-size: .85rem;
      margin: .4rem 0 0; padding: 0; list-style: none; }
    .legend svg { display: inline-block; vertical-align: middle; margin-right: .35rem; }
    #lanes { touch-action: pan-y; cursor: grab; user-select: none; }
    #lanes.drags { cursor: grabbing; }
    #lanes .row line, #lanes .tick line { stroke: var(--line); }
    #lanes .now { stroke: var(--error); stroke-dasharray: 2 3; }
    #lanes .span { cursor: pointer; }
    #lanes .span rect.body { stroke-width: 1; }
    #lanes .span.chosen rect.body { stroke: var(--text); stroke-width: 2.5; }
    #lanes .span text { fill: var(--bar-text); font-size: 11px; pointer-events: none; }
    #lanes .arrow { fill: none; stroke: var(--accent); stroke-width: 1.3; opacity: .8; }
    #lanes .tip { fill: var(--accent); }
    #lanes .value rect { fill: var(--code); stroke: var(--line); }
    #lanes .value text { font-size: 11px; pointer-events: none; }
    #chosen { min-height: 3.2rem; margin-top: .5rem; overflow-wrap: anywhere; }

    """#
}
