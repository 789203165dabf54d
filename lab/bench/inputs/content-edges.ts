import { deflateSync } from "node:zlib";
import { encodeBaselineFile } from "../../../test/fixtures/jpeg-encoder.ts";
import { seeded } from "../../../test/fixtures/random.ts";
import { PdfFile } from "./pdf-file.ts";

const flate = "/Filter /FlateDecode";

/** Pages of so many operators that one request may not read them all. */
export function writeManyOperators(path: string): void {
  const shape = "q 1 0 0 1 3 4 cm 0.5 g 9 9 m 20 30 l 5 5 8 8 2 2 c S 1 2 3 4 re f Q\n";
  const text = "BT /F 9 Tf 10 20 Td (Words on a line) Tj [(in) -20 (pieces)] TJ ET\n";
  writeTextPages(path, 30, (shape + text).repeat(230_000));
}

/** Pages with the longest strings that a content may have: together more glyphs than one request may read. */
export function writeLongStrings(path: string): void {
  const line = `(${"The quick brown fox jumps over the lazy dog. ".repeat(1000)}) Tj\n`;
  writeTextPages(path, 40, `BT /F 1 Tf ${line.repeat(700)} ET`);
}

/** CMYK images that deflate to a hundredth. Together they have more samples than one request looks at. */
export function writeManySamples(path: string): void {
  const side = 10_000;
  const random = seeded(811);
  const pattern = Buffer.from(Uint8Array.from({ length: 16_000 }, () => random.below(60)));
  const data = deflateSync(Buffer.alloc(side * side * 4, pattern), { level: 9 });
  const entries = `${imageEntries(side)} /ColorSpace /DeviceCMYK ${flate}`;
  writePages(path, (file) => Array.from({ length: 11 }, () => showing(file, file.addStream(entries, data))));
}

/** A JPEG of noise, used on so many pages that one request may not read its bytes as often. */
export function writeDenseJpeg(path: string): void {
  const side = 4000;
  const random = seeded(812);
  const data = Uint8Array.from({ length: side * side }, () => 60 + random.below(195));
  const jpeg = encodeBaselineFile({ width: side, height: side, channels: 1, data }, 2);
  writePages(path, (file) => {
    const image = file.addStream(`${imageEntries(side)} /ColorSpace /DeviceGray /Filter /DCTDecode`, jpeg);
    const page = showing(file, image);
    return new Array<Page>(Math.ceil((300 << 20) / jpeg.length)).fill(page);
  });
}

/** An image whose colours are computed by a program of many steps. */
export function writeSlowColours(path: string): void {
  const side = 2000;
  const random = seeded(813);
  const data = deflateSync(Uint8Array.from({ length: side * side * 2 }, () => random.below(256)));
  const program = `{ ${"exch 2 copy add 3 1 roll pop ".repeat(200)} pop }`;
  writePages(path, (file) => {
    const tint = file.addStream("/FunctionType 4 /Domain [0 1 0 1] /Range [0 1]", Buffer.from(program, "latin1"));
    const space = `/ColorSpace [/DeviceN [/A /B] /DeviceGray ${tint} 0 R]`;
    return [showing(file, file.addStream(`${imageEntries(side)} ${space} ${flate}`, data))];
  });
}

interface Page {
  readonly content: number;
  readonly resources: string;
}

function imageEntries(side: number): string {
  return `/Type /XObject /Subtype /Image /Width ${side} /Height ${side} /BitsPerComponent 8`;
}

function showing(file: PdfFile, image: number): Page {
  const content = file.addStream("", Buffer.from("q 500 0 0 500 0 0 cm /I Do Q", "latin1"));
  return { content, resources: `/XObject << /I ${image} 0 R >>` };
}

function writeTextPages(path: string, count: number, content: string): void {
  writePages(path, (file) => {
    const font = file.add("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>");
    const stream = file.addStream(flate, deflateSync(Buffer.from(content, "latin1")));
    return new Array<Page>(count).fill({ content: stream, resources: `/Font << /F ${font} 0 R >>` });
  });
}

function writePages(path: string, add: (file: PdfFile) => readonly Page[]): void {
  const file = new PdfFile(path, "table");
  const tree = file.reserve();
  const kids = add(file).map(({ content, resources }) =>
    file.add(`<< /Type /Page /Parent ${tree} 0 R /Resources << ${resources} >> /Contents ${content} 0 R >>`),
  );
  const list = kids.map((kid) => `${kid} 0 R`).join(" ");
  file.put(tree, `<< /Type /Pages /Count ${kids.length} /MediaBox [0 0 500 500] /Kids [${list}] >>`);
  const catalog = file.add(`<< /Type /Catalog /Pages ${tree} 0 R >>`);
  file.finish(`/Root ${catalog} 0 R`);
}
