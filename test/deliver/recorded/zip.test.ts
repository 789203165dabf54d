import { it } from "vitest";
import { centralHeader, endRecords, localHeader } from "../../../src/deliver/zip.ts";
import { expectTable } from "../../support/recorded/lines.ts";

/** The records of archives at the edges of what their fields hold, byte by byte. `npm run record` writes them again. */
it("an archive's records have the bytes of the table", async () => {
  const hex = (record: Uint8Array) =>
    Buffer.from(record)
      .toString("hex")
      .replaceAll(/.{8}(?=.)/g, "$& ");
  const name = new TextEncoder().encode("ä.pdf");
  const [near, far] = [0xffff_fffe, 0xffff_ffff];
  const sizes = [0, 1, near, far, 2 ** 33 + 7];
  const lines = sizes.flatMap((length) => [
    `file of ${length}: ${hex(localHeader({ name, length, crc32: 0x01020304, offset: 0 }))}`,
    ...[0, near, far].map(
      (offset) => `of ${length} at ${offset}: ${hex(centralHeader({ name, length, crc32: 0x01020304, offset }))}`,
    ),
  ]);
  for (const [entries, at, length] of [
    [1, 2, 3],
    [0xfffe, near, near],
    [0xffff, 2, 3],
    [1, far, 3],
    [1, 2, far],
  ] as const) {
    lines.push(`end of ${entries} at ${at}, ${length} long: ${hex(endRecords(entries, at, length))}`);
  }
  await expectTable("zip", lines);
});
