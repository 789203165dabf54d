import { ColorSpace, DrawDevice, Font, type Matrix, Path, Pixmap, StrokeState, Text } from "mupdf";
import { type Random, seeded } from "../../../test/fixtures/random.ts";
import { encodeJpeg } from "./codecs.ts";
import { GOODS, NAMES, SENTENCES } from "./known-texts.ts";

/** A word as it was set: its place on the page before that was turned, in points from the top left. */
export interface SetWord {
  readonly text: string;
  readonly font: Font;
  readonly size: number;
  readonly x: number;
  /** Its base line. */
  readonly y: number;
  readonly width: number;
}

/** A scan of which it is known what it says. */
export interface KnownPage {
  readonly name: string;
  /** As Tesseract calls it. */
  readonly language: string;
  readonly dpi: number;
  readonly skew: number;
  readonly quality: number;
  /** In points. */
  readonly width: number;
  readonly height: number;
  /** What it says, in the order in which it is read. */
  readonly text: string;
  readonly words: readonly SetWord[];
  /** Its samples: grey, and as the JPEG that the page's PDF shows. */
  readonly columns: number;
  readonly rows: number;
  readonly jpeg: Uint8Array;
  readonly pdf: Uint8Array;
}

const SEED = 59;
const DPIS = [150, 200, 300] as const;
const MOST_SKEW = 3;
const QUALITIES = [40, 90] as const;
const LAYOUTS = ["letter", "receipt", "form", "columns", "table"] as const;
const LANGUAGES = Object.keys(SENTENCES);

type Line = [x1: number, y1: number, x2: number, y2: number];

/** Sets words on a page that is not turned yet. */
class Sheet {
  readonly words: SetWord[] = [];
  readonly rules: Line[] = [];
  readonly lines: string[] = [];
  readonly width: number;
  readonly height: number;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
  }

  /** A text on one line; where it ends. */
  put(text: string, x: number, y: number, font: Font, size: number, isNewLine = true): number {
    let at = x;
    for (const word of text.split(" ")) {
      const width = widthOf(word, font, size);
      this.words.push({ text: word, font, size, x: at, y, width });
      at += width + widthOf(" ", font, size);
    }
    if (isNewLine) this.lines.push(text);
    else this.lines.push(`${this.lines.pop()} ${text}`);
    return at;
  }

  /** A text in lines no wider than this; the base line of the next. */
  fill(text: string, x: number, y: number, width: number, font: Font, size: number): number {
    let line = "";
    let base = y;
    for (const word of text.split(" ")) {
      const longer = line ? `${line} ${word}` : word;
      if (widthOf(longer, font, size) <= width) {
        line = longer;
        continue;
      }
      this.put(line, x, base, font, size);
      base += size * 1.35;
      line = word;
    }
    this.put(line, x, base, font, size);
    return base + size * 1.35;
  }
}

function widthOf(text: string, font: Font, size: number): number {
  return [...text].reduce((sum, char) => sum + font.advanceGlyph(font.encodeCharacter(char.codePointAt(0)!)), 0) * size;
}

interface Setting {
  readonly random: Random;
  readonly language: string;
  readonly plain: Font;
  readonly bold: Font;
  readonly mono: Font;
}

const amount = (random: Random): string => (1 + random.below(99_900) / 100).toFixed(2);
const day = (random: Random): string =>
  `${String(1 + random.below(28)).padStart(2, "0")}.${String(1 + random.below(12)).padStart(2, "0")}.20${20 + random.below(7)}`;
const sentences = ({ random, language }: Setting, count: number): string =>
  Array.from({ length: count }, () => random.pick(SENTENCES[language]!)).join(" ");

