import { computed, signal } from "@preact/signals";
import { announce } from "../../dom.ts";
import { plural } from "../../format.ts";
import type { Size } from "../document/viewer.ts";
import type { Made } from "../parts/result.tsx";
import { type Kind, kindOf } from "./kinds.ts";
import type { Layout } from "./layout.ts";

export interface Picture {
  id: number;
  file: File;
  /** Unlike every other: order and rotation are told to the service by name. */
  name: string;
  rotation: number;
  kind: Kind;
  url: string;
  size: Size | undefined;
}

export const pictures = signal<readonly Picture[]>([]);
export const pageSize = signal<Layout["pageSize"]>("A4");
export const orientation = signal<Layout["orientation"]>("auto");
export const fitMode = signal<Layout["fitMode"]>("contain");
/** In millimetres, as it is typed. */
export const margin = signal("10");
export const background = signal("#ffffff");
export const stripMetadata = signal(true);
export const result = signal<Made | undefined>(undefined);
/** Why the service could not take an image, by its name. */
export const failures = signal<Readonly<Record<string, string>>>({});

export const marginFault = computed(() => {
  const value = Number(margin.value.replace(",", "."));
  return margin.value.trim() !== "" && value >= 0 ? undefined : "Enter a number, 0 or more.";
});

export const layout = computed<Layout>(() => ({
  pageSize: pageSize.value,
  orientation: orientation.value,
  fitMode: fitMode.value,
  margin: marginFault.value === undefined ? (Number(margin.value.replace(",", ".")) * 96) / 25.4 : 0,
}));

/** Those that the service takes. */
export const good = computed(() => pictures.value.filter(({ kind }) => kind.refusal === undefined));

let ids = 0;

export async function add(files: File[]): Promise<void> {
  const kinds = await Promise.all(files.map(kindOf));
  const next = [...pictures.value];
  for (const [index, file] of files.entries()) {
    const kind = kinds[index] as Kind;
    ids += 1;
    const name = unlike(file.name === "" ? "image" : file.name, next);
    next.push({ id: ids, file, name, rotation: 0, kind, url: URL.createObjectURL(file), size: undefined });
  }
  pictures.value = next;
  announce(`${plural(next.length, "image")}.`);
}

export function remove(id: number): void {
  const gone = pictures.value.find((picture) => picture.id === id);
  if (gone) URL.revokeObjectURL(gone.url);
  pictures.value = pictures.value.filter((picture) => picture.id !== id);
}

export function clear(): void {
  for (const { id } of pictures.value) remove(id);
  failures.value = {};
}

/** Puts an image at a place, and says which page it is now. */
export function moveTo(id: number, to: number): void {
  const from = pictures.value.findIndex((picture) => picture.id === id);
  const picture = pictures.value[from];
  const index = Math.min(Math.max(to, 0), pictures.value.length - 1);
  if (!picture || from === index) return;
  const next = pictures.value.filter((one) => one !== picture);
  next.splice(index, 0, picture);
  pictures.value = next;
  announce(`${picture.name} is number ${index + 1} of ${next.length}.`);
}

export function turn(id?: number): void {
  pictures.value = pictures.value.map((picture) =>
    id === undefined || picture.id === id ? { ...picture, rotation: (picture.rotation + 90) % 360 } : picture,
  );
}

export function sortBy(what: "name" | "date"): void {
  const names = new Intl.Collator("en", { numeric: true });
  pictures.value = [...pictures.value].sort((a, b) =>
    what === "name" ? names.compare(a.name, b.name) : a.file.lastModified - b.file.lastModified,
  );
  announce(`Sorted by ${what}.`);
}

export function noteSize(id: number, size: Size): void {
  pictures.value = pictures.value.map((picture) => (picture.id === id ? { ...picture, size } : picture));
}

function unlike(name: string, known: readonly Picture[]): string {
  const taken = new Set(known.map((picture) => picture.name));
  const dot = name.lastIndexOf(".") > 0 ? name.lastIndexOf(".") : name.length;
  let free = name;
  for (let number = 2; taken.has(free); number++) free = `${name.slice(0, dot)} (${number})${name.slice(dot)}`;
  return free;
}
