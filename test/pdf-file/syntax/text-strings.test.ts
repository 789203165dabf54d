import { expect, it, vi } from "vitest";
import { decodeTextString } from "../../../src/pdf-file/syntax/text-strings.ts";

it.each([
  ["UTF-16 with the high byte first", [0xfe, 0xff, 0x01, 0x41, 0x00, 0x62], "Łb"],
  ["UTF-16 with the low byte first", [0xff, 0xfe, 0x41, 0x01, 0x62, 0x00], "Łb"],
  ["UTF-8 with a byte order mark", [0xef, 0xbb, 0xbf, 0xc5, 0x81, 0x62], "Łb"],
  ["PDFDocEncoding", [0x95, 0x62, 0x1f, 0xa0, 0xe9, 0x18, 0x80, 0x17], "Łb\u02dc€é\u02d8•\u0017"],
])("a title is read in %s", (_, bytes, title) => {
  expect(decodeTextString(new Uint8Array(bytes))).toBe(title);
});

it("text strings need no decoder of their own: making one takes longer than reading the string", () => {
  const decoders: unknown = vi.spyOn(globalThis, "TextDecoder");
  for (const mark of [
    [0xfe, 0xff],
    [0xff, 0xfe],
    [0xef, 0xbb, 0xbf],
  ])
    decodeTextString(Uint8Array.of(...mark, 65, 0));
  expect(decoders).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});
