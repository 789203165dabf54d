import { md5 } from "../../../../src/pdf/security/password-md5.ts";
import { rc4 } from "../../../../src/pdf/security/rc4.ts";
import { latin1 } from "../../../../src/pdf-objects/rope.ts";
import {
  damaged,
  deflated,
  type FileOptions,
  objectStream,
  type Places,
  pdf,
  stream,
  text,
  withUpdate,
  xrefStream,
} from "../../../fixtures/pdf.ts";
import { bodiesOf, type Construct, construct, hidden, onePage } from "../construct.ts";
import * as mupdf from "../finder/mupdf.ts";
import { linesOf } from "../made/lines.ts";
import type { Secret } from "../secret.ts";

/** What a protected file hides: its content, a note, and the tags of what is outside. */
function rich(secret: Secret): Uint8Array {
  return pdf({
    ...bodiesOf(hidden(secret), { page: "/Annots[10 0 R]", catalog: "/Outlines 11 0 R" }),
    10: `<</Type/Annot/Subtype/Text/Rect[10 10 30 30]/Contents(${secret.word})>>`,
    11: "<</Type/Outlines/First 12 0 R/Last 12 0 R/Count 1>>",
    12: `<</Title(${secret.word})/Parent 11 0 R>>`,
  });
}

function encrypted(file: Uint8Array, options: string): Uint8Array {
  const document = mupdf.Document.openDocument(file, "application/pdf") as mupdf.PDFDocument;
  return document.saveToBuffer(options).asUint8Array().slice();
}

/** What the rules for passwords put before every password: all of the empty one (ISO 32000-2, 7.6.4.3.2). */
const PADDING = Buffer.from("28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a", "hex");

/** A page whose content is encrypted, in a file without an identifier. */
function encryptedWithoutIdentifier(content: string): Uint8Array {
  const bodies = bodiesOf(content);
  const key = md5(PADDING, Buffer.alloc(32, 0x4f), Buffer.from([0xfc, 0xff, 0xff, 0xff])).subarray(0, 5); // 'O'
  const plain = latin1(/stream\n(.*)\nendstream/s.exec(String(bodies[4]))![1]!);
  const sealed = rc4(md5(key, Buffer.from([4, 0, 0, 0, 0])).subarray(0, 10), plain);
  const password = Buffer.from(rc4(key, PADDING)).toString("hex");
  const encrypt = `/Filter/Standard/V 1/R 2/P -4/O(${"O".repeat(32)})/U<${password}>`;
  const trailer = `/Root 1 0 R/Encrypt<<${encrypt}>>`;
  return pdf({ ...bodies, 4: stream(Buffer.from(sealed).toString("latin1")) }, { trailer });
}

const after = (file: Uint8Array, more: string) => latin1(text(file) + more);

const compressed: FileOptions = { style: "stream", compressed: [1, 2, 3, 5, 6] };

