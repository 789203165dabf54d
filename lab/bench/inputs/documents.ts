import { deflateSync } from "node:zlib";
import { type Random, seeded } from "../../../test/fixtures/random.ts";
import { embedFonts } from "./fonts.ts";
import { PdfFile, type XrefStyle } from "./pdf-file.ts";
import { sentence, textPage, vocabulary } from "./prose.ts";

const pageCount = 2000;
const kidsPerNode = 8;

/** The compressed contents of the 2,000 text pages that A, Ax and L share. */
export function textContents(): Buffer[] {
  const random = seeded(20261);
  const words = vocabulary(random);
  return Array.from({ length: pageCount }, (_, index) =>
    deflateSync(Buffer.from(textPage(random, words, `Chapter ${index + 1}`, 2730), "latin1"), { level: 5 }),
  );
}

/** A page tree of two levels; returns its root and each leaf's parent, reserved before the pages are written. */
function planTree(
  file: PdfFile,
  pages: number[],
): { root: number; parent: (index: number) => number; write: () => void } {
  const root = file.reserve();
  const nodes = Array.from({ length: Math.ceil(pages.length / kidsPerNode) }, () => file.reserve());
  return {
    root,
    parent: (index) => nodes[Math.floor(index / kidsPerNode)]!,
    write: () => {
      nodes.forEach((node, index) => {
        const kids = pages.slice(index * kidsPerNode, (index + 1) * kidsPerNode);
        const list = kids.map((kid) => `${kid} 0 R`).join(" ");
        file.put(node, `<< /Type /Pages /Parent ${root} 0 R /Count ${kids.length} /Kids [${list}] >>`);
      });
      const list = nodes.map((node) => `${node} 0 R`).join(" ");
      file.put(root, `<< /Type /Pages /Count ${pages.length} /MediaBox [0 0 595.28 841.89] /Kids [${list}] >>`);
    },
  };
}

/** A, Ax and A10: 2,000 pages of text, and beside each page as many objects that have nothing to do with it. */
export function writeTextDocument(path: string, style: XrefStyle, contents: readonly Buffer[], besides = 0): void {
  const file = new PdfFile(path, style);
  const resources = file.reserve();
  file.put(resources, `<< /ProcSet [/PDF /Text] /Font ${embedFonts(file)} >>`);
  const pages = contents.map(() => file.reserve());
  const tree = planTree(file, pages);
  contents.forEach((content, index) => {
    const stream = file.addStream("/Filter /FlateDecode", content);
    file.put(pages[index]!, page(tree.parent(index), resources, stream, ""));
    for (let other = 0; other < besides; other++) file.add(`<< /Page ${index} /Note (Number ${other}) >>`);
  });
  tree.write();
  const catalog = file.add(`<< /Type /Catalog /Pages ${tree.root} 0 R >>`);
  const info = file.add("<< /Title (Two thousand pages) /Producer (seeded input) >>");
  file.finish(`/Root ${catalog} 0 R /Info ${info} 0 R`);
}

function page(parent: number, resources: number, contents: number, more: string): string {
  return `<< /Type /Page /Parent ${parent} 0 R /Resources ${resources} 0 R /Contents ${contents} 0 R${more} >>`;
}

/** L: A with ten links a page (half of them by name), an outline of two levels and a tree of named destinations. */
export function writeLinkedDocument(path: string, contents: readonly Buffer[]): void {
  const random = seeded(20262);
  const file = new PdfFile(path, "table");
  const resources = file.reserve();
  file.put(resources, `<< /ProcSet [/PDF /Text] /Font ${embedFonts(file)} >>`);
  const pages = contents.map(() => file.reserve());
  const tree = planTree(file, pages);
  contents.forEach((content, index) => {
    const links = Array.from({ length: 10 }, (_, row) => file.add(link(random, pages, row)));
    const stream = file.addStream("/Filter /FlateDecode", content);
    const annotations = ` /Annots [${links.map((number) => `${number} 0 R`).join(" ")}]`;
    file.put(pages[index]!, page(tree.parent(index), resources, stream, annotations));
  });
  tree.write();
  const names = nameTree(file, pages);
  const outlines = outline(file, pages);
  const catalog = file.add(
    `<< /Type /Catalog /Pages ${tree.root} 0 R /Outlines ${outlines} 0 R /Names << /Dests ${names} 0 R >> >>`,
  );
  file.finish(`/Root ${catalog} 0 R`);
}

