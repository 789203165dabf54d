import type { ToolName } from "./share.ts";
import type { Values } from "./work.ts";

/** Where unfinished work is kept: in this browser, for a day, and as long as a tab shows the document. */
const DAY_MS = 86_400_000;
/** A browser copies what it keeps. Larger files are asked for again. */
const LARGEST_BYTES = 200_000_000;

/** What can be continued: its name, its tool, and its files and settings. */
export interface Draft {
  tool: ToolName;
  name: string;
  at: number;
}

const STORE = "rows";
const OWN = "quire-draft";

let database: Promise<IDBDatabase> | undefined;

function opened(): Promise<IDBDatabase> {
  database ??= new Promise((resolve, reject) => {
    const request = indexedDB.open("quire-studio", 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return database;
}

/** One request to what this browser keeps. */
export async function store<T>(mode: IDBTransactionMode, work: (rows: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const rows = (await opened()).transaction(STORE, mode).objectStore(STORE);
  return new Promise((resolve, reject) => {
    const request = work(rows);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** The draft of this tab; another tab has its own. */
function ownId(): string {
  const known = sessionStorage.getItem(OWN);
  if (known !== null) return known;
  const made = crypto.randomUUID();
  sessionStorage.setItem(OWN, made);
  return made;
}

/** Files are stored once, however often what refers to them changes. */
const stored = new WeakMap<File, string>();

interface FileRow {
  file: string;
}

async function packed(value: unknown, id: string): Promise<unknown> {
  if (value instanceof File) return packedFile(value, id);
  if (Array.isArray(value)) return Promise.all(value.map((one) => packed(one, id)));
  if (typeof value !== "object" || value === null || value instanceof Map || value instanceof Set) return value;
  const entries = Object.entries(value).map(async ([name, one]) => [name, await packed(one, id)] as const);
  return Object.fromEntries(await Promise.all(entries));
}

async function packedFile(file: File, id: string): Promise<FileRow> {
  if (file.size > LARGEST_BYTES) throw new Error(`${file.name} is too large to be kept.`);
  let name = stored.get(file);
  if (name === undefined) {
    name = crypto.randomUUID();
    await store("readwrite", (rows) => rows.put(file, [id, "file", name as string]));
    stored.set(file, name);
  }
  return { file: name };
}

async function unpacked(value: unknown, id: string): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map((one) => unpacked(one, id)));
  if (typeof value !== "object" || value === null || value instanceof Map || value instanceof Set) return value;
  const { file, ...rest } = value as Partial<FileRow>;
  if (typeof file === "string" && Object.keys(rest).length === 0) {
    const kept = await store<File>("readonly", (rows) => rows.get([id, "file", file]));
    stored.set(kept, file);
    return kept;
  }
  const entries = Object.entries(value).map(async ([name, one]) => [name, await unpacked(one, id)] as const);
  return Object.fromEntries(await Promise.all(entries));
}

const everything = (id: string) => IDBKeyRange.bound([id], [id, []]);

/** Keeps one part of this tab's work; false where this browser does not keep it. */
export async function keep(draft: Draft, part: string, values: Values | undefined): Promise<boolean> {
  const id = ownId();
  try {
    const key = [id, "part", part];
    const row = await packed(values, id);
    if (values === undefined) await store("readwrite", (rows) => rows.delete(key));
    else await store("readwrite", (rows) => rows.put(row, key));
    await store("readwrite", (rows) => rows.put(draft, [id, "head"]));
    return true;
  } catch {
    // A private window or a full disk: leaving the page asks.
    return false;
  }
}

/** Forgets this tab's work. */
export async function forget(): Promise<void> {
  const id = sessionStorage.getItem(OWN);
  if (id === null) return;
  await store("readwrite", (rows) => rows.delete(everything(id))).catch(() => undefined);
  sessionStorage.removeItem(OWN);
}

/** All parts of the work of this tab, as they were before a reload. */
export async function ownParts(): Promise<Record<string, Values> | undefined> {
  const id = sessionStorage.getItem(OWN);
  if (id === null) return undefined;
  try {
    const range = IDBKeyRange.bound([id, "part"], [id, "part", []]);
    const keys = await store("readonly", (rows) => rows.getAllKeys(range));
    const values = await store<unknown[]>("readonly", (rows) => rows.getAll(range));
    if (keys.length === 0) return undefined;
    const parts = keys.map(async (key, index) => [(key as string[])[2], await unpacked(values[index], id)]);
    return Object.fromEntries(await Promise.all(parts)) as Record<string, Values>;
  } catch {
    return undefined;
  }
}

/** The latest work that no tab shows, if there is any; what is older than a day is forgotten. */
export async function latest(): Promise<(Draft & { id: string }) | undefined> {
  try {
    const keys = (await store("readonly", (rows) => rows.getAllKeys())) as string[][];
    let found: (Draft & { id: string }) | undefined;
    for (const [id, kind] of keys) {
      if (kind !== "head" || id === undefined) continue;
      const draft = await store<Draft>("readonly", (rows) => rows.get([id, "head"]));
      if (Date.now() - draft.at > DAY_MS) await store("readwrite", (rows) => rows.delete(everything(id)));
      else if (id !== sessionStorage.getItem(OWN) && (!found || draft.at > found.at)) found = { ...draft, id };
    }
    return found;
  } catch {
    return undefined;
  }
}

/** Makes a draft that another tab left this tab's own. */
export function takeOver(id: string): void {
  sessionStorage.setItem(OWN, id);
}
