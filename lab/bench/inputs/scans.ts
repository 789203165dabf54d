import { deflateSync } from "node:zlib";
import { encodeG4 } from "../../../test/fixtures/g4.ts";
import { type Picture, scan } from "../../../test/fixtures/picture.ts";
import { seeded } from "../../../test/fixtures/random.ts";
import { encodeJpeg } from "./codecs.ts";
import { PdfFile } from "./pdf-file.ts";

const [width, height] = [2480, 3508];
/** Pages of each kind. With this number the file has 33 MB. */
const pages = { fax: 60, flate: 14, jpeg: 22 };

/** S: scanned pages at 300 dpi: fax of one bit, gray in Flate, and gray in JPEG, with the grain of paper. */
export async function writeScannedDocument(path: string): Promise<void> {
  const file = new PdfFile(path, "table");
  const tree = file.reserve();
  const kids: number[] = [];
  const addPage = (entries: string, data: Uint8Array): void => {
    const image = file.addStream(`/Type /XObject /Subtype /Image /Width ${width} /Height ${height} ${entries}`, data);
    const content = file.addStream("", Buffer.from("q 595.28 0 0 841.89 0 0 cm /Im0 Do Q", "latin1"));
    const resources = `/Resources << /XObject << /Im0 ${image} 0 R >> >>`;
    kids.push(file.add(`<< /Type /Page /Parent ${tree} 0 R ${resources} /Contents ${content} 0 R >>`));
  };
  for (let index = 0; index < pages.fax; index++) {
    const parameters = `/Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns ${width} /Rows ${height} >>`;
    const { rows } = scan(width, height, 300 + index);
    addPage(`/ColorSpace /DeviceGray /BitsPerComponent 1 ${parameters}`, encodeG4(rows, width, height));
  }
  const gray = "/ColorSpace /DeviceGray /BitsPerComponent 8";
  for (let index = 0; index < pages.flate; index++) {
    addPage(`${gray} /Filter /FlateDecode`, deflateSync(grainy(500 + index, 1).data, { level: 5 }));
  }
  for (let index = 0; index < pages.jpeg; index++) {
    const jpeg = await encodeJpeg(grainy(700 + index, 3), 80, 2);
    addPage("/ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode", jpeg);
  }
  const list = kids.map((kid) => `${kid} 0 R`).join(" ");
  file.put(tree, `<< /Type /Pages /Count ${kids.length} /MediaBox [0 0 595.28 841.89] /Kids [${list}] >>`);
  const catalog = file.add(`<< /Type /Catalog /Pages ${tree} 0 R >>`);
  file.finish(`/Root ${catalog} 0 R`);
}

/** Dark print on light paper, both of them uneven. */
function grainy(seed: number, channels: 1 | 3): Picture {
  const { rows } = scan(width, height, seed);
  const random = seeded(seed);
  const stride = (width + 7) >> 3;
  const grain = Uint8Array.from({ length: 4096 }, () => random.below(10));
  const data = new Uint8Array(width * height * channels);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const isDark = ((rows[y * stride + (x >> 3)]! >> (7 - (x & 7))) & 1) === 1;
      const value = (isDark ? 30 : 236) + grain[(x * 31 + y * 17) & 4095]!;
      for (let channel = 0; channel < channels; channel++) data[at++] = value;
    }
  }
  return { width, height, channels, data };
}