const layouts: Record<(typeof LAYOUTS)[number], (setting: Setting) => Sheet> = {
  letter(setting) {
    const { random, plain, bold } = setting;
    const sheet = new Sheet(595, 842);
    const size = random.pick([10, 11, 12]);
    sheet.put(random.pick(NAMES), 70, 90, bold, size + 4);
    sheet.put(`${1 + random.below(200)} Market Square`, 70, 112, plain, size);
    sheet.put(day(random), 70, 150, plain, size);
    let y = 190;
    for (let paragraph = 0; paragraph < 5; paragraph++)
      y = sheet.fill(sentences(setting, 4), 70, y, 455, plain, size) + 8;
    sheet.put(random.pick(NAMES), 70, y + 30, plain, size);
    return sheet;
  },
  receipt({ random, mono }) {
    const sheet = new Sheet(227, 560);
    sheet.put("CORNER SHOP LTD", 50, 40, mono, 12);
    sheet.put(`Till ${1 + random.below(9)} ${day(random)}`, 24, 62, mono, 9);
    for (let item = 0; item < 22; item++) {
      const y = 92 + item * 17;
      sheet.put(random.pick(GOODS), 24, y, mono, 9);
      const price = amount(random);
      sheet.put(price, 203 - widthOf(price, mono, 9), y, mono, 9, false);
    }
    sheet.put(`TOTAL ${amount(random)}`, 24, 92 + 23 * 17, mono, 12);
    return sheet;
  },
  form({ random, plain, bold }) {
    const sheet = new Sheet(595, 842);
    sheet.put("Application for a parking permit", 60, 80, bold, 16);
    const asked = ["Name", "Date of birth", "Account number", "Vehicle", "Valid from", "Monthly fee", "Contact"];
    for (const [at, label] of [...asked, ...asked].entries()) {
      const y = 130 + at * 44;
      sheet.put(label, 60, y, bold, 10);
      const said = [random.pick(NAMES), day(random), String(10_000_000 + random.below(89_999_999)), random.pick(GOODS)];
      sheet.put(said[at % said.length]!, 230, y, plain, 11, false);
      sheet.rules.push([220, y - 20, 535, y - 20], [220, y + 12, 535, y + 12], [220, y - 20, 220, y + 12]);
    }
    return sheet;
  },
  columns(setting) {
    const sheet = new Sheet(595, 842);
    for (const x of [55, 315]) {
      let y = 80;
      while (y < 700) y = sheet.fill(sentences(setting, 3), x, y, 225, setting.plain, 10) + 6;
    }
    return sheet;
  },
  table({ random, plain, bold }) {
    const sheet = new Sheet(595, 842);
    sheet.put("Deliveries", 60, 70, bold, 16);
    const xs = [60, 200, 320, 450];
    for (let row = 0; row < 24; row++) {
      const y = 110 + row * 27;
      const cells = row === 0 ? ["Article", "Customer", "Day", "Amount"] : undefined;
      const said = cells ?? [random.pick(GOODS), random.pick(NAMES).split(" ")[1]!, day(random), amount(random)];
      for (const [at, text] of said.entries()) sheet.put(text, xs[at]!, y, cells ? bold : plain, 10.5, at === 0);
      sheet.rules.push([54, y + 8, 540, y + 8]);
    }
    return sheet;
  },
};

let fonts: Record<"sans" | "sansBold" | "serif" | "serifBold" | "mono", Font> | undefined;
function fontsOf(): NonNullable<typeof fonts> {
  fonts ??= {
    sans: new Font("Helvetica"),
    sansBold: new Font("Helvetica-Bold"),
    serif: new Font("Times-Roman"),
    serifBold: new Font("Times-Bold"),
    mono: new Font("Courier"),
  };
  return fonts;
}

/** From points of the page to samples: turned about its middle. */
function placing({ width, height, dpi, skew }: Pick<KnownPage, "width" | "height" | "dpi" | "skew">): Matrix {
  const [scale, turn] = [dpi / 72, (skew * Math.PI) / 180];
  const [cos, sin] = [scale * Math.cos(turn), scale * Math.sin(turn)];
  const [x, y] = [width / 2, height / 2];
  return [cos, sin, -sin, cos, scale * x - cos * x + sin * y, scale * y - sin * x - cos * y];
}

function drawWords(device: DrawDevice, words: readonly SetWord[], matrix: Matrix): void {
  for (const { text, font, size, x, y } of words) {
    const shown = new Text();
    shown.showString(font, [size, 0, 0, -size, x, y], text);
    device.fillText(shown, matrix, ColorSpace.DeviceGray, [0.1], 1);
    shown.destroy();
  }
}

function drawn({ width, height, words, rules }: Sheet, dpi: number, skew: number): Pixmap {
  const [columns, rows] = [width, height].map((side) => Math.round((side * dpi) / 72)) as [number, number];
  const pixmap = new Pixmap(ColorSpace.DeviceGray, [0, 0, columns, rows], false);
  pixmap.clear(244);
  const device = new DrawDevice([1, 0, 0, 1, 0, 0], pixmap);
  const matrix = placing({ width, height, dpi, skew });
  drawWords(device, words, matrix);
  for (const [x1, y1, x2, y2] of rules) {
    const path = new Path();
    path.moveTo(x1, y1);
    path.lineTo(x2, y2);
    device.strokePath(
      path,
      new StrokeState({ lineWidth: 1, lineCap: "Butt", lineJoin: "Miter", miterLimit: 10 }),
      matrix,
      ColorSpace.DeviceGray,
      [0.3],
      1,
    );
  }
  device.close();
  return pixmap;
}

/** Where the ink of a word is on the page as it is seen, in points from the top left. */
export function inkOf(page: KnownPage, word: SetWord): [left: number, top: number, right: number, bottom: number] {
  const FINE = 600;
  const matrix = placing({ ...page, dpi: FINE });
  const [a, b, c, d, e, f] = matrix;
  const [x, y] = [word.x + word.width / 2, word.y - word.size / 3];
  const [middle, across] = [a * x + c * y + e, b * x + d * y + f];
  const [wide, high] = [word.width / 2 + word.size, 1.5 * word.size].map((side) => (side * FINE) / 72) as [
    number,
    number,
  ];
  const from = [Math.floor(middle - wide), Math.floor(across - high)] as const;
  const pixmap = new Pixmap(
    ColorSpace.DeviceGray,
    [...from, Math.ceil(middle + wide), Math.ceil(across + high)],
    false,
  );
  pixmap.clear(255);
  const device = new DrawDevice([1, 0, 0, 1, 0, 0], pixmap);
  drawWords(device, [word], matrix);
  device.close();
  const [columns, samples] = [pixmap.getWidth(), pixmap.getPixels()];
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  samples.forEach((sample, at) => {
    if (sample > 128) return;
    const [column, row] = [at % columns, Math.floor(at / columns)];
    [left, right] = [Math.min(left, column), Math.max(right, column + 1)];
    [top, bottom] = [Math.min(top, row), Math.max(bottom, row + 1)];
  });
  pixmap.destroy();
  const points = (place: number, origin: number): number => ((place + origin) * 72) / FINE;
  return [points(left, from[0]), points(top, from[1]), points(right, from[0]), points(bottom, from[1])];
}

