import { CROP, CROP_DATA, JPEG, json, type Mistake, multipart, PDF, PDF_BASE64, SPLIT } from "./mistake.ts";

/** Where the PDF comes from. */
export const sources: Mistake[] = [
  ["no PDF", CROP, multipart({ cropData: CROP_DATA })],
  ["the PDF as `pdf=@report.pdf`", CROP, multipart({ pdf: PDF, cropData: CROP_DATA })],
  ["the PDF as `file[]=@report.pdf`", CROP, multipart({ "file[]": PDF, cropData: CROP_DATA })],
  ["`-F file=report.pdf` without the @", CROP, multipart({ file: "report.pdf", cropData: CROP_DATA })],
  ["an address in the field file", CROP, multipart({ file: "https://example.com/a.pdf", cropData: CROP_DATA })],
  ['`{"file": base64}` in JSON', CROP, json({ file: PDF_BASE64, cropData: JSON.parse(CROP_DATA) })],
  ['`{"base64": …}` in JSON', CROP, json({ base64: PDF_BASE64, cropData: JSON.parse(CROP_DATA) })],
  ["base64 that is not base64", CROP, json({ fileBase64: "%PDF-1.7", cropData: JSON.parse(CROP_DATA) })],
  [
    "base64 as the file",
    CROP,
    multipart({ file: ["a.pdf", new TextEncoder().encode(PDF_BASE64)], cropData: CROP_DATA }),
  ],
  [
    "PostScript as the file",
    CROP,
    multipart({ file: ["a.pdf", new TextEncoder().encode("%!PS-Adobe-3.0")], cropData: CROP_DATA }),
  ],
  [
    "a pointer of Git LFS as the file",
    CROP,
    multipart({
      file: ["a.pdf", new TextEncoder().encode("version https://git-lfs.github.com/spec/v1")],
      cropData: CROP_DATA,
    }),
  ],
  [
    "JSON as the file",
    CROP,
    multipart({ file: ["a.pdf", new TextEncoder().encode('{"error": "not found"}')], cropData: CROP_DATA }),
  ],
  ["the file and an address", CROP, multipart({ file: PDF, url: "https://example.com/a.pdf", cropData: CROP_DATA })],
  ["two files", SPLIT, multipart({ file: PDF, fileBase64: PDF_BASE64, splitMode: "ranges", ranges: '["1"]' })],
  ["an empty file", CROP, multipart({ file: ["a.pdf", new Uint8Array(0)], cropData: CROP_DATA })],
  ["a JPEG instead of a PDF", CROP, multipart({ file: JPEG, cropData: CROP_DATA })],
  [
    "an HTML page instead of a PDF",
    SPLIT,
    multipart({ file: ["a.pdf", new TextEncoder().encode("<!doctype html><p>Sign in")], splitMode: "ranges" }),
  ],
  [
    "a Word document instead of a PDF",
    CROP,
    multipart({ file: ["a.docx", new TextEncoder().encode("PK\x03\x04…")], cropData: CROP_DATA }),
  ],
  ["`url=example.com/a.pdf`", CROP, multipart({ url: "example.com/a.pdf", cropData: CROP_DATA })],
  ["a path of one's own machine as url", CROP, multipart({ url: "/home/me/report.pdf", cropData: CROP_DATA })],
  ["`url=file:///…`", CROP, json({ url: "file:///home/me/report.pdf", cropData: JSON.parse(CROP_DATA) })],
  ["`uri` instead of `url`", CROP, json({ uri: "https://example.com/a.pdf", cropData: JSON.parse(CROP_DATA) })],
];
