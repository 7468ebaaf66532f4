extension HTMLPage {
  static let timeline = HTMLPage.timelineRows + HTMLPage.timelineView

  /// What lies where, which zooming does not change.
  private static let timelineRows = #"""
    const lane = { height: 18, pad: 5 };
    const view = { start: 0, end: 1, chosen: -1, gutter: 150 };
    const full = Math.max(data.end, 1);
    const threadLanes = [];

    // Waits lie in the first lane of a thread, holds in as many below as overlap.
    function assignLanes() {
      data.threads.forEach(() => threadLanes.push({ count: 0, ends: [], spans: [] }));
      data.spans.forEach((span, index) => {
        const row = threadLanes[span.thread];
        span.index = index;
        const end = span.end === undefined ? Infinity : span.end;
        if (span.kind === 'wait') span.lane = 0;
        else {
          let free = row.ends.findIndex((last) => last <= span.start);
          if (free < 0) free = row.ends.length;
          row.ends[free] = end;
          span.lane = free + 1;
        }
        row.count = Math.max(row.count, span.lane + 1);
        row.spans.push(span);
      });
    }

    // Until when something happened: what hangs, hangs long after.
    function lastActivity() {
      let last = 0;
      for (const span of data.spans) last = Math.max(last, span.start, span.end || 0);
      for (const change of data.changes) last = Math.max(last, change.time);
      return last;
    }

    const hue = (row) => row === undefined ? 210 : Math.round(row * 137.5 + 205) % 360;

    function spanText(one) {
      const name = lockName(one.lock);
      if (one.kind === 'hold') return 'holds ' + name;
      return 'waits for ' + (one.wanted !== undefined ? one.wanted + ' on ' + name : name);
    }

    // A time from the first that is known.
    const moment = (time) => time < 1 ? '0' : '+' + span(time);

    function tell(one) {
      const end = one.end === undefined ? data.end : one.end;
      const parts = [threadName(one.thread) + ' ' + spanText(one), one.call + (one.place ? ' at ' + one.place : '')];
      parts.push((one.startUnknown ? 'since before ' : 'from ') + moment(one.start)
        + (one.end === undefined ? ', goes on' : (one.endUnknown ? ' to before ' : ' to ') + moment(one.end)));
      parts.push(one.startUnknown || one.endUnknown ? 'the rest was not kept' : span(end - one.start));
      if (one.timedOut) parts.push('timed out');
      return parts.join(' \u00b7 ');
    }

    function choose(index) {
      view.chosen = index;
      const about = find('chosen');
      about.textContent = index < 0
        ? 'Choose a wait or a hold to see what it was.' : tell(data.spans[index]);
      if (index >= 0) {
        const chosen = data.spans[index];
        const end = chosen.end === undefined ? full : chosen.end;
        const width = view.end - view.start;
        if (end < view.start || chosen.start > view.end) {
          show(chosen.start - width / 4, chosen.start + width * 3 / 4);
          return;
        }
      }
      drawSoon();
    }

    // The next span in the order of time, among the rows that are shown.
    function step(direction) {
      const order = data.spans.filter((one) => rowShown(one.thread))
        .sort((a, b) => a.start - b.start || a.index - b.index);
      if (order.length === 0) return;
      const now = order.findIndex((one) => one.index === view.chosen);
      const next = now < 0 ? (direction > 0 ? 0 : order.length - 1)
        : Math.min(order.length - 1, Math.max(0, now + direction));
      choose(order[next].index);
    }

    const rowTexts = [];
    function rowShown(row) {
      if (wish.words.length === 0) return true;
      if (rowTexts[row] === undefined) {
        rowTexts[row] = data.threads[row].label + ' ' + threadLanes[row].spans
          .map((one) => lockName(one.lock) + ' ' + (one.place || '')).join(' ');
      }
      return matches(rowTexts[row]);
    }

    """#
}
