import { expect, it } from "vitest";
import * as z from "zod/mini";
import { documentFields } from "../../../src/html/fields/documents.ts";
import { HTML_LIMITS } from "../../../src/html/html-limits.ts";

const accepts = (fields: object) => z.object(documentFields).safeParse(fields).success;
const urls = (count: number, length = 20) => Array.from({ length: count }, () => "https://a.test/".padEnd(length, "x"));

it.each([
  [{ urls: urls(HTML_LIMITS.documents) }, true],
  [{ urls: urls(HTML_LIMITS.documents + 1) }, false],
  [{ urls: [] }, false],
  [{ urls: urls(1, 8_192) }, true],
  [{ urls: urls(1, 8_193) }, false],
  [{ output: "x".repeat(255) }, true],
  [{ output: "x".repeat(256) }, false],
  [{ watermark: { text: "Draft" } }, true],
  [{ watermark: { text: "Draft", image: "a.png" } }, false],
  [{ watermark: {} }, false],
  [{ watermark: Array.from({ length: 10 }, () => ({ text: "x" })) }, true],
  [{ watermark: Array.from({ length: 11 }, () => ({ text: "x" })) }, false],
  [{ watermark: { text: "x", opacity: 1.1 } }, false],
  [{ watermark: { text: "x", rotation: 361 } }, false],
  [{ watermark: { text: "x", pages: "1-3, 5, -2, 8-" } }, true],
  [{ watermark: { text: "x", pages: "1;2" } }, false],
])("fields of the whole PDF are accepted or refused, case %#", (fields, accepted) => {
  expect(accepts(fields)).toBe(accepted);
});
