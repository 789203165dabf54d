import type { CropPdfRequest, CropPdfResult, Quire } from "../../../../client/src/index.ts";
import { announce, el } from "../../dom.ts";
import { choice, type Field, field } from "../../form.ts";
import { heldKey } from "../../held-key.ts";
import { dropZone } from "../drop-zone.ts";
import type { KeyField } from "../key-field.ts";
import { pageTurner, resultView } from "../result-view.ts";
import { runner } from "../runner.ts";
import { displayedSize, drawPage, openPdf, PasswordNeeded, type PdfView } from "../viewer.ts";
import { type Area, areaInUnit, inPoints, inset, inUnit, type Size, type Unit } from "./area.ts";
import { areaLayer } from "./area-layer.ts";
import { contentOf, pageSizes } from "./page-sizes.ts";

const SIDES = ["x", "y", "width", "height"] as const;
type Side = (typeof SIDES)[number];
const LABELS: Record<Side, string> = { x: "From the left", y: "From the bottom", width: "Width", height: "Height" };

interface Opened {
  file: File;
  pdf: PdfView;
  password: string | undefined;
  sizes: ReturnType<typeof pageSizes>;
}

export function cropPanel(key: KeyField): HTMLElement {
  let opened: Opened | undefined;
  let page = 1;
  let size: Size = { width: 1, height: 1 };
  const areas = new Map<number, Area>();

  const drop = dropZone({
    label: "Choose or drop a PDF",
    hint: "Up to 50 MB",
    accept: "application/pdf,.pdf",
    onFiles: ([file]) => file && void open(file),
  });
  const password = field("Password", { type: "password", autocomplete: "off" });
  password.element.hidden = true;
  const canvas = el("canvas", { role: "img", "aria-label": "The page" });
  const layer = areaLayer((area) => {
    areas.set(page, area);
    showNumbers();
  });
  const sheet = el("div", { class: "sheet" }, canvas, layer.element);
  const turner = pageTurner((number) => void turn(number));
  const facts = el("p", { class: "small soft page-facts", role: "status" });
  const stage = el(
    "div",
    { class: "card stack", hidden: true },
    el("div", { class: "row stage-head" }, turner.element, facts),
    sheet,
  );

  const unit = choice(
    "Unit",
    [
      ["pt", "Points"],
      ["mm", "Millimetres"],
      ["in", "Inches"],
      ["px", "Pixels (96 to an inch)"],
    ],
    "pt",
  );
  const numbers = Object.fromEntries(
    SIDES.map((side) => [side, field(LABELS[side], { type: "number", step: "any" })]),
  ) as Record<Side, Field>;
  const mode = choice(
    "Pages",
    [
      ["pages", "Each page its own area"],
      ["all", "This area on every page"],
    ],
    "pages",
  );
  const marked = el("p", { class: "hint" });
  const whole = el("button", { type: "button", class: "compact" }, "Whole page");
  const remove = el("button", { type: "button", class: "compact" }, "Leave this page as it is");
  const fit = el("button", { type: "button", class: "compact" }, "Fit to what shows");
  const fitAll = el("button", { type: "button", class: "compact" }, "Fit every page");
  const result = resultView();

  const run = runner<[Quire, CropPdfResult]>({
    label: "Crop",
    key,
    prepare,
    async send(quire, call) {
      return [quire, await quire.crop({ file: (opened as Opened).file, ...request() } as CropPdfRequest, call)];
    },
    show: ([quire, answer]) => result.show(quire, answer, page, opened?.password),
    placeError,
  });

  const controls = el(
    "div",
    { class: "card stack controls", hidden: true },
    mode.element,
    el("div", { class: "fields" }, unit.element, ...SIDES.map((side) => numbers[side].element)),
    el("div", { class: "row" }, whole, fit, fitAll, remove),
    marked,
    run.element,
  );

  for (const side of SIDES) {
    numbers[side].input.addEventListener("input", () => {
      const value = Number(numbers[side].input.value);
      const area = areas.get(page);
      if (!area || numbers[side].input.value === "" || !Number.isFinite(value)) return;
      areas.set(page, { ...area, [side]: inPoints(value, unit.input.value as Unit) });
      layer.show(areas.get(page), size);
      changed();
    });
  }
  unit.input.addEventListener("change", showNumbers);
  mode.input.addEventListener("change", changed);
  whole.addEventListener("click", () => setArea({ x: 0, y: 0, ...size }));
  remove.addEventListener("click", () => {
    areas.delete(page);
    layer.show(undefined, size);
    showNumbers();
    announce(`Page ${page} stays as it is. Draw on it to crop it.`);
  });
  fit.addEventListener("click", () => void fitPages(page, 1));
  fitAll.addEventListener("click", () => void fitPages(1));
  password.input.addEventListener(
    "change",
    () => void (opened === undefined && pending && open(pending, password.input.value)),
  );

  let pending: File | undefined;
  async function open(file: File, secret?: string): Promise<void> {
    drop.fail();
    password.fail();
    pending = file;
    try {
      const pdf = await openPdf(file, secret);
      await opened?.pdf.loadingTask.destroy();
      opened = { file, pdf, password: secret, sizes: pageSizes(file, secret, key) };
    } catch (error) {
      opened = undefined;
      stage.hidden = controls.hidden = true;
      if (error instanceof PasswordNeeded) {
        password.element.hidden = false;
        password.fail(error.message);
        password.input.focus();
      } else drop.fail((error as Error).message);
      return;
    }
    areas.clear();
    result.clear();
    stage.hidden = controls.hidden = false;
    await turn(1);
    setArea(inset(size));
    announce(`${file.name}: ${opened.pdf.numPages} pages. An area is drawn on page 1.`);
  }

  async function turn(number: number): Promise<void> {
    const { pdf, sizes } = opened as Opened;
    page = number;
    turner.set(page, pdf.numPages);
    size = await displayedSize(pdf, page);
    layer.show(areas.get(page), size);
    showNumbers();
    await drawPage(pdf, page, canvas, Math.min(stage.clientWidth - 40, 900));
    canvas.setAttribute("aria-label", `Page ${page}`);
    // The service has the last word on how large the page is: what is drawn is measured as it will be cut.
    const known = await sizes.of(page).catch(() => undefined);
    if (!known || page !== number) {
      facts.textContent = `${round(size.width)} × ${round(size.height)} pt`;
      return;
    }
    size = { width: known.width, height: known.height };
    layer.show(areas.get(page), size);
    const turned = known.rotation === 0 ? "" : `, rotated by ${known.rotation}°`;
    const scaled = known.userUnit === 1 ? "" : `, user unit ${known.userUnit}`;
    facts.textContent = `${round(size.width)} × ${round(size.height)} pt${turned}${scaled}`;
  }

  /** Takes over the boxes of what the pages show; blank pages stay as they are. */
  async function fitPages(from: number, limit?: number): Promise<void> {
    if (heldKey() === "") {
      key.fail("Finding what a page shows needs a key.");
      return;
    }
    fit.disabled = fitAll.disabled = true;
    try {
      const { file, password: secret } = opened as Opened;
      const blank: number[] = [];
      for await (const { pageNumber, contentBox } of contentOf(file, secret, from, limit)) {
        if (contentBox) areas.set(pageNumber, contentBox);
        else {
          areas.delete(pageNumber);
          blank.push(pageNumber);
        }
      }
      if (limit === undefined) mode.input.value = "pages";
      layer.show(areas.get(page), size);
      showNumbers();
      announce(
        blank.length > 0
          ? `Nothing shows on page ${blank.slice(0, 20).join(", ")}.`
          : "The area is what the page shows.",
      );
    } catch (error) {
      drop.fail((error as Error).message);
    } finally {
      fit.disabled = fitAll.disabled = false;
    }
  }

  function setArea(area: Area): void {
    areas.set(page, area);
    layer.show(area, size);
    showNumbers();
  }

  function showNumbers(): void {
    const area = areas.get(page);
    for (const side of SIDES) {
      numbers[side].input.value = area ? String(inUnit(area[side], unit.input.value as Unit)) : "";
      numbers[side].input.disabled = area === undefined;
    }
    remove.disabled = area === undefined;
    changed();
  }

  function changed(): void {
    const all = mode.input.value === "all";
    const list = [...areas.keys()].sort((a, b) => a - b);
    marked.textContent = all
      ? "The area of this page is put on every page."
      : list.length === 0
        ? "No page has an area yet."
        : `Pages with an area: ${list.join(", ")}.`;
    if (opened && areas.size > 0) run.describe(described());
  }

  function request(): Omit<CropPdfRequest, "file"> & { cropData: NonNullable<CropPdfRequest["cropData"]> } {
    const all = mode.input.value === "all";
    const name = unit.input.value as Unit;
    const pages = all ? [page] : [...areas.keys()].sort((a, b) => a - b);
    const cropData = pages.flatMap((pageNumber) => {
      const area = areas.get(pageNumber);
      return area ? [{ pageNumber, cropArea: { ...areaInUnit(area, name), unit: name } }] : [];
    });
    return {
      cropData,
      ...(all ? { cropMode: "all" as const } : {}),
      ...(opened?.password === undefined ? {} : { password: opened.password }),
    };
  }

  function described() {
    return { path: "/v1/pdf/crop", method: "crop", files: { file: [(opened as Opened).file.name] }, fields: request() };
  }

  function prepare() {
    if (!opened) return void drop.fail("Choose a PDF first.");
    if (request().cropData.length === 0) return void numbers.width.fail("Draw an area on the page first.");
    return described();
  }

  function placeError(name: string | undefined, message: string): boolean {
    for (const one of [...SIDES.map((side) => numbers[side]), mode, unit, password]) one.fail();
    drop.fail();
    if (name === undefined) return false;
    const index = /^cropData\[(\d+)\]/.exec(name)?.[1];
    const at = index === undefined ? undefined : request().cropData[Number(index)]?.pageNumber;
    if (at !== undefined && at !== page) void turn(at);
    const side = SIDES.find((one) => name.endsWith(`cropArea.${one}`));
    const target = side
      ? numbers[side]
      : name.startsWith("cropData")
        ? numbers.width
        : { cropMode: mode, password }[name];
    if (target) {
      target.fail(message);
      target.input.focus();
    } else if (name === "file") drop.fail(message);
    return target !== undefined || name === "file";
  }

  return el(
    "div",
    { class: "tool" },
    el("div", { class: "stack" }, drop.element, password.element, controls),
    el("div", { class: "stages" }, stage, result.element),
  );
}

function round(points: number): string {
  return String(Math.round(points * 100) / 100);
}
