import type { z } from "zod";
import { crop } from "../../../src/api/operations/crop.ts";
import { imageToPdf } from "../../../src/api/operations/images.ts";
import { parseRanges } from "../../../src/api/operations/page-ranges.ts";
import { partFileNames } from "../../../src/api/operations/part-names.ts";
import { split } from "../../../src/api/operations/split.ts";
import { chooseRange, matchesAny } from "../../../src/deliver/byte-ranges.ts";
import { attachment } from "../../../src/deliver/headers.ts";
import { Refusal } from "../../../src/errors/errors.ts";
import { readFields } from "../../../src/fields/read-fields.ts";
import { htmlOptions } from "../../../src/html/options.ts";
import { firstPages } from "../../../src/html/printed-ranges.ts";
import { inlineCss } from "../../../src/html/quick/css.ts";
import { decodeEntities } from "../../../src/html/quick/entities.ts";
import { decodeHtml } from "../../../src/html/resources/charset.ts";
import { Gatherer } from "../../../src/html/resources/gatherer.ts";
import { localSource } from "../../../src/html/resources/html-source.ts";
import { sniffFormat } from "../../../src/images/sniff.ts";
import { outputName } from "../../../src/intake/filename.ts";
import { readExtendedValue } from "../../../src/intake/form/part-head.ts";
import { checkAddress } from "../../../src/intake/outbound/address.ts";
import { readFuzzBody } from "../../../test/intake/fuzz.ts";
import { imageTargets } from "../targets/images.ts";
import { pdfTarget } from "../targets/pdf.ts";

/** Something that reads what a stranger sent: the words that mean something to it, and where they are put. */
export interface Reader {
  name: string;
  words: readonly string[];
  /** What comes before and behind the words, so that they are reached. */
  frames: readonly (readonly [before: string, after: string])[];
  read(text: string): unknown;
}

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0) & 255);
const source = localSource(new TextEncoder().encode("<p>"), undefined);
const signal = new AbortController().signal;
const gatherer = () => new Gatherer(source, htmlOptions.parse({ network: "none" }), {}, signal);
const plain = [
  ["", ""],
  ["", "x"],
] as const;
const TEXT = [
  " ",
  "\t",
  "\n",
  ".",
  ",",
  "-",
  "0",
  "9",
  "a",
  "é",
  "\\",
  '"',
  "'",
  "(",
  ")",
  "[",
  "]",
  "{",
  "}",
  "%",
  "%2",
  "1-",
  "- ",
  "1- ,",
  "e",
  "+",
  "/",
  ":",
  ";",
  "=",
  "&",
  "\0",
];

function fields(name: string, schema: z.ZodObject): Reader[] {
  return Object.keys(schema.shape).flatMap((field) =>
    (["multipart", "json"] as const).map((encoding) => ({
      name: `${name} ${field} (${encoding})`,
      words: [...TEXT, "px", "1px ", '{"a":', "[[", "1,", "null,"],
      frames: [
        ["", ""],
        ["", "x"],
        ["1", ""],
        ["[", ""],
        ["{", "}"],
      ],
      read: (text: string) => readFields(new Map([[field, text]]), { schema, encoding, code: "INVALID_INPUT" }),
    })),
  );
}

function body(kind: string, contentType: string, words: readonly string[], frames: Reader["frames"]): Reader {
  const read = (text: string) => readFuzzBody({ name: kind, contentType, bytes: new Uint8Array(bytes(text)) }, true);
  return { name: `a body of ${kind}`, words, frames, read };
}

const part = (head: string): readonly [string, string] => [
  `--b0undary\r\nContent-Disposition: form-data; ${head}`,
  '"\r\n\r\nx\r\n--b0undary--\r\n',
];

export const readers: readonly Reader[] = [
  body(
    "multipart",
    "multipart/form-data; boundary=b0undary",
    [
      "\\",
      "\\\\",
      '\\"',
      '"',
      ";",
      "; a=b",
      " ",
      "\r\n",
      "--",
      "--b0undary",
      "\r\n--b0undary\r\n",
      "a",
      "%41",
      "\r\n\r\n",
    ],
    [part('name="'), part(""), part("name=a; filename*=utf-8''"), ["", ""], ["--b0undary\r\n", ""]],
  ),
  body(
    "JSON",
    "application/json",
    ["{", "[", '{"a":', "[[", '"', "\\", "\\u00", " ", "1", "-", "e", ",", ":", '"a":1,', "true"],
    [
      ["", ""],
      ['{"a":', "}"],
      ['{"fileBase64":"', '"}'],
      ["[", "]"],
    ],
  ),
  body(
    "form",
    "application/x-www-form-urlencoded",
    ["%", "%4", "%41", "+", "&", "=", "a=", "&a=b", "fileBase64=", "A"],
    [
      ["", ""],
      ["a=", ""],
      ["fileBase64=", ""],
    ],
  ),
  ...fields("crop", crop.fields),
  ...fields("split", split.fields),
  ...fields("images", imageToPdf.fields),
  ...fields("HTML", htmlOptions),
  {
    name: "a file's name",
    words: TEXT,
    frames: [
      ["", ""],
      ["a", "b"],
      ["con", ""],
    ],
    read: (text) => attachment(outputName(text, "-x", "document.pdf")),
  },
  {
    name: "an extended value",
    words: TEXT,
    frames: [
      ["utf-8''", ""],
      ["utf-8'", ""],
    ],
    read: readExtendedValue,
  },
  {
    name: "an address",
    words: TEXT,
    frames: [
      ["https://a", ""],
      ["https://", ".com"],
      ["http://1.", "/"],
      ["https://a.com/", ""],
    ],
    read: (text) => checkAddress(text),
  },
  { name: "page ranges", words: TEXT, frames: plain, read: (text) => parseRanges([text, text], 12, 100) },
  {
    name: "pages of HTML",
    words: ["1-", "1,", "-", "3-2,", "9-9,", "1-9,"],
    frames: [
      ["", "1"],
      ["1-", ""],
    ],
    read: (text) => firstPages(text, 2001),
  },
  {
    name: "names of parts",
    words: [...TEXT, "{index}", "{", "{pages}"],
    frames: plain,
    read: (text) => partFileNames(text, [{ pages: "1", title: text }], text.slice(0, 200)),
  },
  {
    name: "a Range",
    words: ["bytes=", "0-", "-", "1-2,", " ", "9"],
    frames: [
      ["bytes=", ""],
      ["", ""],
    ],
    read: (text) => chooseRange(text, 100),
  },
  {
    name: "an ETag",
    words: ['"', "W/", ",", '"a",', " ", "*"],
    frames: plain,
    read: (text) => matchesAny(text, '"a"'),
  },
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

function image(kind: keyof typeof imageTargets, head: string, words: readonly string[]): Reader {
  return { name: `a ${kind}`, words, frames: [[head, ""]], read: (text) => imageTargets[kind].check(bytes(text)) };
}

/** A refusal is an answer like any other: only time is judged here. What else is wrong the other targets find. */
export async function readAnyhow(reader: Reader, text: string): Promise<void> {
  try {
    await reader.read(text);
  } catch (error) {
    if (error instanceof RangeError && /call stack/.test(error.message)) throw error;
    if (error instanceof TypeError && !(error instanceof Refusal)) throw error;
  }
}
