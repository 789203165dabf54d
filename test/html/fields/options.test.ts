import { describe, expect, it } from "vitest";
import { z } from "zod";
import { htmlOptions } from "../../../src/html/fields/options.ts";
import { inches, margins } from "../../../src/html/fields/paper.ts";
import { HTML_LIMITS } from "../../../src/html/html-limits.ts";

const accepts = (options: object) => htmlOptions.safeParse(options).success;

describe("lengths", () => {
  it("are pixels, or what their unit says", () => {
    expect([
      inches(96),
      inches("96"),
      inches("72pt"),
      inches("25.4mm"),
      inches("2.54 cm"),
      inches("1in"),
      inches("6pc"),
    ]).toEqual([1, 1, 1, 1, 1, 1, 1]);
  });

  it("of margins go round as in CSS", () => {
    expect(margins("1in")).toEqual({ top: 1, right: 1, bottom: 1, left: 1 });
    expect(margins("1in 2in")).toEqual({ top: 1, right: 2, bottom: 1, left: 2 });
    expect(margins("1in 2in 3in")).toEqual({ top: 1, right: 2, bottom: 3, left: 2 });
    expect(margins("1in 2in 3in 4in")).toEqual({ top: 1, right: 2, bottom: 3, left: 4 });
    expect(margins(undefined)).toEqual({ top: 0.4, right: 0.4, bottom: 0.4, left: 0.4 });
    expect(margins({ left: "1in" })).toEqual({ top: 0, right: 0, bottom: 0, left: 1 });
  });
});

describe("options", () => {
  it("all have defaults or may be left out", () => {
    expect(htmlOptions.parse({})).toMatchObject({
      format: "A4",
      printBackground: true,
      tagged: true,
      outline: true,
      waitUntil: "settled",
      network: "public",
      fallback: "auto",
      timeout: 30_000,
    });
  });

  it.each([
    [{ format: "a4" }, { format: "A4" }],
    [{ format: "LETTER" }, { format: "Letter" }],
    [{ waitForSelector: { selector: "p", state: "Hidden" } }, { waitForSelector: { selector: "p", state: "hidden" } }],
    [{ waitForSelector: { selector: "p" } }, { waitForSelector: { selector: "p", state: "attached" } }],
    [{ waitUntil: "networkidle0" }, { waitUntil: "networkidle" }],
    [{ waitUntil: "networkidle2" }, { waitUntil: "networkidle" }],
    [{ cookies: [{ name: "a", value: "1", sameSite: "lax" }] }, { cookies: [{ sameSite: "Lax" }] }],
  ])("%j is as other services spell %j", (given, read) => {
    expect(htmlOptions.parse(given)).toMatchObject(read);
  });

  it("show their words in the schema of the interface", () => {
    const { properties } = z.toJSONSchema(htmlOptions, { io: "input" }) as { properties: Record<string, unknown> };
    expect(properties.waitUntil).toMatchObject({
      type: "string",
      enum: ["settled", "load", "domcontentloaded", "networkidle"],
      default: "settled",
    });
  });

  it("all have a description and a JSON schema", () => {
    const schema = z.toJSONSchema(htmlOptions, { io: "input" }) as {
      properties: Record<string, { description?: string }>;
    };
    expect(Object.keys(schema.properties)).toEqual(Object.keys(htmlOptions.shape));
    for (const [name, field] of Object.entries(schema.properties)) expect(field.description, name).toBeTruthy();
  });

  it.each([
    [{ format: "A7" }, false],
    [{ width: "10 miles" }, false],
    [{ margin: "1cm 2cm 3cm 4cm 5cm" }, false],
    [{ margin: "-1cm" }, false],
    [{ scale: 3 }, false],
    [{ pageRanges: "1-3, 5, 8-" }, true],
    [{ pageRanges: "a-b" }, false],
    [{ timeout: 600_000 }, false],
    [{ extraHeaders: { "X-A": "1\r\nX-B: 2" } }, false],
    [{ extraHeaders: { "X A": "1" } }, false],
    [{ extraHeaders: { Authorization: "Bearer x" } }, true],
    [{ cookies: [{ name: "a;b", value: "1" }] }, false],
    [{ cookies: [{ name: "a", value: "1", sameSite: "Lax" }] }, true],
    [{ cookies: [{ name: "a", value: "1", sameSite: "lax" }] }, true],
    [{ cookies: [{ name: "a", value: "1", origin: "https://cdn.example.com" }] }, true],
    [{ cookies: [{ name: "a", value: "1", origin: "https://cdn.example.com/path" }] }, false],
    [{ originHeaders: { "https://cdn.example.com": { "X-A": "1" } } }, true],
    [{ originHeaders: { "cdn.example.com": { "X-A": "1" } } }, false],
    [{ originHeaders: { "https://*.example.com": { "X-A": "1" } } }, false],
    [{ userAgent: "a\nb" }, false],
    [{ delay: HTML_LIMITS.delayMs }, true],
    [{ delay: HTML_LIMITS.delayMs + 1 }, false],
    [{ format: "a4" }, true],
    [{ format: "LETTER" }, true],
    [{ waitUntil: "networkidle0" }, true],
    [{ waitUntil: "never" }, false],
    [{ locale: "de-DE" }, true],
    [{ locale: "de_DE" }, false],
    [{ timezone: "Europe/Berlin" }, true],
    [{ timezone: "Europe/Nowhere" }, false],
    [{ timezone: "+02:00" }, false],
    [{ acceptLanguage: "de-DE, de;q=0.8" }, true],
    [{ acceptLanguage: "de DE" }, false],
    [{ mediaFeatures: { "color-gamut": "P3" } }, true],
    [{ mediaFeatures: { "color-gamut": "p4" } }, false],
    [{ failOnHttpStatus: [404, "5xx", "400-403"] }, true],
    [{ failOnHttpStatus: [99] }, false],
    [{ failOnHttpStatus: ["4x"] }, false],
    [{ failOnResourceError: { ignoreDomains: ["ads.example"] } }, true],
    [{ failOnResourceError: { domains: ["https://a/"] } }, false],
  ])("%j: %s", (options, accepted) => {
    expect(accepts(options)).toBe(accepted);
  });
});
