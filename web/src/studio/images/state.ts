import { batch, computed, signal } from "@preact/signals";
import { announce } from "../../dom.ts";
import { measuresIn, plural } from "../../format.ts";
import { foreignOf } from "../document/foreign.ts";
import type { Size } from "../document/viewer.ts";
import { prepare } from "../engine/here.ts";
import { Finishing } from "../parts/finishing.ts";
import type { Made } from "../parts/made.ts";
import { type Values, Work } from "../work.ts";
import { HEIC, type Kind, kindOf } from "./kinds.ts";
import { type Layout, widestMargin } from "./layout.ts";

/** An image as it was added and turned. */
interface Added {
  id: number;
  /** A file of this machine, or the address that the service fetches it from. */
  source: File | { address: string };
  /** Order and rotation go to the service by name, so the names of files are made unique. */
  name: string;
  rotation: number;
}

/** What this browser found out about an image. */
interface Seen {
  kind: Kind;
  /** What is shown of it. */
  url: string;
  size: Size | undefined;
  /** More than one for a TIFF of several pages. */
  pages: number;
}

export type Picture = Added & Seen;

const list = signal<readonly Added[]>([]);
const seen = signal<ReadonlyMap<number, Seen>>(new Map());
export const pictures = computed<readonly Picture[]>(() =>
  list.value.flatMap((added) => {
    const found = seen.value.get(added.id);
    return found ? [{ ...added, ...found }] : [];
  }),
);
const ofPeople = measuresIn(navigator.language);
export const { unit } = ofPeople;
export const pageSize = signal<Layout["pageSize"]>(ofPeople.paper);
export const orientation = signal<Layout["orientation"]>("auto");
export const fitMode = signal<Layout["fitMode"]>("contain");
/** In the unit, as typed. */
export const margin = signal(unit === "in" ? "0.4" : "10");
export const background = signal("#ffffff");
export const stripMetadata = signal(true);
/** An outline and labels of pages by the names of files. */
export const isOutlined = signal(false);
export const result = signal<Made | undefined>(undefined);
/** Why the service could not take an image, by its name. */
export const failures = signal<Readonly<Record<string, string>>>({});

export const finishing = new Finishing({ describes: true, claims: true });

export const work = new Work({
  ...{ list, pageSize, orientation, fitMode, margin, background, stripMetadata, isOutlined },
  ...finishing.kept,
});

/** A shared link says it in millimetres, whatever the other person measures in. */
const MILLIMETRES = { in: 25.4, mm: 1 }[unit];

export const marginFault = computed(() => {
  const value = Number(margin.value.replace(",", "."));
  if (margin.value.trim() === "" || !(value >= 0)) return "Enter a number, 0 or more.";
  const most = (widestMargin(pageSize.value) * 25.4) / 96 / MILLIMETRES;
  return value > most ? `At most ${Math.floor(most * 10) / 10} ${unit} fit on this paper.` : undefined;
});

export const marginInMm = computed(() =>
  marginFault.value === undefined ? Number(margin.value.replace(",", ".")) * MILLIMETRES : 0,
);
export function takeMargin(millimetres: string): void {
  margin.value = String(Math.round((Number(millimetres) / MILLIMETRES) * 1000) / 1000);
}

export const layout = computed<Layout>(() => ({
  pageSize: pageSize.value,
  orientation: orientation.value,
  fitMode: fitMode.value,
  margin: (marginInMm.value * 96) / 25.4,
}));

/** Those that the service takes. */
export const good = computed(() => pictures.value.filter(({ kind }) => kind.refusal === undefined));

/** The service takes files or addresses, not both in one request. */
export const isMixed = computed(() => new Set(good.value.map(({ source }) => source instanceof File)).size > 1);

let ids = 0;

export async function add(files: File[]): Promise<void> {
  prepare("imageToPdf");
  const read: { file: File; kind: Kind }[] = [];
  // One after the other: the pixels of a photograph take much memory.
  for (const file of files) read.push(await readable(file));
  const next = [...list.value];
  const found = new Map(seen.value);
  for (const { file, kind } of read) {
    ids += 1;
    next.push({ id: ids, source: file, name: unlike(file.name === "" ? "image" : file.name, next), rotation: 0 });
    found.set(ids, ofFile(file, kind));
  }
  const added = next.slice(list.value.length);
  batch(() => {
    seen.value = found;
    list.value = next;
  });
  announce(`${plural(next.length, "image")}.`);
  for (const picture of added) await preview(picture);
}

function ofFile(file: File, known: Kind): Seen {
  const refusal = known.refusal ?? (known.name === "Image" ? foreignOf(file.name) : undefined);
  const kind = refusal === undefined ? known : { ...known, refusal };
  return { kind, url: URL.createObjectURL(file), size: undefined, pages: 1 };
}

