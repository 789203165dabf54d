import { batch } from "@preact/signals";
import type { CallOptions, CropPdfRequest, InspectPdfRequest } from "../../../../client/src/index.ts";
import { announce } from "../../dom.ts";
import { plural } from "../../format.ts";
import type { Described } from "../calls.ts";
import { type Opened, opened } from "../document/opened.ts";
import { rangesOf } from "../document/parts.ts";
import type { Maker } from "../engine/here.ts";
import { clearProblems, fieldProblems, problem, run, runHere } from "../job.ts";
import { linkFrom } from "../parts/copy-link.tsx";
import { finishingField } from "../parts/finishing.ts";
import { openMade } from "../parts/made.ts";
import { type Area, areaInUnit } from "./area.ts";
import * as state from "./state.ts";

type Cropping = NonNullable<CropPdfRequest["cropData"]>[number];

/** Pages per request. */
const WINDOW = 1000;

function settings(): Omit<CropPdfRequest, "file" | "url"> {
  return {
    ...(state.halves.value ? halving(state.halves.value) : areaSettings()),
    ...(state.removesOutside.value ? removalSettings() : {}),
    ...state.finishing.fieldsOfPdf(),
    ...passwordOf(opened.value),
  };
}

/** The same for other documents: what is meant of all pages is found, or laid, on each of theirs. */
export function ofOthers({ url: _, pages, ...fields }: Record<string, unknown>): Record<string, unknown> {
  const { cropData, cropMode: _mode, multiple: _multiple, ...others } = fields;
  if (state.toContent.value) {
    const margin = Number(state.contentMargin.value.replace(",", "."));
    return { ...others, auto: { margin, unit: state.unit.value, uniform: state.alike.value } };
  }
  if (state.halves.value || state.scope.value !== "all" || !state.common.value) return fields;
  const first = (cropData as Cropping[] | undefined)?.filter(
    ({ pageNumber }, _at, [one]) => pageNumber === one?.pageNumber,
  );
  return { ...fields, ...(first && { cropData: first, cropMode: "all" }) };
}

function halving({ cut, found }: NonNullable<typeof state.halves.value>): Pick<CropPdfRequest, "halves" | "pages"> {
  const pages = state.cropped.value.map(([number]) => number);
  return { halves: cut, ...(pages.length === found.size ? {} : { pages: rangesOf(pages) }) };
}

function areaSettings(): Pick<CropPdfRequest, "cropData" | "cropMode" | "multiple"> {
  const unit = state.unit.value;
  const pages = state.cropped.value.map(([pageNumber, own]) =>
    own.map((area): Cropping => ({ pageNumber, cropArea: { ...areaInUnit(area, unit), unit } })),
  );
  const [first = []] = pages;
  const isSame = pages.length === state.pageCount.value && pages.every((one) => isLike(one, first));
  return {
    ...(isSame && pages.length > 1 ? { cropData: first, cropMode: "all" } : { cropData: pages.flat() }),
    ...(pages.some((own) => own.length > 1) ? { multiple: true } : {}),
  };
}

function isLike(one: readonly Cropping[], other: readonly Cropping[]): boolean {
  const same = ({ cropArea: a }: Cropping, b = a) =>
    a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
  return one.length === other.length && one.every((area, index) => same(area, other[index]?.cropArea));
}

/** Default values are left out. */
export function removalSettings(): Pick<CropPdfRequest, "removeOutside" | "edge" | "onUnremovable" | "document"> {
  return {
    removeOutside: true,
    ...(state.edge.value === "keep" ? {} : { edge: state.edge.value }),
    ...(state.onUnremovable.value === "refuse" ? {} : { onUnremovable: state.onUnremovable.value }),
    ...(state.aboutDocument.value === "clear" ? {} : { document: state.aboutDocument.value }),
  };
}

export function passwordOf(document: Opened | undefined): { password?: string } {
  return document?.password === undefined ? {} : { password: document.password };
}

/** Files are worked on here; a document with an address is worked on where it is fetched. */
export function whereItIs(document: Opened): typeof runHere {
  return document.source instanceof File ? runHere : run;
}

/** How a document is sent: as a file or by its address. */
export function sourceOf(document: Opened): { file: File } | { url: string } {
  return document.source instanceof File ? { file: document.source } : document.source;
}

export function describedSource(document: Opened): Pick<Described, "files"> & { fields: Record<string, unknown> } {
  return document.source instanceof File
    ? { files: { file: [document.name] }, fields: {} }
    : { files: {}, fields: { url: document.source.url } };
}

export function described(): Described | undefined {
  const document = opened.value;
  if (!document || state.cropped.value.length === 0) return undefined;
  const { files, fields } = describedSource(document);
  return { path: "/v1/pdf/crop", files, fields: { ...fields, ...settings() } };
}

