extension HTMLPage {
  /// Every text reaches the page through `textContent`.
  static let tools = #"""
    const data = JSON.parse(document.getElementById('data').textContent);
    const find = (id) => document.getElementById(id);
    const svgSpace = 'http://www.w3.org/2000/svg';

    function make(name, parent, options) {
      const element = document.createElement(name);
      for (const key of Object.keys(options || {})) {
        if (key === 'text') element.textContent = options.text;
        else element.setAttribute(key, options[key]);
      }
      if (parent) parent.append(element);
      return element;
    }

    function draw(name, parent, options) {
      const element = document.createElementNS(svgSpace, name);
      for (const key of Object.keys(options || {})) {
        if (key === 'text') element.textContent = options.text;
        else element.setAttribute(key, options[key]);
      }
      if (parent) parent.append(element);
      return element;
    }

    function clear(element) { while (element.firstChild) element.firstChild.remove(); }

    function span(nanoseconds) {
      if (nanoseconds < 1) return '0';
      const units = [[1e9, 's'], [1e6, 'ms'], [1e3, '\u00b5s']];
      if (nanoseconds >= 60e9) {
        const seconds = Math.floor(nanoseconds / 1e9);
        if (seconds >= 3600) return Math.floor(seconds / 3600) + ' h ' + Math.floor(seconds % 3600 / 60) + ' min';
        return Math.floor(seconds / 60) + ' min ' + (seconds % 60) + ' s';
      }
      for (const [size, unit] of units) {
        if (nanoseconds >= size) return String(Number((nanoseconds / size).toPrecision(3))) + ' ' + unit;
      }
      return Math.round(nanoseconds) + ' ns';
    }

    function ago(time) {
      const past = data.end - time;
      return past <= 0 ? 'now' : span(past) + ' ago';
    }

    // A text cut to fit, by the width that it takes when drawn.
    const ruler = document.createElement('canvas').getContext('2d');
    function fit(text, width, font) {
      ruler.font = font || '12px system-ui, sans-serif';
      if (ruler.measureText(text).width <= width) return text;
      const letters = Array.from(text);
      let low = 0;
      let high = letters.length;
      while (low < high) {
        const middle = Math.ceil((low + high) / 2);
        const cut = letters.slice(0, middle).join('') + '\u2026';
        if (ruler.measureText(cut).width <= width) low = middle; else high = middle - 1;
      }
      return low < 1 ? '' : letters.slice(0, low).join('') + '\u2026';
    }

    const threadName = (row) => row === undefined ? 'an unknown thread' : data.threads[row].label;
    const lockName = (row) => row === undefined ? 'a thread\u2019s end' : data.locks[row].label;

    // What the search and the filters ask for.
    const wish = { words: [], severities: new Set(['error', 'warning', 'note']), kind: '' };
    function matches(text) {
      const lower = text.toLowerCase();
      return wish.words.every((word) => lower.includes(word));
    }
    const watchers = [];
    function refresh() { for (const watcher of watchers) watcher(); }

    """#
}
