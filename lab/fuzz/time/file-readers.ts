import { htmlOptions } from "../../../src/html/fields/options.ts";
import { markdownPage } from "../../../src/html/markdown/markdown.ts";
import { inlineCss } from "../../../src/html/quick/css.ts";
import { decodeEntities } from "../../../src/html/quick/self-contained.ts";
import { decodeHtml } from "../../../src/html/resources/charset.ts";
import { Gatherer } from "../../../src/html/resources/gatherer.ts";
import { localSource } from "../../../src/html/resources/html-source.ts";
import { DEFAULT_OPTIONS, ImageDocument } from "../../../src/images/image-document.ts";
import { sniffFormat } from "../../../src/images/sniff.ts";
import { Work } from "../../../src/meter/work.ts";
import { sharedStrips } from "../../../test/fixtures/hostile/images.ts";
import { DEFLATE, JPEG, LZW, PACK_BITS, tiff } from "../../../test/fixtures/tiff.ts";
import { imageTargets } from "../targets/images.ts";
import { pdfTarget } from "../targets/pdf.ts";
import { bytes, plain, type Reader } from "./reader.ts";

const source = localSource(new TextEncoder().encode("<p>"), undefined);
const signal = new AbortController().signal;
const gatherer = () => new Gatherer(source, htmlOptions.parse({ network: "none" }), {}, signal);

/** More than the meter allows a small file ends it; what remains is the time until then. */
const MAX_MS = 2500;
/** A sixth of what a request may do shows whether all is charged. */
const SMALL_WORK = { steps: 200_000, stepsPerMebibyte: 60_000 };
const STRIPS = 10_000;
const STRIP_WIDTH = 64;

