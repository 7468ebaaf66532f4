extension HTMLPage {
  static let findings = #"""
    function writeStack(parent, stack) {
      if (!stack) {
        make('p', parent, { text: 'no stack was kept', class: 'faint' });
        return;
      }
      const list = make('ol', parent, { class: 'stack' });
      for (const frame of stack) {
        const item = make('li', list);
        if (frame.gap) {
          make('span', item, { text: '\u2026 ' + frame.gap, class: 'gap' });
          continue;
        }
        make('span', item, { text: frame.function || '(no name)' });
        make('span', item, { text: '  ' + (frame.place || '') + (frame.inlined ? ' [inlined]' : ''), class: 'place' });
        if (frame.source) writeSource(item, frame.source);
      }
    }

    function writeSource(parent, source) {
      const block = make('pre', parent, { class: 'source', tabindex: '0' });
      source.lines.forEach((text, index) => {
        const number = source.first + index;
        const isHere = number === source.line;
        const line = make('span', block, isHere ? { class: 'here' } : {});
        make('i', line, { text: String(number) });
        line.append(text);
        if (isHere) line.setAttribute('aria-current', 'location');
      });
    }

    const roles = { waits: 'waits', holds: 'holds', caused: 'cause', 'could-help': 'could help', witness: 'also' };

    function writeFinding(list, finding, isOpen) {
      const card = make('article', list, { class: 'finding ' + finding.severity, id: finding.id });
      const badges = make('div', card, { class: 'badges' });
      make('span', badges, { text: finding.severity, class: 'badge ' + finding.severity });
      make('span', badges, { text: finding.kind, class: 'badge' });
      make('span', badges, { text: finding.certainty, class: 'badge' });
      if (finding.occurrence === 'predicted') make('span', badges, { text: 'predicted', class: 'badge' });
      for (const kind of finding.also || []) make('span', badges, { text: 'also ' + kind, class: 'badge' });
      make('span', badges, { text: finding.id, class: 'id' });
      make('h3', card, { text: finding.sentence });
      make('p', card, { text: finding.meaning, class: 'meaning' });
      make('p', card, { text: finding.advice, class: 'advice' });
      if (finding.reasons) {
        make('h4', card, { text: 'Why ' + finding.certainty });
        const reasons = make('ul', card);
        for (const reason of finding.reasons) make('li', reasons, { text: reason });
      }
      if (finding.victims) {
        make('h4', card, { text: 'Stuck behind it' });
        make('p', card, { text: finding.victims.join(', ') });
      }
      const details = make('details', card, { class: 'who' });
      make('summary', details, { text: 'Who takes part, with stacks (' + finding.parts.length + ')' });
      details.open = isOpen;
      const parts = make('div', details, { class: 'parts' });
      for (const part of finding.parts) {
        const box = make('div', parts, { class: 'part' });
        const said = make('p', box);
        make('span', said, { text: roles[part.role] || part.role, class: 'badge' });
        said.append(' ' + part.told);
        const lasts = finding.occurrence === 'actual' && (part.role === 'waits' || part.role === 'holds');
        if (part.age) make('span', said, { text: lasts ? ', for ' + part.age : ', ' + part.age + ' ago', class: 'age' });
        writeStack(box, part.stack);
      }
      return card;
    }

    function writeFindings() {
      const list = find('finding-list');
      const cards = data.findings.map((finding, index) => {
        const card = writeFinding(list, finding, index < 5 && (index === 0 || finding.severity !== 'note'));
        return [card, card.textContent, finding];
      });
      if (cards.length === 0) {
        find('filters').hidden = true;
        make('p', list, { text: 'None.', class: 'faint' });
        return;
      }
      for (const severity of ['error', 'warning', 'note']) {
        const number = data.findings.filter((one) => one.severity === severity).length;
        if (number === 0) continue;
        const button = make('button', find('filters'), {
          type: 'button', text: severity + ' (' + number + ')', 'aria-pressed': 'true'
        });
        button.addEventListener('click', () => {
          if (!wish.severities.delete(severity)) wish.severities.add(severity);
          button.setAttribute('aria-pressed', String(wish.severities.has(severity)));
          refresh();
        });
      }
      const kinds = Array.from(new Set(data.findings.map((one) => one.kind))).sort();
      if (kinds.length > 1) {
        const select = make('select', find('filters'), { 'aria-label': 'Kind of finding' });
        make('option', select, { text: 'all kinds', value: '' });
        for (const kind of kinds) make('option', select, { text: kind, value: kind });
        select.addEventListener('change', () => { wish.kind = select.value; refresh(); });
      }
      watchers.push(() => {
        let shown = 0;
        for (const [card, text, finding] of cards) {
          const isShown = wish.severities.has(finding.severity)
            && (!wish.kind || wish.kind === finding.kind) && matches(text);
          card.hidden = !isShown;
          if (isShown) shown += 1;
        }
        find('finding-count').textContent = shown === cards.length
          ? '' : shown + ' of ' + cards.length + ' findings shown';
      });
    }

    """#
}
