import { deflateSync, inflateSync } from "node:zlib";
import { deflated, pdf, stream, text } from "../../../test/fixtures/pdf.ts";
import type { Random } from "../../../test/fixtures/random.ts";
import { edge, mutateBytes, splice } from "../mutate.ts";

/** Files may grow to this, and so may what is packed in them. */
const MAX_BYTES = 300_000;
const MAX_PACKED = 3_000_000;

type Bodies = Map<number, string>;

const OBJECT = /(\d+) \d+ obj\s*([\s\S]*?)\s*endobj/g;
const REFERENCE = /(\d+) 0 R/g;
const ARRAY = /\[[^[\]]*\]/g;
const PIECE = /\/[A-Za-z]+[^/[\]<>()]*|\([^()]*\)|-?\d+(?:\.\d+)?|<<[^<>]*>>|\[[^[\]]*\]/g;
const STREAM = /^(<<[\s\S]*?>>)\s*stream\r?\n([\s\S]*?)\r?\nendstream$/;

/** A document that asks for a little more than this one, or for other things; `other` lends its objects. */
export function climbPdf(file: Uint8Array, other: Uint8Array, random: Random): Uint8Array {
  const bodies = bodiesOf(file);
  if (bodies.size === 0) return mutateBytes(file, random);
  for (let changes = 1 + random.below(3); changes > 0; changes--) change(bodies, other, random);
  return pdf(Object.fromEntries(bodies));
}

/** An image or a text, of which a part comes again and again, or a number goes to its limits. */
export function climbBytes(file: Uint8Array, other: Uint8Array, random: Random): Uint8Array {
  const kind = random.below(4);
  if (kind === 0) return mutateBytes(file, random);
  const at = random.below(file.length + 1);
  const part = file.subarray(at, at + 1 + random.below(random.pick([4, 16, 64, 512])));
  const again = Buffer.concat(
    Array.from({ length: timesOf(random, part.length, MAX_BYTES - file.length) }, () => part),
  );
  if (kind === 1) return splice(file, at, 0, again);
  if (kind === 2) return splice(file, random.below(file.length), 0, again);
  const from = random.below(other.length);
  return splice(file, at, 0, other.subarray(from, from + 1 + random.below(512))).slice(0, MAX_BYTES);
}

function bodiesOf(file: Uint8Array): Bodies {
  const bodies: Bodies = new Map();
  for (const [, number, body] of text(file).matchAll(OBJECT)) bodies.set(Number(number), body ?? "");
  return bodies;
}

/** How often something may be repeated, rarely often. */
function timesOf(random: Random, length: number, room: number): number {
  return Math.max(1, Math.min(Math.floor(room / Math.max(1, length)), 10 ** (random.next() * 5)) | 0);
}

function change(bodies: Bodies, other: Uint8Array, random: Random): void {
  const numbers = [...bodies.keys()];
  const number = random.pick(numbers);
  const body = bodies.get(number) ?? "";
  const room = MAX_BYTES - [...bodies.values()].reduce((sum, { length }) => sum + length, 0);
  switch (random.below(8)) {
    case 0:
      share(bodies, number, room, random);
      return;
    case 1:
      cross(bodies, other, room, random);
      return;
    case 2:
    case 3:
      bodies.set(number, inStream(body, random, room) ?? repeated(body, PIECE, random, room));
      return;
    case 4:
      bodies.set(
        number,
        replaced(body, /-?\d+(?:\.\d+)?/g, random, () => String(edge(random))),
      );
      return;
    case 5: {
      const empty = random.pick(["<<>>", "()", "[]", "null", "0"]);
      bodies.set(
        number,
        replaced(body, ARRAY, random, (array) => `[${`${empty} `.repeat(array.split(/\s+/).length)}]`),
      );
      return;
    }
    case 6: {
      const depth = timesOf(random, 2, Math.min(room, 1000));
      bodies.set(
        number,
        replaced(body, ARRAY, random, (array) => "[".repeat(depth) + array + "]".repeat(depth)),
      );
      return;
    }
    default:
      bodies.set(number, repeated(body, ARRAY, random, room));
  }
}

/** What names an object names many copies of it, or what many name becomes one. */
function share(bodies: Bodies, number: number, room: number, random: Random): void {
  const copied = bodies.get(number) ?? "";
  const count = timesOf(random, copied.length + 20, room);
  const first = Math.max(...bodies.keys()) + 1;
  const names = Array.from({ length: count }, (_, i) => `${first + i} 0 R`);
  for (const [holder, body] of bodies) {
    const one = `${number} 0 R`;
    if (!body.includes(one)) continue;
    const inArray = new RegExp(`\\[([^\\]]*\\b)${one}`).test(body);
    if (inArray) bodies.set(holder, body.replace(one, names.join(" ")));
    else
      bodies.set(
        holder,
        body.replace(new RegExp(`/(\\w+) ${one}`), (_, key) =>
          names.map((name, i) => `/${key}${i || ""} ${name}`).join(""),
        ),
      );
    break;
  }
  for (let i = 0; i < count; i++) bodies.set(first + i, copied);
}

/** An object of another document takes the place of one that is named. */
function cross(bodies: Bodies, other: Uint8Array, room: number, random: Random): void {
  const theirs = bodiesOf(other);
  if (theirs.size === 0 || other.length > room) return;
  const shift = Math.max(...bodies.keys());
  for (const [number, body] of theirs) {
    bodies.set(
      number + shift,
      body.replace(REFERENCE, (_, named) => `${Number(named) + shift} 0 R`),
    );
  }
  const [holder, wanted] = [random.pick([...bodies.keys()]), random.pick([...theirs.keys()]) + shift];
  const body = bodies.get(holder) ?? "";
  bodies.set(
    holder,
    replaced(body, REFERENCE, random, () => `${wanted} 0 R`),
  );
}

function replaced(body: string, pattern: RegExp, random: Random, by: (old: string) => string): string {
  const found = [...body.matchAll(pattern)];
  if (found.length === 0) return body;
  const { 0: old, index } = random.pick(found);
  return body.slice(0, index) + by(old) + body.slice(index + old.length);
}

function repeated(body: string, pattern: RegExp, random: Random, room: number): string {
  return replaced(body, pattern, random, (old) => {
    const inner = /^\[[\s\S]*\]$/.test(old) ? old.slice(1, -1) : old;
    const again = `${inner} `.repeat(timesOf(random, inner.length + 1, room));
    return inner === old ? again : `[${again}]`;
  });
}

/** What a stream packs comes again and again; undefined where there is none that can be unpacked. */
function inStream(body: string, random: Random, room: number): string | undefined {
  const [, dict = "", data = ""] = STREAM.exec(body) ?? [];
  if (dict === "") return undefined;
  const isPacked = /\/Filter\s*\[?\s*\/FlateDecode\s*\]?(?!\s*\/)/.test(dict);
  if (!isPacked && dict.includes("/Filter")) return undefined;
  try {
    const plain = isPacked ? text(inflateSync(Buffer.from(data, "latin1"))) : data;
    const own = dict.slice(2, -2).replace(/\/Length\s+\d+(?: 0 R)?|\/Filter\s*\[?\s*\/FlateDecode\s*\]?/g, "");
    const again = repeated(plain, /[^\n]{1,200}/g, random, random.next() < 0.5 ? room : MAX_PACKED);
    const packed = deflateSync(Buffer.from(again, "latin1")).length;
    return packed < again.length ? deflated(again, own) : stream(again, own);
  } catch {
    return undefined;
  }
}