const FROM_ADDRESS: Seen = { kind: { name: "From an address", isShown: false }, url: "", size: undefined, pages: 1 };

/** Shows images that were kept. */
export async function restore(values: Values): Promise<void> {
  const kept = (values.list ?? []) as readonly Added[];
  const found = new Map<number, Seen>();
  for (const { id, source } of kept) {
    ids = Math.max(ids, id);
    found.set(id, source instanceof File ? ofFile(source, await kindOf(source)) : FROM_ADDRESS);
  }
  seen.value = found;
  work.restore(values);
  for (const added of kept) await preview(added);
}

/** The file as the service takes it, where this browser can make it so. */
async function readable(file: File): Promise<{ file: File; kind: Kind }> {
  const kind = await kindOf(file);
  if (kind.name !== HEIC) return { file, kind };
  const { jpegOf } = await import("./heic.ts");
  const jpeg = await jpegOf(file);
  return jpeg ? { file: jpeg, kind: await kindOf(jpeg) } : { file, kind };
}

/** The browser fetches nothing: the service does, when the button is pressed. */
export function addAddresses(addresses: string[]): void {
  const found = new Map(seen.value);
  const added = addresses.map((address): Added => {
    ids += 1;
    const name = decodeURIComponent(new URL(address).pathname.split("/").at(-1) ?? "") || `image-${ids}`;
    found.set(ids, FROM_ADDRESS);
    return { id: ids, source: { address }, name, rotation: 0 };
  });
  batch(() => {
    seen.value = found;
    list.value = [...list.value, ...added];
  });
  announce(`${plural(pictures.value.length, "image")}.`);
}

/** A larger file would take the memory that the page itself needs. */
const LARGEST_PREVIEW_BYTES = 60_000_000;

/** Formats that browsers cannot show are drawn by the service's own engine, which also says what it would refuse. */
async function preview({ id, source, name }: Added): Promise<void> {
  const before = seen.value.get(id);
  if (!before || !(source instanceof File) || before.kind.isShown || before.kind.refusal !== undefined) return;
  if (source.size > LARGEST_PREVIEW_BYTES) return;
  try {
    const { previewOf } = await import("./preview.ts");
    const found = await previewOf(name, source);
    if ("url" in found) URL.revokeObjectURL(before.url);
    const { kind } = before;
    note(
      id,
      "refusal" in found
        ? { kind: { ...kind, refusal: found.refusal } }
        : { ...found, kind: { ...kind, isShown: true } },
    );
  } catch {
    // Without a preview the card names the format.
  }
}

function note(id: number, change: Partial<Seen>): void {
  const before = seen.value.get(id);
  if (before) seen.value = new Map(seen.value).set(id, { ...before, ...change });
}

/** What is removed can be put back, so what is known of it stays. */
export function remove(id: number): void {
  list.value = list.value.filter((picture) => picture.id !== id);
}

export function clear(): void {
  list.value = [];
  failures.value = {};
}

/** Moves an image, and announces its new page number. */
export function moveTo(id: number, to: number): void {
  const from = list.value.findIndex((picture) => picture.id === id);
  const picture = list.value[from];
  const index = Math.min(Math.max(to, 0), list.value.length - 1);
  if (!picture || from === index) return;
  const next = list.value.filter((one) => one !== picture);
  next.splice(index, 0, picture);
  list.value = next;
  announce(`${picture.name} is number ${index + 1} of ${next.length}.`);
}

export function turn(id?: number): void {
  list.value = list.value.map((picture) =>
    id === undefined || picture.id === id ? { ...picture, rotation: (picture.rotation + 90) % 360 } : picture,
  );
}

export function sortBy(what: "name" | "date"): void {
  const names = new Intl.Collator("en", { numeric: true });
  list.value = [...list.value].sort((a, b) =>
    what === "name" ? names.compare(a.name, b.name) : dateOf(a) - dateOf(b),
  );
  announce(`Sorted by ${what}.`);
}

function dateOf({ source }: Added): number {
  return source instanceof File ? source.lastModified : 0;
}

/** This browser cannot show it; the engine may read it all the same. */
export function noteUnseen(id: number): void {
  const kind = seen.value.get(id)?.kind;
  if (kind) note(id, { kind: { ...kind, isShown: false } });
}

export function noteSize(id: number, size: Size): void {
  note(id, { size });
}

function unlike(name: string, known: readonly Added[]): string {
  const taken = new Set(known.map((picture) => picture.name));
  const dot = name.lastIndexOf(".") > 0 ? name.lastIndexOf(".") : name.length;
  let free = name;
  for (let number = 2; taken.has(free); number++) free = `${name.slice(0, dot)} (${number})${name.slice(dot)}`;
  return free;
}
