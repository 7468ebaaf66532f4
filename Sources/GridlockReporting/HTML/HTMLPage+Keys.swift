extension HTMLPage {
  /// Search, theme, keys, and the start of it all.
  static let keys = #"""
    function listen() {
      const search = find('search');
      search.addEventListener('input', () => {
        wish.words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
        refresh();
      });
      document.addEventListener('keydown', (event) => {
        const target = event.target;
        const isTyping = target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
        if (event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
          event.preventDefault();
          search.focus();
          search.select();
        } else if (event.key === 'Escape') {
          if (search.value) {
            search.value = '';
            wish.words = [];
            refresh();
          } else if (document.activeElement === search) search.blur();
          choose(-1);
        }
      });
      const theme = find('theme');
      const dark = matchMedia('(prefers-color-scheme: dark)');
      const isDark = () => {
        const chosen = document.documentElement.dataset.theme;
        return chosen ? chosen === 'dark' : dark.matches;
      };
      const tell = () => theme.setAttribute('aria-pressed', String(isDark()));
      theme.addEventListener('click', () => {
        document.documentElement.dataset.theme = isDark() ? 'light' : 'dark';
        tell();
      });
      dark.addEventListener('change', tell);
      tell();
    }

    writeSummary();
    writeFindings();
    writeGraph();
    startTimeline();
    writeLocks();
    writeThreads();
    listen();
    refresh();

    """#
}
