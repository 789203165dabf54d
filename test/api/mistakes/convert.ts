import { HTML, IMAGES, json, type Mistake, multipart, PDF, PNG } from "./mistake.ts";

const text = (value: string) => new TextEncoder().encode(value);
const png = (fields: Record<string, string>): RequestInit => multipart({ file: PNG, ...fields });
const PNG_BASE64 = Buffer.from(PNG[1]).toString("base64");
const html = (fields: Record<string, unknown>): RequestInit => json({ html: "<p>Hi", ...fields });

const images: Mistake[] = [
  ["no image", IMAGES, multipart({ pageSize: "A4" })],
  ["the images as `images=@a.png`", IMAGES, multipart({ images: PNG })],
  ["the images as `files[]=@a.png`", IMAGES, multipart({ "files[]": PNG })],
  ["an image as `file` in JSON", IMAGES, json({ file: Buffer.from(PNG[1]).toString("base64") })],
  ["an image as `fileBase64` in JSON", IMAGES, json({ fileBase64: Buffer.from(PNG[1]).toString("base64") })],
  ["images as texts of base64 in JSON", IMAGES, json({ images: [Buffer.from(PNG[1]).toString("base64")] })],
  ["`url` instead of `urls`", IMAGES, json({ url: "https://example.com/a.png" })],
  ["`urls` as text in JSON", IMAGES, json({ urls: "https://example.com/a.png" })],
  ["an address without https://, in a form as one item", IMAGES, multipart({ urls: "example.com/a.png" })],
  ["files and urls together", IMAGES, png({ urls: '["https://example.com/a.png"]' })],
  ["a PDF among the images", IMAGES, multipart({ file: PDF })],
  ["an EPS", IMAGES, multipart({ file: ["a.eps", text("%!PS-Adobe-3.0 EPSF-3.0")] })],
  [
    "a pointer of Git LFS among the images",
    IMAGES,
    multipart({ file: ["a.png", text("version https://git-lfs.github.com/spec/v1")] }),
  ],
  ["JSON as an image", IMAGES, multipart({ file: ["a.png", text('{"error": "not found"}')] })],
  ["base64 as an image's file", IMAGES, multipart({ file: ["a.png", text(PNG_BASE64)] })],
  [
    "the text of a data: URL as an image's file",
    IMAGES,
    multipart({ file: ["a.png", text(`data:image/png;base64,${PNG_BASE64}`)] }),
  ],
  ["an HTML page as an image", IMAGES, multipart({ file: ["a.png", text("<!doctype html><p>Sign in")] })],
  ["a text as an image", IMAGES, multipart({ file: ["a.png", text("hello")] })],
  ["a data: URL in urls", IMAGES, json({ urls: [`data:image/png;base64,${PNG_BASE64}`] })],
  [
    "a data: URL as an image's name in JSON",
    IMAGES,
    json({ images: [{ name: `data:image/png;base64,${PNG_BASE64}` }] }),
  ],
  [
    "an image named twice in imageOrder",
    IMAGES,
    png({ imageOrder: '[{"name":"a.png","order":0},{"name":"a.png","order":1}]' }),
  ],
  ["an image's name instead of the image", IMAGES, multipart({ file: "a.png" })],
  ["`pageSize=A7`", IMAGES, png({ pageSize: "A7" })],
  ["`margin=10em`", IMAGES, png({ margin: "10em" })],
  ["a negative margin", IMAGES, png({ margin: "-5" })],
  ["`backgroundColor=white`", IMAGES, png({ backgroundColor: "white" })],
  ["`fitMode=Contain`", IMAGES, png({ fitMode: "Contain" })],
  ["imageOrder as a list of names", IMAGES, png({ imageOrder: '["a.png"]' })],
  ["imageOrder that names no image", IMAGES, png({ imageOrder: '[{"name":"b.png","rotation":90}]' })],
  ["`background_color`", IMAGES, png({ background_color: "#fff" })],
];

const pages: Mistake[] = [
  ["neither file, html nor url", HTML, json({ format: "A4" })],
  ["`content` instead of `html`", HTML, json({ content: "<p>Hi" })],
  ["html and url together", HTML, html({ url: "https://example.com/" })],
  ["an empty html", HTML, json({ html: "" })],
  ["a PDF as the HTML file", HTML, multipart({ file: PDF })],
  ["`url=example.com`", HTML, json({ url: "example.com" })],
  ["`url=http://localhost:3000`", HTML, json({ url: "http://localhost:3000/" })],
  ["`format: Lettr`", HTML, html({ format: "Lettr" })],
  ["`landscape=yes` in a form", HTML, multipart({ html: "<p>Hi", landscape: "yes" })],
  ["`scale: 3`", HTML, html({ scale: 3 })],
  ["`waitUntil: network-idle`", HTML, html({ waitUntil: "network-idle" })],
  ["a margin in a unit that is not known", HTML, html({ margin: "2em" })],
  ["`pageRanges: [1, 3]`", HTML, html({ pageRanges: [1, 3] })],
  ["`timeout=30` in a form, meant in seconds", HTML, multipart({ html: "<p>Hi", timeout: "30" })],
  ['`timeout: "30s"`', HTML, html({ timeout: "30s" })],
  ["`delay=1.5 s` in a form", HTML, multipart({ html: "<p>Hi", delay: "1.5 s" })],
  ['`timeout: "500 ms"`', HTML, html({ timeout: "500 ms" })],
  ['`timeout: "1 minute"`', HTML, html({ timeout: "1 minute" })],
  ["a timeout in hours", HTML, html({ timeout: 3_600_000 })],
  ["`paperSize` instead of `format`", HTML, html({ paperSize: "Letter" })],
];

export const convert: Mistake[] = [...images, ...pages];
