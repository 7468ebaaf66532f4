import Foundation
import GridlockAnalysis
import Testing

@testable import GridlockReporting

@Suite("HTML")
struct HTMLReportTests {
  @Test("every story becomes one page with its data in it and nothing from elsewhere")
  func everything() throws {
    let sources = SourceFiles { path in
      (1...60).map { "\tline \($0) of \(path)" }.joined(separator: "\n")
    }
    for (name, make) in Stories.everything {
      let page = try Rendering.render(.html, make, losses: Losses(events: 7), sources: sources)
      try Rendering.keep(page, as: "\(name).html")
      #expect(page.components(separatedBy: "<script").count == 3)
      #expect(page.components(separatedBy: "</script>").count == 3)
      #expect(!page.contains("http://") || page.components(separatedBy: "http://").count == 2)
      #expect(!page.contains("https://"))
      #expect(!page.contains("innerHTML"))
      #expect(page.hasSuffix("</html>\n"))
    }
  }

  @Test("no name ends the data, and what hides or reorders text is written as an escape")
  func hostile() throws {
    let page = try Rendering.render(.html, Stories.hostile)
    let start = try #require(page.range(of: "id=\"data\">"))
    let end = try #require(page.range(of: "</script>", range: start.upperBound..<page.endIndex))
    let data = page[start.upperBound..<end.lowerBound]
    #expect(!data.contains("<"))
    for scalar: Unicode.Scalar in ["\u{202e}", "\u{2066}", "\u{2028}", "\u{1b}", "\0", "\r"] {
      #expect(!page.unicodeScalars.contains(scalar))
    }
    let json = try JSONSerialization.jsonObject(with: Data(data.utf8)) as? [String: Any]
    let threads = try #require(json?["threads"] as? [[String: Any]])
    let labels = threads.compactMap { $0["label"] as? String }
    #expect(labels.contains(#""</script><script>document.title='owned'</script>""#))
    #expect(labels.contains(#""a\u{202e}gpj.exe\u{2066}""#))
  }

  @Test("the content policy names the page's own script and style")
  func policy() throws {
    let page = try Rendering.render(.html, Stories.cycle)
    #expect(page.contains("script-src '\(HTMLReport.source(HTMLPage.script))'"))
    #expect(page.contains("style-src '\(HTMLReport.source(HTMLPage.style))'"))
    #expect(page.contains("default-src 'none'"))
    #expect(!page.contains(" style=\""))
    #expect(!page.contains(" onclick="))
  }

  @Test("the hash is SHA-256")
  func hash() {
    func text(_ text: String) -> String { Hexadecimal.text(of: SHA256.hash(Array(text.utf8))) }
    #expect(
      text("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(
      text("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(
      text(String(repeating: "a", count: 1000))
        == "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3")
  }

  @Test("source is read from regular files with the names of source only")
  func sources() {
    #expect(SourceFiles.onDisk.lines(of: #filePath)?.first == "import Foundation")
    #expect(SourceFiles.onDisk.lines(of: "/etc/passwd") == nil)
    #expect(SourceFiles.onDisk.lines(of: "relative.swift") == nil)
    #expect(SourceFiles.onDisk.lines(of: "/dev/zero.swift") == nil)
    #expect(SourceFiles.none.lines(of: #filePath) == nil)
  }
}
