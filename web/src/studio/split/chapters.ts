import type { PdfView } from "../document/viewer.ts";

/** An item of the outline and the page that it leads to. */
export interface Chapter {
  title: string;
  page: number;
  level: number;
}

type Item = NonNullable<Awaited<ReturnType<PdfView["getOutline"]>>>[number];

export async function chaptersOf(pdf: PdfView): Promise<Chapter[]> {
  const outline = (await pdf.getOutline()) ?? [];
  return walk(pdf, outline, 1);
}

async function walk(pdf: PdfView, items: Item[], level: number): Promise<Chapter[]> {
  const found: Chapter[] = [];
  for (const item of items) {
    const page = await pageOf(pdf, item.dest);
    if (page !== undefined) found.push({ title: item.title, page, level });
    found.push(...(await walk(pdf, item.items as Item[], level + 1)));
  }
  return found;
}

/** An item may lead nowhere, or to a page that does not exist. */
async function pageOf(pdf: PdfView, destination: Item["dest"]): Promise<number | undefined> {
  const target = typeof destination === "string" ? await pdf.getDestination(destination) : destination;
  const page: unknown = target?.[0];
  if (typeof page === "number") return page + 1;
  if (page === null || typeof page !== "object") return undefined;
  return (await pdf.getPageIndex(page as { num: number; gen: number }).catch(() => -2)) + 1 || undefined;
}