function link(random: Random, pages: readonly number[], row: number): string {
  const target = random.below(pages.length);
  const rect = `/Rect [56 ${740 - row * 40} 300 ${752 - row * 40}] /Border [0 0 0]`;
  const where =
    row % 2 === 0 ? `/Dest [${pages[target]} 0 R /XYZ 56 780 0]` : `/A << /S /GoTo /D (${destinationName(target)}) >>`;
  return `<< /Type /Annot /Subtype /Link ${rect} ${where} >>`;
}

function destinationName(index: number): string {
  return `section.${String(index + 1).padStart(5, "0")}`;
}

function nameTree(file: PdfFile, pages: readonly number[]): number {
  const leaves: string[] = [];
  for (let at = 0; at < pages.length; at += 50) {
    const group = pages.slice(at, at + 50);
    const pairs = group.map((number, i) => `(${destinationName(at + i)}) [${number} 0 R /XYZ 56 780 0]`);
    const limits = `[(${destinationName(at)}) (${destinationName(at + group.length - 1)})]`;
    leaves.push(`${file.add(`<< /Limits ${limits} /Names [${pairs.join(" ")}] >>`)} 0 R`);
  }
  return file.add(`<< /Kids [${leaves.join(" ")}] >>`);
}

function outline(file: PdfFile, pages: readonly number[]): number {
  const root = file.reserve();
  const perChapter = 20;
  const chapters = Array.from({ length: Math.ceil(pages.length / perChapter) }, () => file.reserve());
  chapters.forEach((chapter, index) => {
    const group = pages.slice(index * perChapter, (index + 1) * perChapter);
    const items = group.map(() => file.reserve());
    items.forEach((item, i) => {
      file.put(item, outlineItem(`Section ${index + 1}.${i + 1}`, chapter, group[i]!, items[i - 1], items[i + 1], ""));
    });
    const inside = ` /First ${items[0]} 0 R /Last ${items.at(-1)} 0 R /Count -${items.length}`;
    const title = `Chapter ${index + 1}`;
    file.put(chapter, outlineItem(title, root, group[0]!, chapters[index - 1], chapters[index + 1], inside));
  });
  file.put(
    root,
    `<< /Type /Outlines /First ${chapters[0]} 0 R /Last ${chapters.at(-1)} 0 R /Count ${chapters.length} >>`,
  );
  return root;
}

function outlineItem(
  title: string,
  parent: number,
  target: number,
  previous: number | undefined,
  next: number | undefined,
  inside: string,
): string {
  const around = `${previous ? ` /Prev ${previous} 0 R` : ""}${next ? ` /Next ${next} 0 R` : ""}`;
  return `<< /Title (${title}) /Parent ${parent} 0 R /Dest [${target} 0 R /XYZ 56 780 0]${around}${inside} >>`;
}

/** D and Dx: 3,000 tagged pages, about 200,000 objects, most of them structure elements. */
export function writeTaggedDocument(path: string, style: XrefStyle): void {
  const random = seeded(20263);
  const words = vocabulary(random);
  const file = new PdfFile(path, style);
  const resources = file.reserve();
  file.put(resources, `<< /ProcSet [/PDF /Text] /Font ${embedFonts(file)} >>`);
  const pages = Array.from({ length: 3000 }, () => file.reserve());
  const tree = planTree(file, pages);
  const structure = file.reserve();
  const document = file.reserve();
  const sections: number[] = [];
  const parents: string[] = [];
  pages.forEach((number, index) => {
    const tagged = taggedPage(random, words);
    const stream = file.addStream(
      "/Filter /FlateDecode",
      deflateSync(Buffer.from(tagged.content, "latin1"), { level: 5 }),
    );
    file.put(number, page(tree.parent(index), resources, stream, ` /StructParents ${index} /Tabs /S`));
    const section = file.reserve();
    sections.push(section);
    const elements = Array.from({ length: tagged.marks }, (_, mark) =>
      file.add(
        `<< /Type /StructElem /S /P /P ${section} 0 R /Pg ${number} 0 R /K ${mark} /A << /O /Layout /TextAlign /Justify ` +
          `/SpaceBefore ${random.below(12)} /EndIndent ${random.below(40)} >> >>`,
      ),
    );
    const list = elements.map((element) => `${element} 0 R`).join(" ");
    file.put(section, `<< /Type /StructElem /S /Sect /P ${document} 0 R /T (Section ${index + 1}) /K [${list}] >>`);
    parents.push(`${index} ${file.add(`[${list}]`)} 0 R`);
  });
  tree.write();
  const kids = sections.map((section) => `${section} 0 R`).join(" ");
  file.put(document, `<< /Type /StructElem /S /Document /P ${structure} 0 R /K [${kids}] >>`);
  const parentTree = file.add(`<< /Nums [${parents.join(" ")}] >>`);
  file.put(
    structure,
    `<< /Type /StructTreeRoot /K [${document} 0 R] /ParentTree ${parentTree} 0 R /ParentTreeNextKey ${pages.length} >>`,
  );
  const catalog = file.add(
    `<< /Type /Catalog /Pages ${tree.root} 0 R /StructTreeRoot ${structure} 0 R /MarkInfo << /Marked true >> /Lang (en) >>`,
  );
  file.finish(`/Root ${catalog} 0 R`);
}

