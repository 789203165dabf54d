import type { PdfDocument } from "../../pdf-file/document.ts";
import { type PdfDict, type PdfObject, PdfRef, PdfStream } from "../../pdf-file/syntax/objects.ts";
import { calculator, type Evaluate, type PdfFunction } from "./calculator.ts";

const MAX_DEPTH = 8;
/** What a number of a function takes in memory. */
const NUMBER_BYTES = 8;
/** Colorants that a colour space may have (annex C). */
const MAX_OUTPUTS = 32;

export class Functions {
  readonly #document: PdfDocument;
  /** By object: a part that is named again is not read again. One that names itself cannot be evaluated. */
  readonly #known = new Map<number, PdfFunction | undefined>();

  constructor(document: PdfDocument) {
    this.#document = document;
  }

  /** The function that `object` is, or the array of them; undefined when it cannot be evaluated. */
  of(object: PdfObject | undefined): PdfFunction | undefined {
    return this.#read(object, 0);
  }

  #read(object: PdfObject | undefined, depth: number): PdfFunction | undefined {
    if (!(object instanceof PdfRef)) return this.#readValue(object, depth);
    const { number } = object;
    if (!this.#known.has(number)) {
      this.#known.set(number, undefined);
      this.#known.set(number, this.#readValue(object, depth));
    }
    return this.#known.get(number);
  }

  #readValue(object: PdfObject | undefined, depth: number): PdfFunction | undefined {
    if (depth > MAX_DEPTH) return undefined;
    const value = this.#document.resolve(object);
    if (Array.isArray(value)) {
      const parts = this.#readAll(value.slice(0, MAX_OUTPUTS), depth);
      return (
        parts && {
          evaluate: (inputs) => parts.map((part) => part.evaluate(inputs)?.[0] ?? 0),
          steps: parts.reduce((sum, part) => sum + part.steps, 1),
        }
      );
    }
    const dict = this.#document.dict(value);
    const raw = dict && this.#readRaw(value, dict, depth);
    if (!dict || !raw) return undefined;
    const domain = this.#numbers(dict, "Domain") ?? [0, 1];
    const range = this.#numbers(dict, "Range");
    const evaluate: Evaluate = (inputs) => {
      const outputs = raw.evaluate(inputs.map((input, i) => limit(input, domain[2 * i], domain[2 * i + 1])));
      return range && outputs ? outputs.map((output, i) => limit(output, range[2 * i], range[2 * i + 1])) : outputs;
    };
    return { evaluate, steps: raw.steps };
  }

  #readAll(objects: readonly PdfObject[], depth: number): PdfFunction[] | undefined {
    const parts: PdfFunction[] = [];
    for (const object of objects) {
      const part = this.#read(object, depth + 1);
      if (!part) return undefined;
      parts.push(part);
    }
    return parts;
  }

  #readRaw(value: PdfObject, dict: PdfDict, depth: number): PdfFunction | undefined {
    switch (this.#document.number(dict.get("FunctionType"))) {
      case 0:
        return value instanceof PdfStream ? this.#sampled(value) : undefined;
      case 2:
        return this.#exponential(dict);
      case 3:
        return this.#stitched(dict, depth);
      case 4:
        return value instanceof PdfStream ? this.#calculator(value) : undefined;
      default:
        return undefined;
    }
  }

  #calculator(stream: PdfStream): PdfFunction | undefined {
    const source = this.#document.readableData(stream);
    return source && calculator(source, this.#document.work);
  }

  #exponential(dict: PdfDict): PdfFunction {
    const [from, to] = [this.#numbers(dict, "C0") ?? [0], this.#numbers(dict, "C1") ?? [1]];
    const exponent = this.#document.number(dict.get("N")) ?? 1;
    return {
      evaluate: ([x = 0]) => from.map((low, i) => low + x ** exponent * ((to[i] ?? low) - low)),
      steps: from.length + 1,
    };
  }

  #stitched(dict: PdfDict, depth: number): PdfFunction | undefined {
    const objects = this.#document.array(dict.get("Functions"));
    if (!objects || objects.length === 0) return undefined;
    const parts = this.#readAll(objects, depth);
    if (!parts) return undefined;
    const bounds = this.#numbers(dict, "Bounds") ?? [];
    const domain = this.#numbers(dict, "Domain") ?? [0, 1];
    const encode = this.#numbers(dict, "Encode") ?? [];
    const evaluate: Evaluate = ([x = 0]) => {
      let k = 0;
      while (k < bounds.length && k < parts.length - 1 && x >= bounds[k]!) k++;
      const low = k === 0 ? domain[0]! : bounds[k - 1]!;
      const high = k < bounds.length ? bounds[k]! : domain[1]!;
      const share = high === low ? 0 : (x - low) / (high - low);
      const [from, to] = [encode[2 * k] ?? 0, encode[2 * k + 1] ?? 1];
      return parts[k]!.evaluate([from + share * (to - from)]);
    };
    return { evaluate, steps: parts.length + parts.reduce((most, { steps }) => Math.max(most, steps), 0) };
  }

  /** Sampled functions (7.10.2), by the nearest sample: enough to tell white from what is not. */
  #sampled(stream: PdfStream): PdfFunction | undefined {
    const { dict } = stream;
    const [size, range, domain] = [
      this.#numbers(dict, "Size"),
      this.#numbers(dict, "Range"),
      this.#numbers(dict, "Domain"),
    ];
    const bits = this.#document.number(dict.get("BitsPerSample"));
    if (!size || !range || !domain || !bits || size.length * 2 > domain.length || ![1, 2, 4, 8, 16, 32].includes(bits))
      return undefined;
    const outputs = range.length >> 1;
    const encode = this.#numbers(dict, "Encode") ?? size.flatMap((n) => [0, n - 1]);
    const decode = this.#numbers(dict, "Decode") ?? range;
    const data = this.#document.readableData(stream);
    if (!data) return undefined;
    this.#document.work.hold(data.length);
    const most = 2 ** bits - 1;
    const evaluate: Evaluate = (inputs) => {
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
    return { evaluate, steps: size.length + outputs };
  }

  #numbers(dict: PdfDict, key: string): number[] | undefined {
    const list = this.#document.array(dict.get(key));
    this.#document.work.hold((list?.length ?? 0) * NUMBER_BYTES);
    const items = list?.map((item) => this.#document.number(item) ?? Number.NaN);
    return items?.every(Number.isFinite) ? items : undefined;
  }
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