/** Of files: HTML and what belongs to it, PDFs, images. */
export const fileReaders: readonly Reader[] = [
  {
    name: "the encoding of HTML",
    words: [
      "<",
      "<!--",
      "-->",
      "<style",
      "<style>",
      "</style",
      "<STYLE<",
      "<meta ",
      "<meta charset=",
      "content=",
      "charset=",
      '"',
      "'",
      "=",
      " ",
      "/",
      ">",
    ],
    frames: [
      ["", ""],
      ["<meta ", ">"],
      ['<meta http-equiv=content-type content="', '">'],
    ],
    read: (text) => decodeHtml(bytes(text)),
  },
  {
    name: "a style sheet",
    words: [
      "url(",
      "url('",
      "/*",
      "*/",
      "@import ",
      '@import "a" ',
      '"',
      "'",
      "\\",
      "\n",
      "(",
      ")",
      "{",
      "}",
      ";",
      " ",
      "supports(",
      "layer(",
    ],
    frames: [
      ["", ""],
      ["", "{"],
      ['@import "data:text/css,a" ', ";"],
    ],
    read: (text) => inlineCss(text, new URL("https://a.test/"), gatherer()),
  },
  {
    name: "a data URL",
    words: [";", ",", "a", "%", "%41", ";base64", "="],
    frames: [
      ["data:", ""],
      ["data:text/plain", ",x"],
      ["data:;base64,", ""],
    ],
    read: (text) => gatherer().resource(text, new URL("https://a.test/")),
  },
  {
    name: "character references",
    words: ["&", "&#", "&#x", "&a", "&amp", "1", ";", "a"],
    frames: plain,
    read: decodeEntities,
  },
  {
    name: "a file of unknown kind",
    words: ["<!---->", "<!--", "<?xml", ">", " ", "<!doctype svg", "<svg", "-->", "ftyp", "PK"],
    frames: plain,
    read: (text) => sniffFormat(bytes(text)),
  },
  {
    name: "Markdown",
    words: [
      "a",
      "_",
      "__a",
      "*",
      "`",
      "[",
      "](",
      "![",
      "<",
      "<a ",
      "<!--",
      ">",
      "- ",
      "1. ",
      "|",
      "\n",
      "\n\n",
      "&a;",
      "@",
    ],
    frames: [...plain, ["https://a.b/", ""], ["[^1]: a\n\n", ""], ["a|b\n-|-\n", ""], ["```js\n", "\n```"]],
    mostMs: MAX_MS,
    read: (text) => markdownPage(text, "markdown"),
  },
  ...[DEFLATE, LZW].map((compression) =>
    strips(
      compression,
      ["\0", "\xff", "\x80", "\x78\x9c", "\x01\x02\x00\xfd\xff\0\0", "\x28\xb5\x2f\xfd", "\x70"],
      [...plain, ["\x28\xb5\x2f\xfd\0\x70", ""], ["\x78\x01", ""]],
    ),
  ),
  strips(JPEG, ["\xff\xfe\0\x02", "\xff\xdb\0\x03a", "\xff", "\xff\xda\0\x02"], [["\xff\xd8", "\xff\xd9"]]),
  strips(PACK_BITS, ["\0", "\xff", "\x80"], plain, { 266: 2 }),
  {
    name: "a PDF",
    words: [
      "<<",
      ">>",
      "[",
      "]",
      "(",
      ")",
      "\\",
      "/",
      "/A ",
      "<",
      ">",
      "%",
      "1 ",
      "0 0 R ",
      "1 0 obj",
      "endobj ",
      "1 0 obj<<>>endobj ",
      "stream\n",
      "endstream",
      "xref\n",
      "trailer",
      "trailer<<",
      "startxref ",
      "/Length 9",
      "/Kids[1 0 R]",
      "#",
      "\r",
      "-",
      ".",
      "null ",
    ],
    frames: [
      ["%PDF-1.7\n", ""],
      ["%PDF-1.7\n1 0 obj", "endobj trailer<</Root 1 0 R>>"],
      [
        "%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Count 1/Kids[",
        "]>>endobj trailer<</Root 1 0 R>>",
      ],
      ["%PDF-1.7\nxref\n0 9\n", "\nstartxref\n9\n%%EOF"],
    ],
    read: (text) => pdfTarget.check(bytes(text)),
  },
  image("jpeg", "\xff\xd8", [
    "\xff",
    "\xff\xd8",
    "\xff\xe1\0\x02",
    "\xff\xda\0\x02",
    "\xff\xc0\0\x0b\x08\0\x01\0\x01\x01\x01\x11\0",
    "\xff\xc4\0\x02",
    "\0",
    "\xff\xd0",
  ]),
  image("png", "\x89PNG\r\n\x1a\n", [
    "\0\0\0\0IDAT\x35\xaf\x06\x1e",
    "\0\0\0\0tEXt\0\0\0\0",
    "\0",
    "\0\0\0\rIHDR",
    "IEND",
  ]),
  image("gif", "GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff", [
    "!\xf9\x04\0\0\0\0\0",
    "!\xfe\0",
    ",\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0",
    "!\xfe\x01a",
    "\0",
    ",",
    ";",
  ]),
  image("tiff", "II*\0\x08\0\0\0", ["\x01\0", "\0\x01\x03\0\x01\0\0\0\x01\0\0\0", "\x08\0\0\0", "\xff", "\0"]),
  image("webp", "RIFF\xff\xff\0\0WEBP", [
    "VP8 \0\0\0\0",
    "VP8L\x01\0\0\0/",
    "ALPH\0\0\0\0",
    "ANMF\0\0\0\0",
    "EXIF\x02\0\0\0aa",
    "\0",
    "/",
  ]),
];

function strips(
  compression: number,
  words: readonly string[],
  frames: Reader["frames"],
  tags: ReturnType<typeof sharedStrips>["tags"] = {},
): Reader {
  return {
    name: `a TIFF whose strips of compression ${compression} share their bytes`,
    words,
    frames,
    mostMs: 1000,
    read: (text) => {
      const page = sharedStrips(STRIPS, bytes(text), compression, STRIP_WIDTH);
      const file = tiff({ pages: [{ ...page, tags: { ...page.tags, ...tags } }] });
      const document = new ImageDocument(new Work(file.length, SMALL_WORK));
      return document.add({ name: "a.tif", bytes: file }, DEFAULT_OPTIONS);
    },
  };
}

function image(kind: keyof typeof imageTargets, head: string, words: readonly string[]): Reader {
  return { name: `a ${kind}`, words, frames: [[head, ""]], read: (text) => imageTargets[kind].check(bytes(text)) };
}
