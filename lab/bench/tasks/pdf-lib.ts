import { extname } from "node:path";
import { PDFDocument } from "pdf-lib";
import { freshInput, input } from "./files.ts";
import { serveTasks } from "./serve.ts";

const load = (path: string) => PDFDocument.load(input(path), { updateMetadata: false });

serveTasks({
  async cropAll(path: string) {
    const started = performance.now();
    const document = await load(path);
    for (const page of document.getPages()) {
      page.setMediaBox(50, 50, 400, 600);
      page.setCropBox(50, 50, 400, 600);
    }
    const bytes = await document.save();
    return { ms: performance.now() - started, bytesOut: bytes.length };
  },

  async split(path: string, parts: number) {
    const started = performance.now();
    const source = await load(path);
    const perPart = Math.ceil(source.getPageCount() / parts);
    let bytesOut = 0;
    for (let first = 0; first < source.getPageCount(); first += perPart) {
      const part = await PDFDocument.create();
      const count = Math.min(perPart, source.getPageCount() - first);
      const pages = await part.copyPages(
        source,
        Array.from({ length: count }, (_, i) => first + i),
      );
      for (const page of pages) part.addPage(page);
      bytesOut += (await part.save()).length;
    }
    return { ms: performance.now() - started, bytesOut };
  },

  async assemble(paths: readonly string[]) {
    const files = paths.map(freshInput);
    const started = performance.now();
    const whole = await PDFDocument.create();
    for (const bytes of files) {
      const source = await PDFDocument.load(bytes, { updateMetadata: false });
      for (const page of await whole.copyPages(source, source.getPageIndices())) whole.addPage(page);
    }
    const bytesOut = (await whole.save()).length;
    return { ms: performance.now() - started, bytesOut };
  },

  async image(path: string) {
    const bytes = input(path);
    const started = performance.now();
    const document = await PDFDocument.create();
    const image = extname(path) === ".png" ? await document.embedPng(bytes) : await document.embedJpg(bytes);
    const page = document.addPage([image.width * 0.75, image.height * 0.75]);
    page.drawImage(image, { x: 0, y: 0, width: page.getWidth(), height: page.getHeight() });
    const out = await document.save();
    return { ms: performance.now() - started, bytesOut: out.length };
  },
});
