import { it } from "vitest";
import type { FaxKind } from "../../../src/codecs/fax/fax-kernels.ts";
import { eachFaxRow, faxLength } from "../../../src/codecs/fax/fax-rows.ts";
import { faxPart } from "../../../src/codecs/fax/fax-writer.ts";
import { jpegSegments } from "../../../src/codecs/jpeg/jpeg-segments.ts";
import { planJpeg } from "../../../src/codecs/jpeg/plan.ts";
import { scanPart } from "../../../src/codecs/jpeg/scan-part.ts";
import { jpegFacts } from "../../../src/images/jpeg/jpeg-facts.ts";
import { bytes } from "../../fixtures/bytes.ts";
import { encodeFax, faxPicture } from "../../fixtures/fax.ts";
import { checksum } from "../../support/recorded/digest.ts";
import { expectTable } from "../../support/recorded/lines.ts";
import { sampled } from "./jpeg-files.ts";

/** A part of a picture: [first, end) of its rows and columns. */
interface Part {
  rows: [number, number];
  columns: [number, number];
}

const [COLUMNS, ROWS] = [75, 20];
const FAX_PARTS: Part[] = [
  { rows: [0, ROWS], columns: [0, COLUMNS] },
  { rows: [5, 12], columns: [10, 60] },
  { rows: [0, 1], columns: [70, COLUMNS] },
  { rows: [19, ROWS], columns: [0, 8] },
  { rows: [5, 26], columns: [33, 34] },
];

function faxLines(kind: FaxKind, twoDimensional: boolean): string[] {
  const parameters = { kind, columns: COLUMNS, rows: ROWS, twoDimensional };
  const whole = encodeFax(faxPicture(COLUMNS, ROWS, 0.2, 3), parameters);
  const lines: string[] = [];
  for (const [what, data] of [
    ["whole", whole],
    ["half", whole.subarray(0, whole.length >> 1)],
    ["a byte changed", whole.with(20, whole[20]! ^ 0x28)],
    ["nothing", new Uint8Array(0)],
  ] as const) {
    const name = `${kind}${twoDimensional ? ", against rows above" : ""}, ${what}`;
    const changes: number[] = [];
    const isWhole = eachFaxRow(data, parameters, (row, y) =>
      changes.push(y, ...row.subarray(0, row.indexOf(COLUMNS) + 2)),
    );
    lines.push(
      `${name}: ${isWhole}, ${faxLength(data, parameters)} bytes, changes ${checksum(Uint8Array.from(changes))}`,
    );
    for (const { rows, columns } of FAX_PARTS) {
      for (const [shown, visible] of [
        ["all", () => [columns[0], columns[1]]],
        ["a band", (row: number) => (row % 7 < 3 ? [columns[0] + 4, columns[1] - 9] : [columns[0], columns[1]])],
        ["nothing", () => [0, 0]],
      ] as const) {
        const part = {
          left: columns[0],
          right: columns[1],
          top: rows[0],
          visible: visible as (row: number) => [number, number],
        };
        const written = bytes(...faxPart(data, { ...parameters, rows: rows[1] }, part));
        lines.push(
          `  ${columns.join("-")} of rows ${rows.join("-")}, ${shown}: ${written.length} bytes, ${checksum(written)}`,
        );
      }
    }
  }
  return lines;
}

function scanLines(across: number, down: number, restartInterval: number): string[] {
  const whole = sampled(across, down, restartInterval);
  const lines: string[] = [];
  for (const [what, file] of [
    ["whole", whole],
    ["cut off", whole.subarray(0, -90)],
    ["a byte changed", whole.with(whole.length - 150, whole[whole.length - 150]! ^ 0x11)],
  ] as const) {
    lines.push(`${across} × ${down} luma, restarts ${restartInterval}, ${what}`);
    const { segments } = jpegSegments(file);
    const { frame, width, height } = jpegFacts({ segments, end: file.length, complete: true });
    const plan = planJpeg(segments, frame, width, height, file);
    for (const part of [
      { rows: [0, 2], columns: [0, 3] },
      { rows: [1, 2], columns: [1, 3] },
      { rows: [0, 1], columns: [2, 3] },
    ] satisfies Part[]) {
      for (const whole of [
        [0, 9],
        [1, 2],
        [0, 0],
      ] as const) {
        const hidden: string[] = [];
        const { data } = scanPart(plan.frame, plan.scans[0]!, part, {
          whole: () => whole,
          hide(block, { id }, row, column, before) {
            hidden.push(`${id} ${row} ${column} ${before} ${block.join(" ")}`);
            block.fill(0, 3);
          },
        });
        const [shown, written] = [new TextEncoder().encode(hidden.join()), bytes(...data)];
        const where = `rows ${part.rows.join("-")}, columns ${part.columns.join("-")}, blocks ${whole.join("-")} as they are`;
        lines.push(
          `  ${where}: ${hidden.length} changed ${checksum(shown)}, ${written.length} bytes ${checksum(written)}`,
        );
      }
    }
  }
  return lines;
}

it("parts of fax and of JPEG scans", async () => {
  const lines = [
    ...faxLines("modifiedHuffman", false),
    ...faxLines("group3", false),
    ...faxLines("group3", true),
    ...faxLines("group4", true),
  ];
  for (const [across, down] of [
    [1, 1],
    [2, 1],
    [1, 2],
    [2, 2],
    [4, 2],
  ] as const) {
    for (const restartInterval of [0, 2]) lines.push(...scanLines(across, down, restartInterval));
  }
  await expectTable("parts", lines);
});
