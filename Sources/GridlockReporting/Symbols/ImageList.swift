/// The binaries in a process's address space, in order of address, none overlapping another.
public struct ImageList: Sendable, Hashable {
  public private(set) var images: [Image]

  /// Sorts `images`; of two that overlap the one at the lower address stays.
  public init(_ images: [Image]) {
    var kept: [Image] = []
    for image in images.sorted(by: { $0.base < $1.base }) where image.base < image.endOfText {
      if let last = kept.last, last.endOfText > image.base { continue }
      kept.append(image)
    }
    self.images = kept
  }

  /// The index of the image whose code an address lies in.
  ///
  /// - Complexity: O(log *n*).
  public func index(of address: UInt64) -> Int? {
    var low = 0
    var high = images.count
    while low < high {
      let middle = (low + high) / 2
      if images[middle].base > address {
        high = middle
      } else if images[middle].endOfText <= address {
        low = middle + 1
      } else {
        return middle
      }
    }
    return nil
  }

  /// The image whose code an address lies in.
  public func image(at address: UInt64) -> Image? { index(of: address).map { images[$0] } }
}
