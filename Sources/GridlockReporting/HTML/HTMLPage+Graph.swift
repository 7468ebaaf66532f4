extension HTMLPage {
  /// Rings of waits lie on an ellipse, whoever waits for them to the left, in columns.
  static let graph = #"""
    const box = { width: 168, height: 46, columnGap: 190, rowGap: 34 };

    // The parts of the graph that nothing connects, each a list of nodes.
    function components(nodes, edges) {
      const near = new Map(nodes.map((node) => [node.id, []]));
      for (const edge of edges) {
        near.get(edge.from).push(edge.to);
        near.get(edge.to).push(edge.from);
      }
      const byId = new Map(nodes.map((node) => [node.id, node]));
      const seen = new Set();
      const parts = [];
      for (const node of nodes) {
        if (seen.has(node.id)) continue;
        const part = [];
        const open = [node.id];
        seen.add(node.id);
        while (open.length) {
          const id = open.pop();
          part.push(byId.get(id));
          for (const next of near.get(id)) if (!seen.has(next)) { seen.add(next); open.push(next); }
        }
        parts.push(part);
      }
      return parts.sort((a, b) => b.some((one) => one.red) - a.some((one) => one.red) || b.length - a.length);
    }

    // The nodes of rings, in the order of the ring.
    function ringOf(part, edges) {
      const red = new Set(part.filter((one) => one.red).map((one) => one.id));
      const next = new Map();
      for (const edge of edges) {
        if (!edge.red || !red.has(edge.from)) continue;
        if (!next.has(edge.from)) next.set(edge.from, []);
        next.get(edge.from).push(edge.to);
      }
      const order = [];
      const seen = new Set();
      for (const start of red) {
        const open = [start];
        while (open.length) {
          const id = open.pop();
          if (seen.has(id)) continue;
          seen.add(id);
          order.push(id);
          for (const other of next.get(id) || []) if (!seen.has(other)) open.push(other);
        }
      }
      return order;
    }

    // The column of each node: how many steps it is from the ring, or from an end of its chain.
    function columnsOf(part, edges, ring) {
      const columns = new Map(ring.map((id) => [id, 0]));
      const ids = new Set(part.map((one) => one.id));
      const inside = edges.filter((edge) => ids.has(edge.from));
      const leaves = new Set(inside.map((edge) => edge.from));
      let open = ring.length ? ring.slice() : part.filter((one) => !leaves.has(one.id)).map((one) => one.id);
      if (!open.length) open = [part[0].id];
      for (const id of open) columns.set(id, 0);
      const spread = (from, to, step) => {
        let front = Array.from(columns.keys());
        while (front.length) {
          const following = [];
          for (const edge of inside) {
            if (front.includes(edge[to]) && !columns.has(edge[from])) {
              columns.set(edge[from], columns.get(edge[to]) + step);
              following.push(edge[from]);
            }
          }
          front = following;
        }
      };
      spread('from', 'to', -1);
      spread('to', 'from', 1);
      for (let round = 0; round < part.length && columns.size < part.length; round += 1) spread('from', 'to', -1);
      return columns;
    }

    function place(part, edges, places, top) {
      const ring = ringOf(part, edges);
      const columns = columnsOf(part, edges, ring);
      const local = new Map();
      const radiusX = ring.length < 2 ? 0
        : Math.max((box.width + 150) / 2, ring.length * (box.width + 100) / (2 * Math.PI));
      const radiusY = ring.length < 3 ? 0 : Math.max(100, ring.length * 96 / (2 * Math.PI));
      ring.forEach((id, index) => {
        const angle = Math.PI + index * 2 * Math.PI / ring.length;
        local.set(id, { x: radiusX * Math.cos(angle), y: radiusY * Math.sin(angle) });
      });
      const lists = new Map();
      for (const node of part) {
        if (local.has(node.id)) continue;
        const column = columns.get(node.id) || 0;
        if (!lists.has(column)) lists.set(column, []);
        lists.get(column).push(node.id);
      }
      for (const [column, ids] of Array.from(lists).sort((a, b) => Math.abs(a[0]) - Math.abs(b[0]))) {
        const side = ring.length ? Math.sign(column) * radiusX : 0;
        const step = box.height + box.rowGap;
        const wish = new Map(ids.map((id) => {
          const near = edges.filter((edge) => edge.from === id || edge.to === id)
            .map((edge) => local.get(edge.from === id ? edge.to : edge.from)).filter(Boolean);
          return [id, near.length ? near.reduce((sum, at) => sum + at.y, 0) / near.length : 0];
        }));
        ids.sort((a, b) => wish.get(a) - wish.get(b));
        let lowest = -Infinity;
        for (const id of ids) {
          lowest = Math.max(lowest + step, wish.get(id));
          local.set(id, { x: side + column * (box.width + box.columnGap), y: lowest });
        }
      }
      const all = Array.from(local.values());
      const left = Math.min(...all.map((at) => at.x)) - box.width / 2;
      const up = Math.min(...all.map((at) => at.y)) - box.height / 2;
      for (const [id, at] of local) places.set(id, { x: at.x - left + 24, y: at.y - up + top });
      return {
        right: Math.max(...all.map((at) => at.x)) - left + box.width / 2 + 48,
        bottom: Math.max(...all.map((at) => at.y)) - up + box.height / 2 + top
      };
    }

    // Where a line from the middle of a node leaves it.
    function border(at, towards, kind) {
      const x = towards.x - at.x;
      const y = towards.y - at.y;
      const halfWidth = box.width / 2 + 2;
      const halfHeight = box.height / 2 + 2;
      const scale = kind === 'lock'
        ? 1 / Math.hypot(x / halfWidth, y / halfHeight)
        : Math.min(halfWidth / Math.max(Math.abs(x), 0.01), halfHeight / Math.max(Math.abs(y), 0.01));
      return { x: at.x + x * scale, y: at.y + y * scale };
    }

    const edgeStyles = { waits: 'waits', 'held by': 'held', 'could help': 'help', 'would wait': 'would', 'taken by': 'taken' };

    function drawEdge(parent, edge, places, kinds, hasReverse) {
      const from = places.get(edge.from);
      const to = places.get(edge.to);
      const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
      const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
      const bend = hasReverse ? 46 : 0;
      const control = {
        x: middle.x - (to.y - from.y) / length * bend, y: middle.y + (to.x - from.x) / length * bend
      };
      const start = border(from, control, kinds.get(edge.from));
      const end = border(to, control, kinds.get(edge.to));
      const group = draw('g', parent, {
        class: 'edge ' + edgeStyles[edge.kind] + (edge.red ? ' red' : '')
      });
      draw('path', group, {
        class: 'line', d: 'M' + start.x + ' ' + start.y + 'Q' + control.x + ' ' + control.y + ' ' + end.x + ' ' + end.y
      });
      const angle = Math.atan2(end.y - control.y, end.x - control.x);
      const wing = (turn) => (end.x - 10 * Math.cos(angle + turn)) + ' ' + (end.y - 10 * Math.sin(angle + turn));
      draw('path', group, { class: 'tip', d: 'M' + end.x + ' ' + end.y + 'L' + wing(0.42) + 'L' + wing(-0.42) + 'Z' });
      const said = edge.kind === 'could help' ? edge.kind : edge.kind + (edge.label ? ': ' + edge.label : '');
      const at = { x: (start.x + 2 * control.x + end.x) / 4, y: (start.y + 2 * control.y + end.y) / 4 };
      const text = draw('text', group, { x: at.x, y: at.y - 5, 'text-anchor': 'middle' });
      if (edge.label && edge.kind === 'waits') {
        draw('tspan', text, { x: at.x, text: edge.kind });
        draw('tspan', text, { x: at.x, dy: 17, text: fit(edge.wants || edge.label, 150, '11px system-ui, sans-serif') });
      } else text.textContent = edge.kind;
      draw('title', group, { text: said });
      return group;
    }

    function writeGraph() {
      const figure = find('graph-figure');
      const { nodes, edges } = data.graph;
      if (nodes.length === 0) {
        make('p', figure, { text: '\u2003No thread waits and no lock is held.', class: 'faint' });
        return;
      }
      const names = new Map(nodes.map((node) => [node.id, node.label]));
      const kinds = new Map(nodes.map((node) => [node.id, node.kind]));
      const places = new Map();
      let top = 24;
      let right = 0;
      for (const part of components(nodes, edges)) {
        const ids = new Set(part.map((node) => node.id));
        const size = place(part, edges.filter((edge) => ids.has(edge.from)), places, top);
        top = size.bottom + 40;
        right = Math.max(right, size.right);
      }
      const said = edges.slice(0, 60).map((edge) => names.get(edge.from) + ' ' + edge.kind + ' ' + names.get(edge.to));
      const picture = draw('svg', figure, {
        width: right, height: top, viewBox: '0 0 ' + right + ' ' + top, role: 'img',
        'aria-label': said.join('; ')
      });
      // A wide graph shrinks a little before it scrolls.
      picture.style.minWidth = Math.round(right * 0.65) + 'px';
      const routes = new Set(edges.map((edge) => edge.from + ' ' + edge.to));
      const shapes = edges.map((edge) => [
        drawEdge(picture, edge, places, kinds, routes.has(edge.to + ' ' + edge.from)),
        names.get(edge.from) + ' ' + names.get(edge.to) + ' ' + (edge.label || '')
      ]);
      for (const node of nodes) {
        const at = places.get(node.id);
        const group = draw('g', picture, {
          class: 'node ' + node.kind + (node.red ? ' red' : '') + (node.note === 'ended' ? ' ended' : ''),
          transform: 'translate(' + at.x + ' ' + at.y + ')'
        });
        if (node.kind === 'thread') {
          draw('rect', group, { x: -box.width / 2, y: -box.height / 2, width: box.width, height: box.height, rx: 4 });
        } else draw('ellipse', group, { rx: box.width / 2, ry: box.height / 2 });
        const room = box.width - (node.kind === 'lock' ? 36 : 16);
        draw('text', group, { 'text-anchor': 'middle', y: node.note ? -2 : 4, text: fit(node.label, room) });
        if (node.note) {
          draw('text', group, { class: 'small', 'text-anchor': 'middle', y: 13, text: fit(node.note, room - 10) });
        }
        draw('title', group, { text: node.label + (node.note ? ', ' + node.note : '') });
        shapes.push([group, node.label + ' ' + (node.note || '')]);
      }
      // A ring of waits is what the reader came for.
      const ring = nodes.find((node) => node.red);
      if (ring) {
        const scale = picture.getBoundingClientRect().width / right;
        figure.scrollLeft = places.get(ring.id).x * scale - figure.clientWidth / 3;
      }
      writeLegend();
      watchers.push(() => { for (const [shape, text] of shapes) shape.classList.toggle('dim', !matches(text)); });
    }

    function writeLegend() {
      const items = [
        ['waits', 'a thread (box) waits for a lock (ellipse)'], ['held', 'a lock is held by a thread'],
        ['red', 'part of a ring: none of these can go on']
      ];
      if (data.graph.edges.some((edge) => edge.kind === 'could help')) items.push(['help', 'could help, if it could go on']);
      if (data.graph.edges.some((edge) => edge.kind === 'would wait')) items.push(['would', 'did not hang, but could']);
      for (const [style, text] of items) {
        const item = make('li', find('graph-legend'));
        const key = draw('svg', item, { width: 34, height: 10, 'aria-hidden': 'true' });
        draw('path', draw('g', key, { class: 'edge ' + style }), { class: 'line', d: 'M0 5H34' });
        item.append(text);
      }
    }

    """#
}
