/// The lines of a text report as they are put together.
struct Lines {
  enum Style {
    case plain, strong, error, warning, note, faint

    fileprivate var code: String {
      switch self {
      case .plain: ""
      case .strong: "1"
      case .error: "1;31"
      case .warning: "1;33"
      case .note: "1;36"
      case .faint: "2"
      }
    }
  }

  let options: TextOptions
  private(set) var lines: [String] = []

  init(options: TextOptions) { self.options = options }

  /// Two spaces for each step of indentation.
  mutating func add(_ indent: Int, _ text: String, _ style: Style = .plain) {
    lines.append(String(repeating: "  ", count: indent) + paint(text, style))
  }

  /// An empty line, unless there is one already.
  mutating func gap() {
    if let last = lines.last, !last.isEmpty { lines.append("") }
  }

  func paint(_ text: String, _ style: Style) -> String {
    guard options.usesColour, !style.code.isEmpty else { return text }
    return "\u{1b}[\(style.code)m\(text)\u{1b}[0m"
  }

  func write(to write: (String) -> Void) {
    for line in lines { write(line + "\n") }
  }
}
