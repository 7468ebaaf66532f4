extension HTMLPage {
  /// Light and dark, by the reader's setting or by the page's button.
  static let colours = #"""
    :root {
      color-scheme: light;
      --page: #f6f7f9; --card: #ffffff; --text: #1b1f24; --faint: #59636e; --line: #d5dae0;
      --accent: #0b5cad; --error: #b3261e; --warning: #8a5300; --note: #2f5d8a; --good: #1a6b35;
      --error-back: #fdecea; --warning-back: #fff3dc; --note-back: #e8f1fb; --good-back: #e6f4ea;
      --code: #f0f2f5; --mark: #ffe9a8; --bar-text: #10151a; --bar-light: 78%; --bar-soft: 88%;
      --cycle: #c2261c; --predicted: #a85b00;
    }
    @media (prefers-color-scheme: dark) {
      :root:not([data-theme="light"]) {
        color-scheme: dark;
        --page: #14171b; --card: #1d2127; --text: #e6e9ed; --faint: #a3adb8; --line: #363d46;
        --accent: #78b4f5; --error: #ff8a80; --warning: #f5bd5c; --note: #9cc7f2; --good: #7fd49a;
        --error-back: #3a1c1a; --warning-back: #37290f; --note-back: #182a3d; --good-back: #16301f;
        --code: #15181c; --mark: #5a4708; --bar-text: #f4f6f8; --bar-light: 28%; --bar-soft: 24%;
        --cycle: #ff7468; --predicted: #f0a848;
      }
    }
    :root[data-theme="dark"] {
      color-scheme: dark;
      --page: #14171b; --card: #1d2127; --text: #e6e9ed; --faint: #a3adb8; --line: #363d46;
      --accent: #78b4f5; --error: #ff8a80; --warning: #f5bd5c; --note: #9cc7f2; --good: #7fd49a;
      --error-back: #3a1c1a; --warning-back: #37290f; --note-back: #182a3d; --good-back: #16301f;
      --code: #15181c; --mark: #5a4708; --bar-text: #f4f6f8; --bar-light: 28%; --bar-soft: 24%;
      --cycle: #ff7468; --predicted: #f0a848;
    }

    """#
}
