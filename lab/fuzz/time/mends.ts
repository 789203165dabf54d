/** What keeps some input from costing much: where it is in the sources, and how it is taken away. */
export interface Mend {
  readonly name: string;
  readonly edits: readonly (readonly [file: string, text: string, without: string])[];
  /** The readers that find its absence, by words of their names. */
  readonly readers: readonly string[];
}

const OBJECTS = "src/pdf-file/structure/object-reader.ts";
const INTERPRETER = "src/pdf-content/interpreter/interpreter.ts";
const XREF_STREAM = "src/pdf-file/structure/xref-stream.ts";
const NO_LOOKUPS = [
  [OBJECTS, "    this.work.spend(COST.lookup);\n", ""],
  [OBJECTS, "    if (Array.isArray(value)) this.work.spend(value.length * COST.item);\n", ""],
] as const;
const NO_CONTENTS = [
  ["src/pdf-content/contents.ts", "    document.work.spend(data.length * COST.contentByte);\n", ""],
  [INTERPRETER, "    work.spend(COST.content);\n", ""],
  [INTERPRETER, "    document.work.spend(count * COST.operator);\n", ""],
] as const;

export const mends: readonly Mend[] = [
  {
    name: "expressions of layers are charged",
    edits: NO_LOOKUPS,
    readers: ["auto of a tree of expressions"],
  },
  {
    name: "expressions of layers end at a depth",
    edits: [["src/pdf-content/layers.ts", "const MAX_DEPTH = 16;", "const MAX_DEPTH = 1e9;"]],
    readers: ["auto of a PDF that names objects"],
  },
  {
    name: "text is charged by its characters",
    edits: [
      ...NO_CONTENTS,
      [
        "src/pdf-content/interpreter/text-run.ts",
        "    this.#work.spend((to - from) * (COST.glyph + (composite?.cmap.spaces.length ?? 0) * COST.codeSpace));\n",
        "",
      ],
    ],
    readers: ["auto of a content that a stream packs"],
  },
  {
    name: "charstrings are charged together",
    edits: [
      [
        "src/pdf-content/fonts/programs/charstring-type2.ts",
        "    this.#work.spend((1 + code.length) * COST.charstringStep);\n",
        "",
      ],
    ],
    readers: ["auto of glyphs whose programs call"],
  },
  {
    name: "fonts that share a table pay for it each",
    edits: [
      ...NO_LOOKUPS,
      [
        "src/pdf-content/fonts/cid-widths.ts",
        "    this.#holding.entries(1, RUN_BYTES + values.length * NUMBER_BYTES, COST.run);\n",
        "",
      ],
    ],
    readers: ["auto of fonts that share"],
  },
  {
    name: "of an array only the items that are needed are read",
    edits: [
      ...NO_LOOKUPS,
      [OBJECTS, "    const count = Math.max(0, Math.min(value.length, most));\n", "    const count = value.length;\n"],
      [OBJECTS, "    this.work.spend(count * COST.item);\n    return value.length", "    return value.length"],
      [
        OBJECTS,
        "    const numbers = this.items(object, count)?.map((item) => this.number(item));\n",
        "    const numbers = this.items(object, count)?.map((item) => this.number(item)).slice(0, count);\n",
      ],
    ],
    readers: ["auto of a content that a stream packs"],
  },
  {
    name: "hidden cross-references are charged",
    edits: [
      ["src/pdf-file/structure/xref-chain.ts", "    source.work.spend(hidden.size * COST.xrefEntry);\n", ""],
      [XREF_STREAM, "    work.spend(COST.item + Math.max(0, rows) * COST.xrefEntry);\n", ""],
      ["src/pdf-file/structure/xref.ts", "      this.#work.spend(capacity * COST.clearedEntry);\n", ""],
      [
        "src/pdf-file/filters/decode.ts",
        "    work.spend(Math.max(bytes.length, data.length) * costOf(name));\n",
        "    void costOf;\n",
      ],
    ],
    readers: ["crop of a chain of cross-references"],
  },
  {
    name: "names of parts count on from the last copy",
    edits: [
      [
        "src/api/operations/part-names.ts",
        "  for (let copy = copies.get(folded) ?? 1; ; copy++) {",
        "  for (let copy = 1; ; copy++) {",
      ],
    ],
    readers: ["names of parts that are equal"],
  },
  {
    name: "Markdown is charged by what its parser does",
    edits: [
      ["src/html/markdown/parser.ts", "  work.spend(text.length * COST.markdownCharacter);\n", ""],
      [
        "src/html/markdown/parser.ts",
        "  for (const _ of text.matchAll(/:\\/\\/|www\\.|@/gi)) work.spend(COST.markdownAddress);\n",
        "",
      ],
      ["src/html/markdown/parser.ts", "    work.spend(steps);\n", "    void steps;\n"],
      [
        "src/html/markdown/parser.ts",
        '  md.core.ruler.before("inline", "charged", ({ tokens }) => work.spend(tokens.length * COST.markdownToken));\n',
        "",
      ],
    ],
    readers: ["Markdown"],
  },
  {
    name: "strips that share their bytes pay for them each",
    edits: [
      ["src/images/tiff/tiff-layout.ts", "  directory.file.work.spend(stored.length * COST.decodedByte);\n", ""],
      [
        "src/images/tiff/compressions/bands.ts",
        "  work.spend(COST.strip + stored.length * (layout.lowBitFirst ? COST.sample : COST.clearedByte));\n",
        "",
      ],
    ],
    readers: ["a TIFF whose strips of compression 32773"],
  },
  {
    name: "strips of JPEG are charged",
    edits: [
      ["src/images/tiff/tiff-layout.ts", "  directory.file.work.spend(stored.length * COST.decodedByte);\n", ""],
      ["src/images/tiff/jpeg-stream.ts", "  work.spend(data.length * COST.codedByte);\n", ""],
      [
        "src/images/tiff/jpeg-stream.ts",
        "    work.spend(marker === MARKER.SOS ? COST.jpegScan : COST.jpegSegment);\n",
        "",
      ],
      ["src/images/tiff/jpeg-stream.ts", "    work.hold(marker === MARKER.SOS ? SCAN_BYTES : SEGMENT_BYTES);\n", ""],
    ],
    readers: ["a TIFF whose strips of compression 7"],
  },
  {
    name: "a function that is named again is not read again",
    edits: [
      ["src/pdf-content/colour/functions.ts", "    if (!this.#known.has(number)) {", "    {"],
      ...NO_LOOKUPS,
      ["src/pdf-content/colour/calculator.ts", "  work.spend(source.length * COST.sourceByte);\n", ""],
      [
        "src/pdf-file/filters/decode.ts",
        "    work.spend(Math.max(bytes.length, data.length) * costOf(name));\n",
        "    void costOf;\n",
      ],
    ],
    readers: ["auto of a tree of functions"],
  },
  {
    name: "steps of functions are charged",
    edits: [
      ...NO_CONTENTS,
      [
        "src/pdf-content/colour/spaces.ts",
        "      if (!transform || !this.#document.work.affords(transform.steps * COST.functionStep)) return -1;\n",
        "      if (!transform) return -1;\n",
      ],
    ],
    readers: ["auto of a content that a stream packs"],
  },
  {
    name: "contents in contents are charged",
    edits: [...NO_CONTENTS, ...NO_LOOKUPS],
    readers: ["auto of a tree of forms"],
  },
  {
    name: "meshes are charged",
    edits: [["src/remove/rewrite/mesh.ts", "    work.spend(points.length * COST.meshPoint);\n", ""]],
    readers: ["remove of a mesh"],
  },
  {
    name: "frames of an animation are charged by their canvas",
    edits: [
      [
        "src/images/png/png.ts",
        "      decodedBytes: 4 * (frame.width * frame.height + facts.decodedPixels),\n",
        "      decodedBytes: 0,\n",
      ],
    ],
    readers: ["an animation of many small frames"],
  },
  {
    name: "what each part takes over is charged",
    edits: [
      [
        "src/split/write/write-part.ts",
        "    work.spend(this.#draft.reached.length * COST.copiedObject + this.#own.length * COST.writtenByte);\n",
        "    void work;\n",
      ],
      ["src/split/write/draft.ts", "    this.document.work.spend(COST.item);\n", ""],
      [
        "src/split/write/draft.ts",
        "    this.document.work.spend(walkObject(object, this.#scratch) * COST.item);\n",
        "    walkObject(object, this.#scratch);\n",
      ],
    ],
    readers: ["split of pages that share"],
  },
  {
    name: "assets are found by their paths",
    edits: [
      [
        "src/html/resources/assets.ts",
        "  let places = placed.get(source);\n  if (!places) {",
        "  let places = placed.get(source);\n  {",
      ],
    ],
    readers: ["assets that a page asks for"],
  },
  {
    name: "a template's length is known before it is filled",
    edits: [
      [
        "src/html/markdown/markdown.ts",
        "  if (length <= HTML_LIMITS.documentBytes) return length;\n",
        "  if (length >= 0) return length;\n",
      ],
    ],
    readers: ["a template of Markdown"],
  },
  {
    name: "the picture of a mark is held once",
    edits: [
      [
        "src/html/overlays/watermark.ts",
        "    if (mark.image !== undefined && /^data:/i.test(mark.image)) {",
        "    if (mark.image === undefined && /^data:/i.test(mark.layer)) {",
      ],
      ["src/html/overlays/watermark.ts", "const MAX_ADDRESS = 8_192;", "const MAX_ADDRESS = 2 ** 30;"],
    ],
    readers: ["a picture as the mark"],
  },
  {
    name: "the window of Zstandard is charged",
    edits: [
      ["src/codecs/zstandard.ts", "  if (window > IMAGE_CAPS.stripBytes) {", "  if (window < 0) {"],
      ["src/codecs/zstandard.ts", "  work.spend((window + expected) * COST.clearedByte);\n", ""],
      ["src/codecs/zstandard.ts", "  work.hold(window);\n", ""],
      ["src/codecs/zstandard.ts", "    work.letGo(window);\n", ""],
    ],
    readers: ["a TIFF whose strips of compression 50000"],
  },
];
