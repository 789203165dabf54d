import { deflateSync } from "node:zlib";
import { type Random, seeded } from "../../../test/fixtures/random.ts";
import { embedFonts } from "./fonts.ts";
import { PdfFile } from "./pdf-file.ts";
import { textPage, vocabulary } from "./prose.ts";

const LOGO = { width: 600, height: 200 };

/** An invoice of a template: its fonts, its logo and its profile are those of all others, its text is its own. */
export function writeInvoice(path: string, number: number): void {
  const file = new PdfFile(path, "table");
  const logo = file.addStream(
    `/Type /XObject /Subtype /Image /Width ${LOGO.width} /Height ${LOGO.height} /BitsPerComponent 8 ` +
      "/ColorSpace /DeviceRGB /Filter /FlateDecode",
    deflateSync(logoSamples(seeded(20263))),
  );
  const resources = file.add(`<< /Font ${embedFonts(file)} /XObject << /Logo ${logo} 0 R >> >>`);
  const random = seeded(30_000 + number);
  const text = textPage(random, vocabulary(random), `Invoice ${number}`, 0);
  const content = file.addStream(
    "/Filter /FlateDecode",
    deflateSync(Buffer.from(`q 150 0 0 50 400 780 cm /Logo Do Q\n${text}`, "latin1")),
  );
  const [tree, page] = [file.reserve(), file.reserve()];
  file.put(tree, `<< /Type /Pages /Count 1 /Kids [${page} 0 R] >>`);
  file.put(
    page,
    `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 595.28 841.89] /Resources ${resources} 0 R ` +
      `/Contents ${content} 0 R >>`,
  );
  const catalog = file.add(`<< /Type /Catalog /Pages ${tree} 0 R >>`);
  const info = file.add(`<< /Title (Invoice ${number}) /Producer (seeded input) >>`);
  file.finish(`/Root ${catalog} 0 R /Info ${info} 0 R`);
}

/** Shades with a little noise, as a logo that was scanned once has. */
function logoSamples(random: Random): Uint8Array {
  return Uint8Array.from(
    { length: LOGO.width * LOGO.height * 3 },
    (_, at) => ((at / (LOGO.width * 3)) & 0xff) + random.below(8),
  );
}
