const MIB = 1024 * 1024;

/**
 * What one request may cost: a base, and more for each mebibyte that was sent. A step is work of about a microsecond.
 */
export const WORK_LIMITS = {
  steps: 1_200_000,
  stepsPerMebibyte: 375_000,
  /** What may be done before others get the thread, unless the size alone allows more. */
  stepsAtOnce: 200_000,
  /** Memory beside the input: tables, windows, strips, caches. */
  heldBytes: 40 * MIB,
  /** Bytes of results, whether they are stored or sent. */
  outputBytes: 256 * MIB,
  outputBytesPerMebibyte: 24 * MIB,
} as const;

export type WorkLimits = Readonly<Record<keyof typeof WORK_LIMITS, number>>;

/**
 * What work costs in steps, as measured where it is dearest. Whatever a file can make the engine repeat has its line
 * here.
 */
export const COST = {
  /** A filter that is undone, however little there is. */
  filter: 8,
  /** A byte that a filter gives or takes, by its kind: whole-buffer inflation, and what is decoded in JavaScript. */
  inflatedByte: 0.005,
  decodedByte: 0.012,
  ascii85Byte: 0.03,
  /** A sample that a predictor adds to others, at most, and a row of them. */
  predictedSample: 0.008,
  predictedRow: 0.02,
  decryptedByte: 0.012,
  /** A byte of a file that is hashed for a receipt. */
  hashedByte: 0.003,
  /** A string or stream that is encrypted or decrypted, beside its bytes: a key and a cipher are made for each. */
  cipher: 12,
  /** A password that is tried: a hundred rounds of hashes and ciphers or more. */
  password: 2500,
  /** An object that a part takes over from the document, and a byte that is written again or compressed. */
  copiedObject: 1.6,
  /** An entry or item that a merge copies and writes, and a subroutine that a pruned font keeps a number for. */
  copiedEntry: 0.6,
  writtenByte: 0.065,
  deflatedByte: 0.03,
  /** Compressing a content stream, however short it is. */
  deflation: 20,
  /** A byte of an object that is packed as small as possible. */
  packedByte: 0.15,
  /** A row of an image that is converted, beside its bytes. */
  convertedRow: 0.5,
  /** A strip or tile of an image that is opened, and a byte of memory that is taken for it and cleared or filled. */
  strip: 20,
  clearedByte: 0.001,
  /** A byte that is searched or passed on: of a damaged file, of an image. */
  searchedByte: 0.002,
  /** A word that is searched in such a file, each time that it is found. */
  foundWord: 2,
  /** A byte of a dictionary that is looked through and not parsed. */
  scannedByte: 0.006,
  /** An entry of a cross-reference that is read or carried over, and the place for one. */
  xrefEntry: 0.02,
  clearedEntry: 0.002,
  /**
   * An object that is looked up, one that is parsed or painted (a shading, a quadrilateral of an annotation), and each
   * element in it.
   */
  lookup: 0.05,
  object: 1,
  element: 0.15,
  /** An entry of a dictionary beyond its first hundred: hardly any of so many names is known. */
  key: 1,
  /** A name or a string in it, which may be one that was not met before, or have escapes. */
  parsedText: 0.2,
  /** A byte of an object that is parsed, beside its elements: of strings, names and white space. */
  parsedByte: 0.006,
  /** An element of a structure tree that is read and checked, and one that counts as a kid of another. */
  taggedElement: 3,
  kid: 0.1,
  /** An element of XML, an attribute or text in it, or a field of XMP that is made of it and checked. */
  xmlNode: 1.5,
  /** An element of an array that is handed out, and a number or a string among the operands. */
  item: 0.05,
  /** A page whose content is read or written, however empty, and what it costs beside that to look for texts on it. */
  page: 20,
  searchedPage: 60,
  /** A pattern of dashes that is set. */
  dash: 1.5,
  /**
   * An operator of a content stream, or a name, an array or a dictionary among its operands; one that adds to a path,
   * a form that is placed, its content before it has any, and a glyph that is shown.
   */
  operator: 0.3,
  point: 0.1,
  form: 1.5,
  content: 10,
  /** One of the streams that a page's content has. */
  contentStream: 0.6,
  glyph: 0.08,
  /** A text string of the document that is read, and a letter of a glyph that says several, or is not said as it is. */
  text: 0.4,
  letter: 0.15,
  /** A letter of a text in which another is looked for. */
  comparedLetter: 0.008,
  /** Letters of a text that follow one another, and each time that they are compared to find their line. */
  piece: 0.5,
  sortedPiece: 0.05,
  /** A place on a line that is compared with another, and a code space that a glyph's code is looked for in. */
  comparedPlace: 0.01,
  /** An area of a page, in which something may be. */
  comparedArea: 0.12,
  /** A hole of a page that is looked at. */
  comparedHole: 0.08,
  /** A glyph of which is found out where it is in an area. */
  placedGlyph: 0.6,
  /** A row of an image of which is found out where a box meets it, and a box that is sorted, or part of a key. */
  seenRow: 0.12,
  sortedBox: 0.15,
  /** A character of a text that is searched, and what it costs for each state of an expression. */
  searchedCharacter: 0.02,
  expressionState: 0.02,
  /** A look for a match of an expression, and for another text in one. */
  look: 1.5,
  /** A text that is found on a page. */
  match: 5,
  /** A point of a mesh. */
  meshPoint: 2,
  /** An operator of which removal decides what stays: it is written again, and read once more for the proof. */
  cleanedOperator: 0.4,
  /** What a content stream names, of which a conformance check judges how it is used. */
  judgedResource: 1.5,
  /** A form that is placed: what is left of it may be known. */
  placedForm: 6,
  /** A path that an area cuts, and each of its segments; with curves, each may be one. */
  cutPath: 4,
  cutSegment: 0.7,
  cutCurve: 2,
  /** An annotation that is listed. */
  annotation: 5,
  /** A font that is read, and an entry of a table that is made of a file's: a width, a name, a mapping. */
  font: 60,
  entry: 0.15,
  /** A run of widths, and a range of codes. */
  run: 1.1,
  /** A glyph whose box is worked out, and a byte of a glyph's program, which has an operator at most. */
  measuredGlyph: 1,
  charstringStep: 0.05,
  /** A byte of a TrueType glyph that is made of others, each time that its parts are listed. */
  compoundByte: 0.1,
  /** A token of a CMap, and a CMap that is predefined and used by it. */
  token: 0.4,
  predefinedMap: 4,
  /** A byte of a content stream, of a CMap, and of a function's or font's source that is read. */
  sourceByte: 0.05,
  contentByte: 0.006,
  /** A function that is evaluated, and a step of it. */
  evaluation: 0.25,
  functionStep: 0.12,
  /** A sample of an image that is looked at, one of a single bit, and what it takes to count or compare others. */
  sample: 0.0025,
  bit: 0.0005,
  countedSample: 0.0015,
  /** An image of which a part is coded again, and a row that is read for it or judged, or an image whose ink is. */
  codedPart: 150,
  imageRow: 1.5,
  /** A row of an image whose ink is looked for; where ink is counted, a column of it or a run of ink. */
  markedRow: 0.22,
  inkRun: 0.015,
  /** A value that samples of an image may have: whether it counts as ink is looked up by value. */
  inkValue: 0.1,
  /** A colour of an image that is judged by itself. */
  convertedColour: 0.03,
  /** A cell of a page whose ink is measured, each time that a mark covers it. */
  inkCell: 0.005,
  /** A pixel that is decoded by itself, with a probability of its own: JBIG2. */
  codedPixel: 0.02,
  /** A sample of JPEG 2000 in each pass over it, and a byte of its data. */
  codedPass: 0.004,
  jpxByte: 0.1,
  /** A sample that is put together of its frequencies. */
  waveletSample: 0.012,
  /** A byte of JPEG or fax data, and a block of a JPEG that is judged. */
  codedByte: 0.05,
  /** A segment of JPEG, JPEG 2000 or JBIG2 that is found, kept and checked, a row of blocks, and a scan of JPEG. */
  segment: 1,
  jpegScan: 10,
  /** A unit of a component in a scan whose codes are read. */
  jpegUnit: 0.1,
  /** A packet of JPEG 2000 whose header is read, and each code-block in it. */
  packet: 0.3,
  codeBlock: 0.03,
  /** A resolution of a tile's component or a precinct's part of a band; a precinct, a code-block, when laid out. */
  resolution: 1,
  precinct: 1.5,
  laidBlock: 0.2,
  /** A row of a component in a tile, beside its samples. */
  waveletRow: 0.4,
  /**
   * A character of a Markdown text, a place where a mark or a block may begin, a line that may end a block, what is
   * opened or closed or printed, a text with marks, and what may be an address.
   */
  markdownCharacter: 0.12,
  markdownBlock: 1,
  markdownLine: 0.25,
  markdownToken: 0.25,
  markdownText: 2,
  markdownAddress: 4,
  /** A character of code that is given colours. */
  colouredCharacter: 0.5,
} as const;
