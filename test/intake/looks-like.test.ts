import { describe, expect, it } from "vitest";
import { bodyAdvice, looksLike } from "../../src/intake/looks-like.ts";
import { bytes } from "../fixtures/bytes.ts";

const file = (name: string) => ({ kind: "file", name });

it.each([
  ["%PDF-1.7", file("a PDF")],
  ["%PDF", { kind: "text" }],
  ["\xff\xd8\xff\xe0", file("a JPEG image")],
  ["\x89PNG", file("a PNG image")],
  ["GIF89a", file("a GIF image")],
  ["II*\0", file("a TIFF image")],
  ["MM\0*", file("a TIFF image")],
  ["RIFF", file("a WebP image")],
  ["PK\x03\x04", file("a ZIP archive or an Office document")],
  ["\xd0\xcf\x11\xe0", file("an old Office document")],
  ["\x1f\x8b", file("a gzipped file")],
  ["--b\r\nContent-Disposition: form-data", { kind: "multipart" }],
  ["--b\nContent-Disposition: form-data", { kind: "multipart" }],
  ["--\n", { kind: "text" }],
  ['\xef\xbb\xbf {"a": 1}', { kind: "json" }],
  ["[1]", { kind: "json" }],
  [`${" ".repeat(255)}{`, { kind: "json" }],
  [`${" ".repeat(256)}{`, undefined],
  ["<!DOCTYPE html>", { kind: "html" }],
  ["<?xml version='1.0'?>", { kind: "html" }],
  ["<h1>", { kind: "html" }],
  ["<p class=a>", { kind: "html" }],
  ["< 5", { kind: "text" }],
  ["url=https://example.com", { kind: "form" }],
  ["=a", { kind: "text" }],
  ["Dear Sir", { kind: "text" }],
  ["Dear\x08Sir", undefined],
  ["Dear\x0eSir", undefined],
  ["", undefined],
])("%j looks like %j", (text, likeness) => {
  expect(looksLike(bytes(text))).toEqual(likeness);
});

describe("a body that is not what its Content-Type says", () => {
  it.each([
    ["%PDF-1.7", "json", 'The body is a PDF itself: send it as the part "file"'],
    ["--b\r\n", "json", "The body is multipart/form-data: do not set Content-Type yourself"],
    ["{", "form", "The body is JSON: send it with Content-Type: application/json."],
    ["a=b", "multipart", "The body is a form: send it with Content-Type: application/x-www-form-urlencoded."],
    ["<p>", "json", 'The body is HTML: send {"html": "…"} as JSON'],
  ] as const)("%j as %s is told what to change", (text, declared, says) => {
    expect(bodyAdvice(bytes(text), declared)).toContain(says);
  });

  it.each([
    ["--b\r\n", "multipart"],
    ["{", "json"],
    ["a=b", "form"],
    ["<p>", "form"],
    ["Dear Sir", "json"],
    ["", "json"],
  ] as const)("%j as %s has another fault, or none", (text, declared) => {
    expect(bodyAdvice(bytes(text), declared)).toBeUndefined();
  });
});
