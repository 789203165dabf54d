import { deflateSync } from "node:zlib";
import type { Random } from "../../../test/fixtures/random.ts";

/** Small documents with what large ones have: links, forms, an outline, labels, object streams, filters. */
export function pdfSeeds(random: Random): Uint8Array[] {
  const rich = richObjects(random);
  return [withTable(rich), withStreams(rich), withTable(rich, true)];
}

function richObjects(random: Random): string[] {
  const content = "q 1 0 0 1 20 20 cm /X1 Do Q BT /F1 12 Tf 10 50 Td (seed) Tj ET";
  return [
    "<< /Type /Catalog /Pages 2 0 R /Outlines 8 0 R /AcroForm << /Fields [10 0 R] /DA (/F1 9 Tf) /DR << /Font << /F1 7 0 R >> >> >> " +
      "/Names << /Dests << /Names [(one) [4 0 R /Fit] (two) [5 0 R /XYZ 0 0 0]] >> >> /PageLabels << /Nums [0 << /S /r >> 1 << /S /D >>] >> >>",
    "<< /Type /Pages /Count 3 /Kids [3 0 R 5 0 R] /MediaBox [0 0 200 200] /Rotate 90 >>",
    "<< /Type /Pages /Parent 2 0 R /Count 2 /Kids [4 0 R 13 0 R] /Resources << /Font << /F1 7 0 R >> /XObject << /X1 12 0 R >> >> >>",
    "<< /Type /Page /Parent 3 0 R /Contents 6 0 R /Annots [9 0 R 10 0 R] /CropBox [10 10 190 190] /StructParents 0 >>",
    "<< /Type /Page /Parent 2 0 R /Contents [6 0 R 6 0 R] /Resources << /Font << /F1 7 0 R >> /XObject << /X1 12 0 R >> >> /UserUnit 2 >>",
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    "<< /Type /Outlines /First 11 0 R /Last 11 0 R /Count 1 >>",
    `<< /Type /Annot /Subtype /Link /Rect [0 0 50 50] /A << /S /GoTo /D (two) /Next << /S /URI /URI (http://x/${random.below(9)}) >> >> >>`,
    "<< /Type /Annot /Subtype /Widget /FT /Tx /T (field) /V (value) /Rect [60 0 90 20] /P 4 0 R >>",
    "<< /Title (Chapter) /Parent 8 0 R /Dest [4 0 R /XYZ 0 100 0] >>",
    "<< /Type /XObject /Subtype /Form /BBox [0 0 10 10] /Resources << /XObject << /X2 12 0 R >> >> /Length 3 >>\nstream\nq Q\nendstream",
    "<< /Type /Page /Parent 3 0 R /Contents 6 0 R /Rotate -90 /MediaBox [200 0 0 100] >>",
  ];
}

function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0) & 255);
}

function withTable(objects: readonly string[], updated = false): Uint8Array {
  let text = "%PDF-1.5\n";
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = text.length;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`);
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows.join("")}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /ID [<0011> <2233>] >>\nstartxref\n${start}\n%%EOF\n`;
  if (!updated) return bytesOf(text);
  const offset = text.length;
  text += `7 0 obj\n${objects[6]}\nendobj\n`;
  const second = text.length;
  text += `xref\n7 1\n${String(offset).padStart(10, "0")} 00000 n \ntrailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Prev ${start} >>\n`;
  return bytesOf(`${text}startxref\n${second}\n%%EOF\n`);
}

/** Everything without a stream in an object stream; the stream objects as they are. */
function withStreams(objects: readonly string[]): Uint8Array {
  const packed = objects
    .map((object, index) => ({ number: index + 1, object }))
    .filter(({ object }) => !object.includes("stream\n"));
  let header = "";
  let body = "";
  for (const { number, object } of packed) {
    header += `${number} ${body.length} `;
    body += `${object}\n`;
  }
  const container = objects.length + 1;
  const places = new Map<number, readonly [number, number, number]>();
  for (const [index, { number }] of packed.entries()) places.set(number, [2, container, index]);
  let text = "%PDF-1.5\n";
  for (const [index, object] of objects.entries()) {
    if (places.has(index + 1)) continue;
    places.set(index + 1, [1, text.length, 0]);
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
  }
  places.set(container, [1, text.length, 0]);
  const compressed = latin1(deflateSync(header + body));
  text += `${container} 0 obj\n<< /Type /ObjStm /N ${packed.length} /First ${header.length} /Filter /FlateDecode /Length ${compressed.length} >>\nstream\n${compressed}\nendstream\nendobj\n`;
  const self = container + 1;
  const start = text.length;
  places.set(self, [1, start, 0]);
  const rows: number[] = [0, 0, 0, 0];
  for (let number = 1; number <= self; number++) {
    const [type, place, extra] = places.get(number) ?? [0, 0, 0];
    rows.push(type, place >> 8, place & 255, extra);
  }
  const table = latin1(deflateSync(Uint8Array.from(rows)));
  text += `${self} 0 obj\n<< /Type /XRef /Size ${self + 1} /W [1 2 1] /Root 1 0 R /Filter /FlateDecode /Length ${table.length} >>\nstream\n${table}\nendstream\nendobj\n`;
  return bytesOf(`${text}startxref\n${start}\n%%EOF\n`);
}

function latin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}