/** The grain of paper and of a sensor. */
function noisy(samples: ArrayLike<number>, random: Random, noise: number): Uint8Array {
  const grain = Int8Array.from({ length: 1 << 16 }, () => {
    const sum = random.next() + random.next() + random.next() - 1.5;
    return Math.round(sum * noise);
  });
  let state = random.below(1 << 16);
  return Uint8Array.from(samples, (sample) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.max(0, Math.min(255, sample + grain[state >>> 16]!));
  });
}

/** A page whose only content is a JPEG that covers it. */
function scanOf(jpeg: Uint8Array, columns: number, rows: number, width: number, height: number): Uint8Array {
  const parts: Uint8Array[] = [Buffer.from("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "latin1")];
  let length = parts[0]!.length;
  const places: number[] = [];
  const object = (head: string, data?: Uint8Array): void => {
    places.push(length);
    const number = places.length;
    const pieces = data
      ? [`${number} 0 obj\n<< ${head} /Length ${data.length} >>\nstream\n`, data, "\nendstream\nendobj\n"]
      : [`${number} 0 obj\n<< ${head} >>\nendobj\n`];
    for (const piece of pieces) {
      const bytes = typeof piece === "string" ? Buffer.from(piece, "latin1") : piece;
      parts.push(bytes);
      length += bytes.length;
    }
  };
  const shown = `/Resources << /XObject << /Im0 5 0 R >> >>`;
  object("/Type /Catalog /Pages 2 0 R");
  object("/Type /Pages /Kids [3 0 R] /Count 1");
  object(`/Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] ${shown} /Contents 4 0 R`);
  object("", Buffer.from(`q ${width} 0 0 ${height} 0 0 cm /Im0 Do Q`, "latin1"));
  const space = `/ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode`;
  object(`/Type /XObject /Subtype /Image /Width ${columns} /Height ${rows} ${space}`, jpeg);
  const rowsOf = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("");
  const head = `xref\n0 ${places.length + 1}\n0000000000 65535 f \n${rowsOf}`;
  const tail = `trailer\n<< /Size ${places.length + 1} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(head + tail, "latin1")]);
}

/** The pages, each with its seed: the first ones are the same however many are asked for. */
export async function* knownPages(count: number, languages: readonly string[] = LANGUAGES): AsyncGenerator<KnownPage> {
  const spoken = LANGUAGES.filter((language) => languages.includes(language));
  for (let index = 0; index < count; index++) {
    const random = seeded(SEED * 1000 + index);
    const layout = LAYOUTS[index % LAYOUTS.length]!;
    // What is not prose is in English.
    const isProse = layout === "letter" || layout === "columns";
    const language = isProse ? spoken[Math.floor(index / 2.5) % spoken.length]! : "eng";
    const { sans, sansBold, serif, serifBold, mono } = fontsOf();
    const [plain, bold] = random.below(2) === 0 ? [sans, sansBold] : [serif, serifBold];
    const sheet = layouts[layout]({ random, language, plain, bold, mono });
    const dpi = DPIS[Math.floor(index / LAYOUTS.length) % DPIS.length]!;
    const skew = (random.next() * 2 - 1) * MOST_SKEW;
    const quality = QUALITIES[0] + random.below(QUALITIES[1] - QUALITIES[0] + 1);
    const pixmap = drawn(sheet, dpi, skew);
    const [columns, rows] = [pixmap.getWidth(), pixmap.getHeight()];
    const data = noisy(pixmap.getPixels(), random, 10 + random.below(25));
    pixmap.destroy();
    const jpeg = await encodeJpeg({ width: columns, height: rows, channels: 3, data: threeTimes(data) }, quality, 2);
    const { width, height, words, lines } = sheet;
    const name = `${String(index + 1).padStart(2, "0")}-${layout}-${language}-${dpi}`;
    const pdf = scanOf(jpeg, columns, rows, width, height);
    yield {
      name,
      language,
      dpi,
      skew,
      quality,
      width,
      height,
      words,
      columns,
      rows,
      jpeg,
      pdf,
      text: lines.join("\n"),
    };
  }
}

function threeTimes(grey: Uint8Array): Uint8Array {
  return Uint8Array.from({ length: grey.length * 3 }, (_, at) => grey[Math.floor(at / 3)]!);
}