function taggedPage(random: Random, words: readonly string[]): { content: string; marks: number } {
  const marks = 63;
  const lines: string[] = [];
  for (let mark = 0; mark < marks; mark++) {
    const text = sentence(random, words, 76);
    const y = 790 - mark * 12;
    lines.push(`/P << /MCID ${mark} >> BDC BT /F${1 + (mark % 3)} 9 Tf 1 0 0 1 56 ${y} Tm (${text}) Tj ET EMC`);
  }
  return { content: lines.join("\n"), marks };
}

/** T: a book of 131 tagged pages whose structure elements have no /Type, which is optional. */
export function writeUntypedBook(path: string): void {
  const random = seeded(20264);
  const words = vocabulary(random);
  const file = new PdfFile(path, "table");
  const font = file.add("<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman >>");
  const fonts = [1, 2, 3].map((number) => `/F${number} ${font} 0 R`).join(" ");
  const resources = file.add(`<< /ProcSet [/PDF /Text] /Font << ${fonts} >> >>`);
  const pages = Array.from({ length: 131 }, () => file.reserve());
  const tree = planTree(file, pages);
  const [structure, document] = [file.reserve(), file.reserve()];
  const chapters: { number: number; kids: number[] }[] = [];
  const parents: string[] = [];
  pages.forEach((number, index) => {
    const { content, marks } = taggedPage(random, words);
    const stream = file.addStream("/Filter /FlateDecode", deflateSync(Buffer.from(content, "latin1")));
    file.put(number, page(tree.parent(index), resources, stream, ` /StructParents ${index} /Tabs /S`));
    if (index % 10 === 0) chapters.push({ number: file.reserve(), kids: [] });
    const chapter = chapters.at(-1)!;
    const elements = Array.from({ length: marks }, (_, mark) =>
      file.add(
        `<< /S /P /P ${chapter.number} 0 R /Pg ${number} 0 R /K ${mark} /Alt (${sentence(random, words, 60)}) >>`,
      ),
    );
    chapter.kids.push(...elements);
    parents.push(`${index} [${elements.map((element) => `${element} 0 R`).join(" ")}]`);
  });
  tree.write();
  const list = (kids: readonly number[]) => kids.map((kid) => `${kid} 0 R`).join(" ");
  for (const { number, kids } of chapters) file.put(number, `<< /S /Sect /P ${document} 0 R /K [${list(kids)}] >>`);
  file.put(document, `<< /S /Document /P ${structure} 0 R /K [${list(chapters.map(({ number }) => number))}] >>`);
  const parentTree = file.add(`<< /Nums [${parents.join(" ")}] >>`);
  file.put(structure, `<< /Type /StructTreeRoot /K [${document} 0 R] /ParentTree ${parentTree} 0 R >>`);
  const catalog = file.add(
    `<< /Type /Catalog /Pages ${tree.root} 0 R /StructTreeRoot ${structure} 0 R /MarkInfo << /Marked true >> >>`,
  );
  file.finish(`/Root ${catalog} 0 R`);
}

/** B: 25 pages, each one photograph of 2 MB. */
export function writePhotoDocument(path: string, photo: { jpeg: Uint8Array; width: number; height: number }): void {
  const file = new PdfFile(path, "table");
  const pages = Array.from({ length: 25 }, () => file.reserve());
  const tree = planTree(file, pages);
  pages.forEach((number, index) => {
    const entries =
      `/Type /XObject /Subtype /Image /Width ${photo.width} /Height ${photo.height} ` +
      "/ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode";
    const image = file.addStream(entries, photo.jpeg);
    const content = file.addStream("", Buffer.from("q 595.28 0 0 841.89 0 0 cm /Im0 Do Q", "latin1"));
    const resources = `/Resources << /XObject << /Im0 ${image} 0 R >> >>`;
    file.put(
      number,
      `<< /Type /Page /Parent ${tree.parent(index)} 0 R ${resources} /Contents ${content} 0 R /Rotate ${(index % 4) * 90} >>`,
    );
  });
  tree.write();
  const catalog = file.add(`<< /Type /Catalog /Pages ${tree.root} 0 R >>`);
  file.finish(`/Root ${catalog} 0 R`);
}