export const storageConstructs: Construct[] = [
  ...(["rc4-40", "rc4-128", "aes-128", "aes-256"] as const).map((method) =>
    construct(
      `encryption: ${method}`,
      (secret) => encrypted(rich(secret), `encrypt=${method},user-password=pass,owner-password=own`),
      {
        password: "pass",
        varies: "salts and initial vectors are random",
      },
    ),
  ),
  construct(
    "encryption: without a password to open",
    (secret) => encrypted(rich(secret), "encrypt=aes-128,owner-password=own"),
    {
      varies: "salts and initial vectors are random",
    },
  ),
  construct("encryption: without an identifier", (secret) => encryptedWithoutIdentifier(hidden(secret))),
  construct(
    "encryption: bytes between and after objects",
    ({ word }) => after(encrypted(onePage(""), "encrypt=rc4-128,user-password=pass"), `\n% ${word}\n`),
    {
      password: "pass",
      varies: "salts and initial vectors are random",
    },
  ),
  construct("revision: older content", ({ word }) =>
    withUpdate(onePage(`BT /F1 12 Tf 150 150 Td (${word}) Tj ET`), { 4: bodiesOf("")[4]! }),
  ),
  construct("revision: an older page", ({ word }) =>
    withUpdate(onePage("", { page: `/Mine(${word})` }), { 3: bodiesOf("")[3]! }),
  ),
  construct("revision: three of them", ({ word }) =>
    withUpdate(
      withUpdate(onePage(hidden({ word } as Secret)), { 4: stream(`BT /F1 12 Tf 20 200 Td (${word}) Tj ET`) }),
      { 4: bodiesOf("")[4]! },
    ),
  ),
  construct("revision: information of an older one", ({ word }) =>
    withUpdate(
      pdf({ ...bodiesOf(""), 10: `<</Title(${word})>>` }, { trailer: "/Root 1 0 R/Info 10 0 R" }),
      { 10: "<</Title(new)>>" },
      "/Root 1 0 R/Info 10 0 R",
    ),
  ),
  construct("revision: the newest hides outside what the oldest had inside", ({ word }) =>
    withUpdate(onePage(`BT /F1 12 Tf 150 150 Td (${word}) Tj ET`), {
      4: stream(`BT /F1 12 Tf 150 200 Td (inside) Tj ET BT /F1 12 Tf 10 20 Td (${word}) Tj ET`),
    }),
  ),
  construct("objects: never used", ({ word }) =>
    onePage("", { objects: { 10: `(${word})`, 11: stream(word), 12: deflated(word) } }),
  ),
  construct("objects: used by each other only", ({ word }) =>
    onePage("", { objects: { 10: "<</A 11 0 R>>", 11: `<</B 10 0 R/C(${word})>>` } }),
  ),
  construct("objects: another page, which is in no tree", ({ word }) =>
    onePage("", {
      objects: { 10: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 11 0 R>>", 11: stream(`(${word}) Tj`) },
    }),
  ),
  construct("objects: in an object stream and never used", ({ word }) =>
    pdf({ ...bodiesOf(""), 10: `(${word})` }, { ...compressed, compressed: [1, 2, 3, 5, 6, 10] }),
  ),
  construct("objects: a gap in an object stream", ({ word }) => gapped(word)),
  construct(
    "objects: two of one number",
    ({ word }) => {
      const file = onePage("");
      return damaged(file, "4 0 obj", `4 0 obj\n<</Length 20>>stream\n(${word}) Tj\nendstream\nendobj\n4 0 obj`);
    },
    { picture: "damaged" },
  ),
  construct("objects: freed", ({ word }) => {
    const file = pdf({ ...bodiesOf(""), 10: `(${word})` });
    return latin1(text(file).replace(/(10 1\n\d{10} 00000) n/, "$1 f"));
  }),
  construct("bytes: before the header", ({ word }) => latin1(`${word}\n${text(onePage(""))}`)),
  construct("bytes: after the header", ({ word }) => pdf(bodiesOf(""), { header: `%PDF-1.7\n%${word}\n` })),
  construct("bytes: after the end", ({ word }) => after(onePage(""), `\n${word}\n`)),
  construct("bytes: a second file after the end", (secret) => after(onePage(""), text(onePage(hidden(secret)))), {
    picture: "damaged",
    inside: "inside",
  }),
  construct("bytes: between objects", ({ word }) => damaged(onePage(""), "5 0 obj", `${word}\n5 0 obj`)),
  construct("bytes: a comment in a dictionary", ({ word }) => {
    return pdf({ ...bodiesOf(""), 5: `<<% ${word}\n${bodiesOf("")[5]!.slice(2)}` });
  }),
  construct("bytes: after a stream's data", ({ word }) => {
    const body = bodiesOf("")[4]!;
    return pdf({ ...bodiesOf(""), 4: body.replace("\nendstream", `\n${word}\nendstream`) });
  }),
  construct("bytes: after what is deflated", ({ word }) => {
    const body = deflated("BT /F1 12 Tf 150 200 Td (inside) Tj ET\n");
    const length = Number(/Length (\d+)/.exec(body)![1]);
    return pdf({
      ...bodiesOf(""),
      4: body.replace(/Length \d+/, `Length ${length + word.length}`).replace("\nendstream", `${word}\nendstream`),
    });
  }),
  construct("bytes: between endstream and endobj", ({ word }) => {
    const body = bodiesOf("")[4]!;
    return pdf({ ...bodiesOf(""), 4: `${body} (${word})` });
  }),
  construct(
    "bytes: a wrong length that hides the rest",
    (secret) => {
      const body = stream(`BT /F1 12 Tf 150 200 Td (inside) Tj ET\n${hidden(secret)}`);
      return pdf({ ...bodiesOf(""), 4: body.replace(/Length \d+/, "Length 39") });
    },
    { picture: "damaged" },
  ),
  construct("cross-reference: rebuilt", (secret) => damaged(onePage(hidden(secret)), "startxref\n", "startxref\n9")),
  construct("cross-reference: a stream", (secret) => pdf(bodiesOf(hidden(secret)), { style: "stream" })),
  construct("cross-reference: a stream with telling entries", ({ word }) =>
    pdf(bodiesOf(""), { ...compressed, trailer: `/Root 1 0 R/Mine(${word})` }),
  ),
  construct("cross-reference: of both kinds", (secret) => hybrid(secret)),
  construct("filters: a stream's own parameters that nobody knows", ({ word }) =>
    pdf({ ...bodiesOf(""), 4: stream("BT /F1 12 Tf 150 200 Td (inside) Tj ET\n", `/Mine(${word})/DL 9/${word} true`) }),
  ),
  construct(
    "filters: a content in a file of its own",
    ({ word }) => pdf({ ...bodiesOf(""), 4: stream("", `/F(${word})/FFilter/FlateDecode`) }),
    { inside: "", picture: "damaged" },
  ),
  construct("size: a thousand lines", (secret) => onePage(linesOf(secret.word)), { inside: "inside" }),
];

/** Bytes between the objects of an object stream, which only its offsets tell from garbage. */
function gapped(word: string): Uint8Array {
  const bodies = bodiesOf("");
  let file = "%PDF-1.7\n";
  const places: Places = new Map();
  for (const number of [4, 5, 6]) {
    places.set(number, [1, file.length, 0]);
    file += `${number} 0 obj\n${bodies[number]}\nendobj\n`;
  }
  const { dict, data } = objectStream([
    [1, `${bodies[1]} (${word})`],
    [2, bodies[2]!],
    [3, bodies[3]!],
  ]);
  places.set(7, [1, file.length, 0]);
  file += `7 0 obj\n${deflated(data, dict)}\nendobj\n`;
  for (const [index, number] of [1, 2, 3].entries()) places.set(number, [2, 7, index]);
  const start = file.length;
  places.set(8, [1, start, 0]);
  file += `8 0 obj\n${xrefStream(places, 9, "/Root 1 0 R")}\nendobj\nstartxref\n${start}\n%%EOF\n`;
  return latin1(file);
}

/** A table for old readers, which show another content than the stream of new ones names (7.5.8.4). */
function hybrid({ word }: Secret): Uint8Array {
  const bodies = { ...bodiesOf(""), 10: `(${word})` };
  const file = text(pdf(bodies));
  const start = file.indexOf("xref\n0 1");
  const places: Places = new Map([[11, [1, start, 0]]]);
  const section = `11 0 obj\n${xrefStream(places, 12, `/Mine(${word})`)}\nendobj\n`;
  const table = file.slice(start).replace("trailer\n<<", `trailer\n<</XRefStm ${start}`);
  return latin1(
    file.slice(0, start) + section + table.replace(/startxref\n\d+/, `startxref\n${start + section.length}`),
  );
}