export async function crop(): Promise<void> {
  const document = opened.value;
  const call = described();
  if (!document) return;
  if (!call) {
    problem.value = "Draw an area on a page first.";
    return;
  }
  const password = state.finishing.passwordOf(document.password);
  const shown = state.here.value.length > 0 ? state.page.value : state.cropped.value[0]?.[0];
  const origins = originsOf(state.areas.value, state.pageCount.value);
  const request = { ...sourceOf(document), ...settings() } as CropPdfRequest;
  const send = (by: Maker, options: CallOptions) => by.crop(request, options);
  await whereItIs(document)({
    working: `Cropping ${plural(state.cropped.value.length, "page")}`,
    of: document.pdf.numPages,
    send,
    async receive(answer, signal) {
      const { pagesCropped, pageCount, resultPages = pageCount } = answer;
      const into = resultPages === pageCount ? "" : ` into ${resultPages - pageCount + pagesCropped}`;
      const made = await openMade(
        answer,
        {
          title: `${plural(pagesCropped, "page")} cropped${into}`,
          notes: [...(answer.removal ? [] : answer.notes), ...(answer.warnings ?? [])],
          page: Math.max(origins.indexOf(shown ?? 1), 0) + 1,
          call,
          password,
          again: linkFrom(document.source, send),
        },
        signal,
      );
      batch(() => {
        state.removal.value = answer.removal;
        state.result.value = made;
        state.origins.value = origins;
        state.work.finish();
      });
      announce(made.title);
    },
    fieldOf: (field) => (field === "removeOutside" ? field : finishingField(field)),
  });
}

/** The page of the document that each page of the result is a part of. */
function originsOf(areas: ReadonlyMap<number, state.Areas>, pageCount: number): number[] {
  const ofPage = (number: number) => new Array<number>(areas.get(number)?.length ?? 1).fill(number);
  return Array.from({ length: pageCount }, (_, index) => ofPage(index + 1)).flat();
}

/** Finds the halves of all pages. Only the service's own operation knows where it cuts them. */
export async function findHalves(cut: state.Halving): Promise<void> {
  const document = opened.value;
  if (!document) return;
  await whereItIs(document)({
    working: "Finding the halves of the pages",
    of: document.pdf.numPages,
    send: (by: Maker, options) =>
      by.crop({ ...sourceOf(document), ...passwordOf(document), halves: cut } as CropPdfRequest, options),
    async receive({ boxes = [] }) {
      if (opened.value !== document) return;
      if (boxes.length === 0) {
        problem.value = "No page is wider than tall. Choose another way to cut.";
        return;
      }
      const found = new Map<number, Area[]>();
      for (const { pageNumber, cropArea } of boxes) {
        const { x, y, width, height } = cropArea;
        found.set(pageNumber, [...(found.get(pageNumber) ?? []), { x, y, width, height }]);
      }
      batch(() => {
        if (state.scope.value === "this" && state.pageCount.value > 1) state.scope.value = "all";
        state.halves.value = { cut, found };
        state.takeHalves();
      });
      announce(`${plural(found.size, "page")} cut in two.`);
    },
  });
}

/** Finds what the pages show, on this machine; only a document with an address is read by the service. */
export async function findContent(): Promise<void> {
  const document = opened.value;
  if (!document) return;
  clearProblems();
  if (state.scope.value === "this" && state.pageCount.value > 1) state.scope.value = "all";
  state.toContent.value = true;
  if (state.marginInPoints() === undefined) {
    fieldProblems.value = { margin: "Enter a number, 0 or more." };
    return;
  }
  if (state.content.value) return state.takeContent();
  await whereItIs(document)({
    working: "Finding the content of the pages",
    of: document.pdf.numPages,
    async send(by: Maker, options) {
      const found = new Map<number, Area | null>();
      const ask = async (from: number, limit: number) => {
        const asked = { ...sourceOf(document), ...passwordOf(document), from, limit, content: true };
        const answer = await by.inspect(asked as InspectPdfRequest, options);
        for (const { pageNumber, contentBox } of answer.pages) found.set(pageNumber, contentBox ?? null);
        return answer.next;
      };
      const page = state.page.value;
      // The page in view is shown before the others are read.
      if (document.source instanceof File) await ask(page, 1);
      const box = found.get(page);
      if (box) state.glimpse.value = { page, box };
      for (let from: number | null = 1; from !== null; ) from = await ask(from, WINDOW);
      return found;
    },
    receive: async (found) => showContent(document, found),
  });
  state.glimpse.value = undefined;
  if (!state.content.value) state.toContent.value = false;
}

function showContent(document: Opened, found: ReadonlyMap<number, Area | null>): void {
  if (opened.value !== document) return;
  batch(() => {
    state.content.value = found;
    state.takeContent();
  });
  const blank = [...found].filter(([, box]) => box === null).map(([number]) => number);
  announce(blank.length > 0 ? `Nothing shows on page ${blank.slice(0, 20).join(", ")}.` : "The areas are drawn.");
}
