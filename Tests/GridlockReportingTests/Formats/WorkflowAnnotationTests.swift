import GridlockReporting
import Testing

@Suite struct WorkflowAnnotationTests {
  @Test("A finding is one line that names file, line and title")
  func whole() {
    let (story, finding) = Stories.cycle()
    let report = story.report([finding])
    #expect(
      WorkflowAnnotation(finding, in: report, root: "/src").text
        == "::error file=Bank.swift,line=31,title=cycle (certain)::\"worker-1\" and \"worker-2\" wait for "
        + "each other's locks \"A\" and \"B\" (cycle-38e00eb90057)")
  }

  @Test("No name makes a line or a property of its own")
  func hostile() {
    let (story, finding) = Stories.hostile()
    let text = WorkflowAnnotation(finding, in: story.report([finding]), root: "/").text
    #expect(!text.contains { $0.isNewline })
    let properties = text.dropFirst("::error ".count).prefix { $0 != ":" }
    #expect(properties.split(separator: ",").allSatisfy { $0.contains("=") })
    #expect(properties.count { $0 == "," } == 2)
  }
}
