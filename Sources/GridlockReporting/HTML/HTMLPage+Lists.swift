extension HTMLPage {
  /// The summary and the tables of locks and threads.
  static let lists = #"""
    function writeSummary() {
      document.title = data.title;
      find('title').textContent = data.title;
      find('facts').textContent = data.facts.join(' \u00b7 ');
      const count = (severity) => data.findings.filter((one) => one.severity === severity).length;
      const errors = count('error');
      const warnings = count('warning');
      const verdict = find('verdict');
      const plural = (number, word) => number + ' ' + word + (number === 1 ? '' : 's');
      let text = 'Nothing is wrong that Gridlock can see.';
      let tone = 'good';
      if (data.findings.length > 0) {
        tone = errors ? 'error' : warnings ? 'warning' : 'note';
        const parts = [];
        if (errors) parts.push(plural(errors, 'error'));
        if (warnings) parts.push(plural(warnings, 'warning'));
        if (count('note')) parts.push(plural(count('note'), 'note'));
        text = plural(data.findings.length, 'finding') + ': ' + parts.join(', ');
      }
      verdict.textContent = text;
      if (data.losses.length) {
        const lost = make('p', null, { class: 'verdict warning' });
        lost.textContent = 'Not all was kept: ' + data.losses.join(', ') + '. What is missing here may be among it.';
        verdict.after(lost);
      }
      verdict.classList.add(tone);
      const alive = data.threads.filter((one) => one.state !== 'ended');
      const cards = [
        [errors, errors === 1 ? 'error' : 'errors', errors ? 'error' : ''],
        [warnings, warnings === 1 ? 'warning' : 'warnings', warnings ? 'warning' : ''],
        [alive.length, 'threads alive', ''],
        [alive.filter((one) => one.state === 'waits').length, 'of them wait', ''],
        [data.locks.filter((one) => one.alive).length, 'locks', ''],
        [data.locks.filter((one) => one.owner !== undefined).length, 'of them held', '']
      ];
      for (const [number, name, tone] of cards) {
        const card = make('div', find('summary'), { class: 'card ' + tone });
        make('b', card, { text: String(number) });
        make('span', card, { text: name });
      }
    }

    function cell(row, text, style) {
      return make('td', row, style ? { text: text || '', class: style } : { text: text || '' });
    }

    function writeThreads() {
      const order = { waits: 0, runs: 1, ended: 2 };
      const rows = [];
      const sorted = data.threads.concat(data.strangers || []).map((thread, index) => [thread, index])
        .sort((a, b) => order[a[0].state] - order[b[0].state] || a[1] - b[1]);
      for (const [thread] of sorted) {
        const row = make('tr', find('thread-list'));
        const name = cell(row, thread.label);
        if (thread.detail) make('div', name, { text: thread.detail, class: 'faint' });
        cell(row, thread.state, thread.state);
        const does = cell(row, thread.what);
        if (thread.place) make('div', does, { text: thread.place, class: 'faint' });
        if (thread.stack) {
          const details = make('details', does);
          make('summary', details, { text: 'Where it is now' });
          writeStack(details, thread.stack);
        }
        const holds = cell(row, '');
        for (const hold of thread.holds || []) {
          const line = make('div', holds, { text: hold.label });
          const details = [hold.age ? 'for ' + hold.age : '', hold.place ? 'from ' + hold.place : ''];
          make('span', line, { text: ' ' + details.filter(Boolean).join(', '), class: 'faint' });
        }
        rows.push([row, row.textContent]);
      }
      watchers.push(() => { for (const [row, text] of rows) row.hidden = !matches(text); });
    }

    function lockTitle(lock) {
      const parts = [lock.kind];
      if (lock.value !== undefined) parts.push((lock.kind === 'semaphore' ? 'count ' : 'value ') + lock.value);
      if (!lock.alive) parts.push('destroyed');
      else if (lock.kind !== 'semaphore') {
        parts.push(lock.owner === undefined ? 'free' : 'held by ' + threadName(lock.owner));
      }
      if (lock.waiters) parts.push('waited for by ' + lock.waiters.map(threadName).join(', '));
      if (lock.created) parts.push('created at ' + lock.created);
      return parts.join(' \u00b7 ');
    }

    // The events of a lock are written when it is opened: there may be very many locks.
    function writeLocks() {
      const rows = [];
      const list = find('lock-list');
      const busy = (lock) => lock.owner !== undefined || lock.waiters ? 0 : lock.alive ? 1 : 2;
      const sorted = data.locks.map((lock, index) => [lock, index])
        .sort((a, b) => busy(a[0]) - busy(b[0]) || a[1] - b[1]);
      for (const [lock] of sorted) {
        const details = make('details', list);
        const summary = make('summary', details);
        make('strong', summary, { text: lock.label });
        make('span', summary, { text: '  ' + lockTitle(lock), class: 'faint' });
        let isWritten = false;
        const write = () => {
          if (isWritten) return;
          isWritten = true;
          writeHistory(details, lock);
        };
        details.addEventListener('toggle', () => { if (details.open) write(); });
        if (busy(lock) === 0 && rows.length < 4) details.open = true;
        const text = summary.textContent + lock.history.map(
          (event) => threadName(event.thread) + ' ' + event.call + ' ' + (event.place || '')).join(' ');
        rows.push([details, text]);
      }
      if (rows.length === 0) make('p', list, { text: 'No locks are known.', class: 'faint' });
      watchers.push(() => { for (const [row, text] of rows) row.hidden = !matches(text); });
    }

    function writeHistory(parent, lock) {
      const wide = make('div', parent, { class: 'wide', tabindex: '0', role: 'region' });
      wide.setAttribute('aria-label', 'What happened to ' + lock.label + ', oldest first');
      if (lock.history.length === 0) {
        make('p', wide, { text: '\u2003No events of it were kept.', class: 'faint' });
        return;
      }
      const table = make('table', wide);
      const head = make('tr', make('thead', table));
      for (const name of ['When', 'Thread', 'Call', 'What came of it', 'Where']) {
        make('th', head, { text: name, scope: 'col' });
      }
      const body = make('tbody', table);
      for (const event of lock.history) {
        const row = make('tr', body);
        cell(row, ago(event.time), 'time');
        cell(row, threadName(event.thread));
        cell(row, event.call);
        cell(row, event.outcome);
        cell(row, event.place);
      }
    }

    """#
}
