import { seeded } from "../../../test/fixtures/random.ts";
import { PdfFile } from "./pdf-file.ts";

const perNode = 100;

/** This many pages, each with a content stream of its own, in a tree of two levels. */
export function writeManyPages(path: string, count: number): void {
  const file = new PdfFile(path, "table");
  const root = file.reserve();
  const nodes: number[] = [];
  for (let first = 0; first < count; first += perNode) {
    const node = file.reserve();
    const kids = Array.from({ length: Math.min(perNode, count - first) }, (_, index) => {
      const content = file.addStream("", Buffer.from(`0 0 ${(first + index) % 500} 50 re f`, "latin1"));
      return file.add(`<< /Type /Page /Parent ${node} 0 R /Contents ${content} 0 R >>`);
    });
    file.put(node, `<< /Type /Pages /Parent ${root} 0 R /Count ${kids.length} /Kids [${references(kids)}] >>`);
    nodes.push(node);
  }
  finish(file, root, nodes, count);
}

/** A million objects, half of them reached from 1,000 pages: what a classic table of 50 MB can hold. */
export function writeManyObjects(path: string): void {
  const file = new PdfFile(path, "table");
  const pages = 1000;
  const root = file.reserve();
  const kids: number[] = [];
  for (let page = 0; page < pages; page++) {
    const own = Array.from({ length: 1000 }, (_, index) => file.add(String(index % 10)));
    kids.push(file.add(pageWith(root, own.slice(0, 500))));
  }
  finish(file, root, kids, pages);
}

/** 50 MB of object streams full of strings that hardly compress, all of them reached from 1,000 pages. */
export function writeObjectStreams(path: string, objects: number): void {
  const random = seeded(20265);
  const file = new PdfFile(path, "streams");
  const pages = 1000;
  // Each word takes three bytes of the file, and each object another sixteen.
  const wordsEach = Math.floor((51_000_000 / objects - 16) / 3);
  const root = file.reserve();
  const kids: number[] = [];
  for (let page = 0; page < pages; page++) {
    const own = Array.from({ length: objects / pages }, () => {
      const words = Array.from({ length: wordsEach }, () =>
        random
          .below(2 ** 24)
          .toString(16)
          .padStart(6, "0"),
      );
      return file.add(`<${words.join("")}>`);
    });
    kids.push(file.add(pageWith(root, own)));
  }
  finish(file, root, kids, pages);
}

/** Nodes of the page tree one inside another, with one page in the last. */
export function writeDeepTree(path: string, depth: number): void {
  const file = new PdfFile(path, "table");
  const nodes = Array.from({ length: depth }, () => file.reserve());
  const page = file.add(`<< /Type /Page /Parent ${nodes.at(-1)} 0 R /MediaBox [0 0 500 500] >>`);
  nodes.forEach((node, level) => {
    const parent = level > 0 ? ` /Parent ${nodes[level - 1]} 0 R` : "";
    file.put(node, `<< /Type /Pages${parent} /Count 1 /Kids [${nodes[level + 1] ?? page} 0 R] >>`);
  });
  const catalog = file.add(`<< /Type /Catalog /Pages ${nodes[0]} 0 R >>`);
  file.finish(`/Root ${catalog} 0 R`);
}

function pageWith(parent: number, objects: readonly number[]): string {
  const own = `/PieceInfo << /Bench << /Private [${references(objects)}] >> >>`;
  return `<< /Type /Page /Parent ${parent} 0 R ${own} >>`;
}

function finish(file: PdfFile, root: number, kids: readonly number[], pages: number): void {
  file.put(root, `<< /Type /Pages /Count ${pages} /MediaBox [0 0 500 500] /Kids [${references(kids)}] >>`);
  const catalog = file.add(`<< /Type /Catalog /Pages ${root} 0 R >>`);
  file.finish(`/Root ${catalog} 0 R`);
}

function references(numbers: readonly number[]): string {
  return numbers.map((number) => `${number} 0 R`).join(" ");
}
