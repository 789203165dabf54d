import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { jpegSegments, MARKER } from "../../../src/codecs/jpeg/jpeg-segments.ts";
import { Work } from "../../../src/meter/work.ts";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { stripped } from "../../../src/remove/copy/strip.ts";
import { encodeBaselineFile } from "../../fixtures/jpeg-encoder.ts";
import { build, stream } from "../../remove/files.ts";
import { removeOutside } from "../../support/at-once.ts";

const [WIDTH, HEIGHT] = [203, 141];
const DATA = Uint8Array.from({ length: WIDTH * HEIGHT * 3 }, (_, i) => {
  const [x, y] = [Math.floor(i / 3) % WIDTH, Math.floor(i / 3 / WIDTH)];
  return 128 + 70 * Math.sin(x / 9 + (i % 3)) + 40 * Math.cos((x * y) / 50) + ((i * 7919) % 13);
});
const PICTURE = { width: WIDTH, height: HEIGHT, channels: 3, data: DATA } as const;
const photo = sharp(DATA, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } });

/** With an FF that a zero follows, as in data. */
const SECRET = Buffer.from("the secret\xff\0word", "latin1");

const strip = (data: Uint8Array) => Buffer.concat(stripped(data, ["DCTDecode"], new Work(1 << 20)));
const pixels = (data: Uint8Array) => sharp(data, { failOn: "none" }).raw().toBuffer();
const isSame = (one: Uint8Array, other: Uint8Array) => Buffer.compare(one, other) === 0;
const isSamePicture = async (one: Uint8Array, other: Uint8Array) => isSame(await pixels(one), await pixels(other));

/** Puts bytes behind the codes of each scan, and before each restart. */
function withSecrets(data: Uint8Array): Buffer {
  const pieces: Uint8Array[] = [];
  let kept = 0;
  const put = (at: number): void => {
    pieces.push(data.subarray(kept, at), SECRET);
    kept = at;
  };
  for (const { marker, dataEnd, end } of jpegSegments(data).segments) {
    if (marker !== MARKER.SOS) continue;
    for (let at = dataEnd; at < end; at++) if (data[at] === 0xff && (data[at + 1]! & 0xf8) === MARKER.RST0) put(at);
    put(end);
  }
  return Buffer.concat([...pieces, data.subarray(kept)]);
}

const KINDS: [string, () => Uint8Array | Promise<Uint8Array>][] = [
  ["baseline", () => photo.jpeg({ chromaSubsampling: "4:2:0" }).toBuffer()],
  [
    "baseline without subsampling, with tables of its own",
    () => photo.jpeg({ quality: 98, mozjpeg: true, progressive: false }).toBuffer(),
  ],
  ["gray", () => photo.clone().grayscale().jpeg().toBuffer()],
  ["with a restart after each row of units", () => encodeBaselineFile(PICTURE, 4, undefined, Math.ceil(WIDTH / 8))],
  ["with a restart after each unit", () => encodeBaselineFile(PICTURE, 4, undefined, 1)],
  ["progressive", () => photo.jpeg({ progressive: true }).toBuffer()],
  ["progressive and gray", () => photo.clone().grayscale().jpeg({ progressive: true, quality: 95 }).toBuffer()],
  [
    "larger than what is read at once",
    () =>
      sharp({
        create: {
          width: 900,
          height: 900,
          channels: 3,
          background: "red",
          noise: { type: "gaussian", mean: 128, sigma: 60 },
        },
      })
        .jpeg({ quality: 95 })
        .toBuffer(),
  ],
];

