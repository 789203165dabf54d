import type { PdfDocument } from "../../document.ts";
import { type PdfDict, type PdfObject, PdfStream } from "../../syntax/objects.ts";
import type { Meter } from "../meter.ts";
import { calculator } from "./calculator.ts";

/** A function of PDF (7.10): undefined where its inputs give no result. */
export type Evaluate = (inputs: readonly number[]) => number[] | undefined;

const MAX_DEPTH = 8;

/** The function that `object` is, or the array of them; undefined when it cannot be evaluated. */
export function functionOf(
  document: PdfDocument,
  object: PdfObject | undefined,
  meter: Meter,
  depth = 0,
): Evaluate | undefined {
  if (depth > MAX_DEPTH) return undefined;
  const value = document.resolve(object);
  if (Array.isArray(value)) {
    const parts = value.slice(0, 32).map((item) => functionOf(document, item, meter, depth + 1));
    if (parts.some((part) => part === undefined)) return undefined;
    return (inputs) => parts.map((part) => part?.(inputs)?.[0] ?? 0);
  }
  const dict = document.dict(value);
  if (!dict) return undefined;
  const numbers = (key: string): number[] | undefined => {
    const items = document.array(dict.get(key))?.map((item) => document.number(item) ?? Number.NaN);
    return items?.every(Number.isFinite) ? items : undefined;
  };
  const domain = numbers("Domain") ?? [0, 1];
  const range = numbers("Range");
  const raw = rawFunction(document, value, dict, numbers, meter, depth);
  if (!raw) return undefined;
  return (inputs) => {
    const outputs = raw(inputs.map((input, i) => limit(input, domain[2 * i], domain[2 * i + 1])));
    return range && outputs ? outputs.map((output, i) => limit(output, range[2 * i], range[2 * i + 1])) : outputs;
  };
}

function rawFunction(
  document: PdfDocument,
  value: PdfObject,
  dict: PdfDict,
  numbers: (key: string) => number[] | undefined,
  meter: Meter,
  depth: number,
): Evaluate | undefined {
  switch (document.number(dict.get("FunctionType"))) {
    case 0:
      return value instanceof PdfStream ? sampled(document, value, numbers, meter) : undefined;
    case 2: {
      const [from, to] = [numbers("C0") ?? [0], numbers("C1") ?? [1]];
      const exponent = document.number(dict.get("N")) ?? 1;
      return ([x = 0]) => from.map((low, i) => low + x ** exponent * ((to[i] ?? low) - low));
    }
    case 3: {
      const parts = document.array(dict.get("Functions"))?.map((item) => functionOf(document, item, meter, depth + 1));
      const [domain, bounds, encode] = [numbers("Domain") ?? [0, 1], numbers("Bounds") ?? [], numbers("Encode") ?? []];
      if (!parts || parts.length === 0 || parts.length > 1000) return undefined;
      return ([x = 0]) => {
        let k = 0;
        while (k < bounds.length && k < parts.length - 1 && x >= bounds[k]!) k++;
        const low = k === 0 ? domain[0]! : bounds[k - 1]!;
        const high = k < bounds.length ? bounds[k]! : domain[1]!;
        const share = high === low ? 0 : (x - low) / (high - low);
        const [from, to] = [encode[2 * k] ?? 0, encode[2 * k + 1] ?? 1];
        return parts[k]?.([from + share * (to - from)]);
      };
    }
    case 4:
      return value instanceof PdfStream ? calculator(streamBytes(document, value, meter)) : undefined;
    default:
      return undefined;
  }
}

function streamBytes(document: PdfDocument, stream: PdfStream, meter: Meter): Uint8Array {
  return document.streamData(stream, meter.bytes);
}

/** Sampled functions (7.10.2), by the nearest sample: enough to tell white from what is not. */
function sampled(
  document: PdfDocument,
  stream: PdfStream,
  numbers: (key: string) => number[] | undefined,
  meter: Meter,
): Evaluate | undefined {
  const [size, range, domain] = [numbers("Size"), numbers("Range"), numbers("Domain")];
  const bits = document.number(stream.dict.get("BitsPerSample"));
  if (!size || !range || !domain || !bits || size.length * 2 > domain.length || ![1, 2, 4, 8, 16, 32].includes(bits))
    return undefined;
  const outputs = range.length >> 1;
  const encode = numbers("Encode") ?? size.flatMap((n) => [0, n - 1]);
  const decode = numbers("Decode") ?? range;
  const data = streamBytes(document, stream, meter);
  const most = 2 ** bits - 1;
  return (inputs) => {
    let index = 0;
    let step = 1;
    for (let i = 0; i < size.length; i++) {
      const [low, high] = [domain[2 * i]!, domain[2 * i + 1]!];
      const share = high === low ? 0 : ((inputs[i] ?? 0) - low) / (high - low);
      const at = encode[2 * i]! + share * (encode[2 * i + 1]! - encode[2 * i]!);
      index += Math.round(limit(at, 0, size[i]! - 1)) * step;
      step *= size[i]!;
    }
    return Array.from({ length: outputs }, (_, i) => {
      const sample = sampleAt(data, (index * outputs + i) * bits, bits) / most;
      return decode[2 * i]! + sample * (decode[2 * i + 1]! - decode[2 * i]!);
    });
  };
}

function sampleAt(data: Uint8Array, bit: number, bits: number): number {
  const at = Math.floor(bit / 8);
  if (bits < 8) return ((data[at] ?? 0) >> (8 - bits - (bit % 8))) & ((1 << bits) - 1);
  let value = 0;
  for (let i = 0; i < bits >> 3; i++) value = value * 256 + (data[at + i] ?? 0);
  return value;
}

function limit(value: number, low: number | undefined, high: number | undefined): number {
  return Math.min(high ?? value, Math.max(low ?? value, value));
}
