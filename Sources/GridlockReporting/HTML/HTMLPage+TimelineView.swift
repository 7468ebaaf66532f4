extension HTMLPage {
  /// Draws what is in view and no more.
  static let timelineView = #"""
    function show(start, end) {
      const width = Math.min(Math.max(end - start, 100), full * 1.05);
      view.start = Math.min(Math.max(start, -full * 0.02), Math.max(full * 1.05 - width, -full * 0.02));
      view.end = view.start + width;
      drawSoon();
    }
    function zoom(factor, around) {
      const middle = around === undefined ? (view.start + view.end) / 2 : around;
      show(middle - (middle - view.start) * factor, middle + (view.end - middle) * factor);
    }
    const showAll = () => show(0, full * 1.03);
    function showActivity() {
      const last = lastActivity();
      if (last > 0) show(-last * 0.02, last * 1.25); else showAll();
    }

    let isDue = false;
    function drawSoon() {
      if (isDue) return;
      isDue = true;
      requestAnimationFrame(() => { isDue = false; drawTimeline(); });
    }

    function ticks(width) {
      const wanted = (view.end - view.start) / Math.max(width / 110, 1);
      const power = Math.pow(10, Math.floor(Math.log10(Math.max(wanted, 1))));
      const size = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= wanted) || power * 10;
      const found = [];
      for (let time = Math.max(0, Math.ceil(view.start / size) * size); time <= view.end; time += size) found.push(time);
      return found;
    }

    function drawTimeline() {
      const figure = find('timeline-figure');
      const width = Math.max(figure.clientWidth, 300);
      view.gutter = width < 600 ? 92 : 160;
      const room = width - view.gutter - 8;
      const x = (time) => view.gutter + (time - view.start) / (view.end - view.start) * room;
      const rows = data.threads.map((_, row) => row)
        .filter((row) => threadLanes[row].spans.length && rowShown(row));
      const valued = data.locks.map((_, row) => row).filter((row) => valueRows.has(row)
        && matches(data.locks[row].label + ' ' + rows.map(threadName).join(' ')));
      const top = figure.scrollTop;
      clear(figure);
      if (rows.length === 0 && valued.length === 0) {
        make('p', figure, { text: '\u2003Nothing was kept of waits and holds.', class: 'faint' });
        return;
      }
      let height = 26;
      const tops = new Map();
      for (const row of rows) {
        tops.set(row, height);
        height += threadLanes[row].count * lane.height + 2 * lane.pad;
      }
      const valueTop = height;
      height += valued.length * (lane.height + 2 * lane.pad) + 8;
      const picture = draw('svg', figure, { id: 'lanes', width, height, 'aria-hidden': 'true' });
      const clip = draw('clipPath', draw('defs', picture), { id: 'inside' });
      draw('rect', clip, { x: view.gutter, y: 0, width: room + 8, height });
      for (const time of ticks(room)) {
        const tick = draw('g', picture, { class: 'tick' });
        draw('line', tick, { x1: x(time), x2: x(time), y1: 20, y2: height });
        draw('text', tick, { class: 'small', x: x(time) + 3, y: 14, text: moment(time) });
      }
      const inside = draw('g', picture, { 'clip-path': 'url(#inside)' });
      for (const row of rows) {
        const y = tops.get(row);
        rowHead(picture, threadName(row), y, width);
        drawSpans(inside, threadLanes[row], y + lane.pad, x, room);
      }
      drawArrows(inside, tops, x);
      valued.forEach((row, index) => {
        const y = valueTop + index * (lane.height + 2 * lane.pad);
        rowHead(picture, lockName(row), y, width);
        drawValues(inside, valueRows.get(row), y + lane.pad, x, room);
      });
      draw('line', inside, { class: 'now', x1: x(data.end), x2: x(data.end), y1: 20, y2: height });
      figure.scrollTop = top;
      find('range').textContent = moment(Math.max(view.start, 0)) + ' to ' + moment(view.end)
        + ' of ' + span(data.end);
    }

    function rowHead(parent, name, y, width) {
      const head = draw('g', parent, { class: 'row' });
      draw('line', head, { x1: 0, x2: width, y1: y, y2: y });
      const text = draw('text', head, { x: 8, y: y + 18, text: fit(name, view.gutter - 14) });
      draw('title', text, { text: name });
    }

    function drawSpans(parent, row, y, x, room) {
      const last = [];
      for (const one of row.spans) {
        const end = one.end === undefined ? data.end : one.end;
        if (end < view.start || one.start > view.end) continue;
        const left = Math.max(x(one.start), view.gutter - 6);
        const right = Math.min(x(end), view.gutter + room + 6);
        // Spans too narrow to be seen apart are drawn as one.
        if (right - left < 1 && last[one.lane] !== undefined && right < last[one.lane] + 1 && one.index !== view.chosen) continue;
        last[one.lane] = right;
        const colour = hue(one.lock);
        const isWait = one.kind === 'wait';
        const group = draw('g', parent, { class: 'span' + (one.index === view.chosen ? ' chosen' : ''), 'data-span': one.index });
        const wide = Math.max(right - left, 2);
        draw('rect', group, {
          class: 'body', x: left, y: y + one.lane * lane.height + 1, width: wide, height: lane.height - 3, rx: 3,
          fill: 'hsl(' + colour + ' ' + (isWait ? '40%' : '62%') + ' var(' + (isWait ? '--bar-soft' : '--bar-light') + '))',
          stroke: 'hsl(' + colour + ' 45% 50%)', 'stroke-dasharray': isWait || one.startUnknown || one.endUnknown ? '4 3' : 'none'
        });
        const text = (isWait ? 'waits: ' : '') + lockName(one.lock) + (one.wanted !== undefined ? ' = ' + one.wanted : '')
          + (one.timedOut ? ' (timed out)' : one.end === undefined ? ' \u2192' : '');
        if (wide > 26) {
          draw('text', group, { x: left + 5, y: y + one.lane * lane.height + 13, text: fit(text, wide - 9, '11px system-ui, sans-serif') });
        }
        draw('title', group, { text: tell(one) });
      }
    }

    function drawArrows(parent, tops, x) {
      for (const one of data.handovers) {
        if (one.acquired < view.start || one.released > view.end || !tops.has(one.from) || !tops.has(one.to)) continue;
        const laneOf = (row, test) => { const found = threadLanes[row].spans.find(test); return found ? found.lane : 0; };
        const fromLane = laneOf(one.from, (a) => a.kind === 'hold' && a.lock === one.lock && a.end === one.released);
        const toLane = laneOf(one.to, (a) => a.kind === 'hold' && a.lock === one.lock && a.start === one.acquired);
        const from = { x: x(one.released), y: tops.get(one.from) + lane.pad + fromLane * lane.height + 8 };
        const to = { x: x(one.acquired), y: tops.get(one.to) + lane.pad + toLane * lane.height + (one.to > one.from ? 0 : 16) };
        draw('path', parent, { class: 'arrow', d: 'M' + from.x + ' ' + from.y + 'L' + to.x + ' ' + to.y });
        const angle = Math.atan2(to.y - from.y, to.x - from.x);
        const wing = (turn) => (to.x - 7 * Math.cos(angle + turn)) + ' ' + (to.y - 7 * Math.sin(angle + turn));
        draw('path', parent, { class: 'tip', d: 'M' + to.x + ' ' + to.y + 'L' + wing(0.4) + 'L' + wing(-0.4) + 'Z' });
      }
    }

    const valueRows = new Map();
    function drawValues(parent, changes, y, x, room) {
      let last = -Infinity;
      changes.forEach((change, index) => {
        const end = index + 1 < changes.length ? changes[index + 1].time : data.end;
        if (end < view.start || change.time > view.end) return;
        const left = Math.max(x(change.time), view.gutter - 6);
        const right = Math.min(x(end), view.gutter + room + 6);
        if (right - left < 1 && right < last + 1) return;
        last = right;
        const group = draw('g', parent, { class: 'value' });
        draw('rect', group, { x: left, y: y + 1, width: Math.max(right - left, 1.5), height: lane.height - 3 });
        if (right - left > 14) {
          draw('text', group, { x: left + 4, y: y + 13, text: fit(change.label, right - left - 6, '11px system-ui, sans-serif') });
        }
        draw('title', group, { text: lockName(change.lock) + ' is ' + change.label + ' from +' + span(change.time)
          + ', by ' + threadName(change.thread) + ' in ' + change.call + (change.place ? ' at ' + change.place : '') });
      });
    }

    function startTimeline() {
      assignLanes();
      for (const change of data.changes) {
        if (change.lock === undefined) continue;
        if (!valueRows.has(change.lock)) valueRows.set(change.lock, []);
        valueRows.get(change.lock).push(change);
      }
      const figure = find('timeline-figure');
      find('zoom-in').addEventListener('click', () => zoom(0.5));
      find('zoom-out').addEventListener('click', () => zoom(2));
      find('zoom-all').addEventListener('click', showAll);
      find('zoom-activity').addEventListener('click', showActivity);
      const timeAt = (event) => {
        const at = event.clientX - figure.getBoundingClientRect().left - view.gutter;
        return view.start + at / Math.max(figure.clientWidth - view.gutter - 8, 1) * (view.end - view.start);
      };
      figure.addEventListener('wheel', (event) => {
        if (event.ctrlKey || event.metaKey) {
          event.preventDefault();
          zoom(Math.exp(Math.max(-200, Math.min(200, event.deltaY)) / 300), timeAt(event));
        } else if (event.deltaX !== 0 || event.shiftKey) {
          event.preventDefault();
          const shift = (event.deltaX || event.deltaY) / figure.clientWidth * (view.end - view.start);
          show(view.start + shift, view.end + shift);
        }
      }, { passive: false });
      let drag = null;
      figure.addEventListener('pointerdown', (event) => {
        if (event.button === 0) drag = { x: event.clientX, start: view.start, end: view.end, moved: false };
      });
      addEventListener('pointermove', (event) => {
        if (!drag) return;
        const moved = event.clientX - drag.x;
        if (Math.abs(moved) > 4) drag.moved = true;
        if (!drag.moved) return;
        const shift = -moved / figure.clientWidth * (drag.end - drag.start);
        show(drag.start + shift, drag.end + shift);
      });
      addEventListener('pointerup', (event) => {
        const was = drag;
        drag = null;
        if (!was || was.moved || !(event.target instanceof Element)) return;
        const target = event.target.closest('[data-span]');
        if (target && figure.contains(target)) choose(Number(target.getAttribute('data-span')));
      });
      addEventListener('pointercancel', () => { drag = null; });
      figure.addEventListener('keydown', (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const move = (part) => show(view.start + part * (view.end - view.start), view.end + part * (view.end - view.start));
        const keys = {
          ArrowLeft: () => move(-0.15), ArrowRight: () => move(0.15), '+': () => zoom(0.6), '=': () => zoom(0.6),
          '-': () => zoom(1 / 0.6), 0: showAll, Home: showAll, End: showActivity,
          ArrowUp: () => step(-1), ArrowDown: () => step(1)
        };
        if (Object.prototype.hasOwnProperty.call(keys, event.key)) {
          event.preventDefault();
          keys[event.key]();
        }
      });
      addEventListener('resize', drawSoon);
      watchers.push(drawSoon);
      choose(-1);
      if (lastActivity() < full / 2) showActivity(); else showAll();
    }

    """#
}
