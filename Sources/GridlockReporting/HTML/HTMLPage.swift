/// The fixed parts of the page.
enum HTMLPage {
  static let style = HTMLPage.colours + HTMLPage.layout + HTMLPage.drawing
  static let script =
    "'use strict';\n(function () {\n" + HTMLPage.tools + HTMLPage.lists + HTMLPage.findings
    + HTMLPage.graph + HTMLPage.timeline + HTMLPage.keys + "})();\n"
}
