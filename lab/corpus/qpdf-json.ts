import { createHash } from "node:crypto";
import { latin1Text, run } from "../lib/tools.ts";

/** A value of qpdf's JSON (version 2): names begin with "/", strings with "u:" or "b:", references end with " R". */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonDict = { [key: string]: Json };

/** A document as qpdf reads it. */
export interface Listing {
  readonly objects: ReadonlyMap<string, JsonDict | Json>;
  /** Decoded data of streams, as far as qpdf decodes it. */
  readonly streams: ReadonlyMap<string, { readonly hash: string; readonly data: Uint8Array }>;
  /** References of the pages, in order. */
  readonly pages: readonly string[];
}

interface Output {
  pages: { object: string }[];
  qpdf: [unknown, Record<string, { value?: Json; stream?: { dict: JsonDict; data?: string } }>];
}

const DECODED = ["--json-stream-data=inline", "--decode-level=generalized"];

/** What qpdf says of a file; undefined when it gives up on it. */
export async function listFile(path: string, password = "", data = DECODED): Promise<Listing | undefined> {
  const keys = ["--json-key=qpdf", "--json-key=pages"];
  const { stdout } = await run("qpdf", ["--json=2", `--password=${password}`, ...keys, ...data, path]);
  try {
    return listing(JSON.parse(new TextDecoder().decode(stdout)) as Output);
  } catch {
    return undefined;
  }
}

export function listing({ pages, qpdf }: Output): Listing {
  const objects = new Map<string, Json>();
  const streams = new Map<string, { hash: string; data: Uint8Array }>();
  for (const [key, { value, stream }] of Object.entries(qpdf[1])) {
    const reference = key.replace(/^obj:/, "");
    objects.set(reference, stream?.dict ?? value ?? null);
    if (stream === undefined) continue;
    const data = new Uint8Array(Buffer.from(stream.data ?? "", "base64"));
    streams.set(reference, { hash: createHash("sha256").update(data).digest("hex"), data });
  }
  return { objects, streams, pages: pages.map(({ object }) => object) };
}

export const isReference = (value: Json | undefined): value is string =>
  typeof value === "string" && /^\d+ \d+ R$/.test(value);

export function resolved({ objects }: Listing, value: Json | undefined): Json {
  return (isReference(value) ? objects.get(value) : value) ?? null;
}

export function dictOf(listing: Listing, value: Json | undefined): JsonDict | undefined {
  const found = resolved(listing, value);
  return typeof found === "object" && found !== null && !Array.isArray(found) ? found : undefined;
}

export function arrayOf(listing: Listing, value: Json | undefined): Json[] {
  const found = resolved(listing, value);
  return Array.isArray(found) ? found : [];
}

/** The text of a string; undefined for other values. */
export function stringText(value: Json | undefined): string | undefined {
  if (typeof value !== "string") return undefined;
  if (value.startsWith("u:")) return value.slice(2);
  return value.startsWith("b:") ? latin1Text(new Uint8Array(Buffer.from(value.slice(2), "hex"))) : undefined;
}

/** Every string in a value, with the key under which it stands. */
export function eachText(value: Json, tell: (text: string, key: string) => void, key = ""): void {
  const text = stringText(value);
  if (text !== undefined) tell(text, key);
  else if (Array.isArray(value)) for (const item of value) eachText(item, tell, key);
  else if (typeof value === "object" && value !== null) {
    for (const [name, item] of Object.entries(value)) eachText(item, tell, name);
  }
}
