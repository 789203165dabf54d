import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import type { Refusal } from "../../src/errors/errors.ts";
import type { FieldEncoding } from "../../src/fields/field-schema.ts";
import { readFields } from "../../src/fields/read-fields.ts";

const area = z.object({ x: z.number(), y: z.number() });
const schema = z.object({
  url: z.optional(z.string()),
  timeout: z.optional(z.number()),
  ranges: z.optional(z.array(z.string())),
  areas: z.optional(z.array(area)),
  headers: z.optional(z.record(z.string(), z.string())),
});

function refusalOf(fields: Record<string, unknown>, encoding: FieldEncoding = "json"): Refusal {
  try {
    readFields(new Map(Object.entries(fields)), { schema, encoding, code: "INVALID_INPUT" });
  } catch (error) {
    expect(error).toMatchObject({ name: "Refusal" });
    return error as Refusal;
  }
  throw new Error("nothing was refused");
}

const members = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`member${i}`, 0]));

describe("fields that nobody would send are refused as any others", () => {
  it.each(["url", "timeout", "ranges"])("an object whose members are named as functions are, as %s", (field) => {
    const odd = { toString: 1, valueOf: 1 };
    expect(refusalOf({ [field]: odd }).details.field).toBe(field);
    expect(refusalOf({ [field]: [odd] }).details.field).toMatch(field);
  });

  it.each([
    ["ranges", 0, "ranges[0]"],
    ["areas", {}, "areas[0].x"],
  ])("a list with a fault in each of its items: %s", (field, item, first) => {
    const refusal = refusalOf({ [field]: Array.from({ length: 300_000 }, () => item) });
    expect(refusal.details.field).toBe(first);
    expect(JSON.stringify(refusal.details.extra ?? "").length).toBeLessThan(1000);
  });

  it("an object with too many members, wherever it is", () => {
    expect(refusalOf({ headers: members(200_000) }).message).toContain("expected at most 2000 members");
    expect(refusalOf({ areas: [{ x: 1, y: 2, more: members(2_001) }] }).details.field).toBe("areas[0].more");
  });

  it.each(["json", "multipart"] as const)("a text that nests deeper than calls can go, in %s", (encoding) => {
    for (const [open, close] of [
      ["[", "]"],
      ['{"a":', "}"],
      ['[{"a":', "}]"],
    ] as const) {
      const text = `[${open.repeat(100_000)}1${close.repeat(100_000)}]`;
      const refusal = refusalOf({ areas: text }, encoding);
      expect(refusal.message).toBe("areas: expected at most 64 levels of lists and objects.");
    }
  });

  it("a member that is missing among many others, of which a few are compared with it", () => {
    const near = { ...members(1_500), Y: 2, x: 1 };
    expect(refusalOf({ areas: [near] }).message).toBe("areas[0].y: expected a number; it is missing.");
    expect(refusalOf({ areas: [{ Y: 2, x: 1 }] }).message).toContain("areas[0].Y was sent; did you mean");
  });

  it("several faults of a short list are all named", () => {
    expect(refusalOf({ ranges: [0, 1, 2] }).details.extra).toMatchObject({
      otherFields: [{ field: "ranges[1]" }, { field: "ranges[2]" }],
    });
  });
});