describe("a JPEG that stays whole holds only its codes", () => {
  it.each(KINDS)("when it is %s", async (_, make) => {
    const plain = Buffer.from(await make());
    const tampered = withSecrets(plain);
    expect(tampered.includes(SECRET)).toBe(true);
    const result = strip(tampered);
    expect(isSame(result, strip(plain))).toBe(true);
    expect(result.includes("secret")).toBe(false);
    expect(await isSamePicture(result, plain)).toBe(true);
  });

  it.each(KINDS)("and keeps its bytes, when it is %s", async (_, make) => {
    const plain = Buffer.from(await make());
    const { segments } = jpegSegments(plain);
    const kept = jpegSegments(strip(plain)).segments;
    const scans = (of: typeof segments, data: Buffer) =>
      Buffer.concat(
        of.filter(({ marker }) => marker === MARKER.SOS).map(({ start, end }) => data.subarray(start, end)),
      );
    expect(isSame(scans(kept, strip(plain)), scans(segments, plain))).toBe(true);
  });

  it("and no second picture behind its only scan", async () => {
    const [first, second] = [
      encodeBaselineFile(PICTURE, 4),
      encodeBaselineFile({ ...PICTURE, data: DATA.toReversed() }, 4),
    ];
    const both = Buffer.concat([first.subarray(0, -2), second.subarray(2)]);
    expect(isSame(strip(both), strip(first))).toBe(true);
    expect(await isSamePicture(both, first)).toBe(true);
  });

  it("and ones in the bits that fill up its last byte", () => {
    const plain = strip(encodeBaselineFile(PICTURE, 4, undefined, 1));
    const zeros = Buffer.from(plain);
    let changed = 0;
    for (let at = 1; at < plain.length; at++) {
      const isEnd = plain[at] === 0xff && (plain[at + 1]! & 0xf8) === MARKER.RST0 && plain[at - 1] !== 0;
      if (!isEnd || (plain[at - 1]! & 1) === 0) continue;
      zeros[at - 1]! &= 0xfe;
      if (isSame(strip(zeros), plain)) changed++;
      else zeros[at - 1] = plain[at - 1]!;
    }
    // Seven of eight intervals or so end within a byte.
    expect(changed).toBeGreaterThan(200);
  });

  it.each<[string, (data: string) => string]>([
    ["breaks off", (data) => `${data.slice(0, data.length >> 1)}\xff\xd9`],
    ["has a restart twice", (data) => data.replace("\xff\xd1", "\xff\xd0\xff\xd1")],
    ["has another marker before a restart", (data) => data.replace("\xff\xd1", "\xff\x02\xff\xd1")],
  ])("unless it %s: then it keeps its bytes", (_, damage) => {
    const plain = Buffer.from(encodeBaselineFile(PICTURE, 4, undefined, 8)).toString("latin1");
    const damaged = Buffer.from(damage(plain), "latin1");
    expect(isSame(strip(damaged), damaged)).toBe(true);
  });

  it("also as a mask, behind another filter, and in the content of a page", () => {
    const gray = { width: 40, height: 32, channels: 1, data: DATA.slice(0, 40 * 32) };
    const data: string = Buffer.from(withSecrets(encodeBaselineFile(gray, 4, undefined, 3))).toString("latin1");
    const image = (filter: string, coded: string, more = "") =>
      stream(
        `/Type/XObject/Subtype/Image/Width 40/Height 32/BitsPerComponent 8/ColorSpace/DeviceGray/Filter${filter}${more}`,
        coded,
      );
    const file = build({
      content:
        "BT /F1 12 Tf 10 20 Td (outside) Tj ET q 80 0 0 80 110 110 cm /A Do Q q 80 0 0 80 200 110 cm /B Do Q " +
        `q 80 0 0 80 110 200 cm BI /W 40 /H 32 /BPC 8 /CS /G /F /DCT ID ${data} EI Q`,
      resources: "/XObject<</A 6 0 R/B 8 0 R>>",
      more: {
        6: image("/DCTDecode", data, "/SMask 7 0 R"),
        7: image("[/DCTDecode]", data),
        8: image(
          "[/ASCIIHexDecode/DCTDecode]",
          `${Array.from(data, (byte) => byte.charCodeAt(0).toString(16).padStart(2, "0")).join("")}>`,
        ),
      },
    });
    const area = { x: 100, y: 100, width: 200, height: 200 };
    const result = removeOutside(openPdf(file), { definitions: [{ page: 1, area }] }).rope.toBytes();
    expect(Buffer.from(file).includes(SECRET)).toBe(true);
    expect(Buffer.from(result).includes("secret")).toBe(false);
  });
});
