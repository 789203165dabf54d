import { IntakeProblem } from "../../src/intake/intake-problem.ts";
import { MemoryBudget } from "../../src/intake/memory-budget.ts";
import { readSubmission } from "../../src/intake/submission.ts";
import { seeded } from "../fixtures/random.ts";

/** Broken request bodies by the thousand, the same for the same seed. */
export interface FuzzBody {
  name: string;
  contentType: string;
  bytes: Uint8Array<ArrayBuffer>;
}

const BASE64 = Buffer.from("%PDF-1.7 and some more bytes of a small file").toString("base64");
const part = (head: string, content: string) =>
  `--b0undary\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`;

const SEEDS: readonly { name: string; contentType: string; text: string }[] = [
  {
    name: "multipart",
    contentType: "multipart/form-data; boundary=b0undary",
    text: `${part('name="cropMode"', "all")}${part('name="file"; filename="a.pdf"', "%PDF-1.7\r\n\r\n--b0und\r\n")}${part(
      'name="fileBase64"',
      `data:application/pdf;base64,${BASE64}`,
    )}${part("name=\"file\"; filename*=UTF-8''%e2%82%ac.pdf\r\nContent-Transfer-Encoding: base64", BASE64)}--b0undary--\r\n`,
  },
  {
    name: "JSON with base64",
    contentType: "application/json",
    text: `{"a":[1,2.5e-3,{"b":null}],"fileBase64":"data:application\\/pdf;base64,${BASE64}\\r\\n","c":"x\\u00e9\\"y","d":true}`,
  },
  {
    name: "urlencoded",
    contentType: "application/x-www-form-urlencoded",
    text: `cropMode=all&fileBase64=${encodeURIComponent(BASE64)}&html=%3Cp%3Ea+b%3C%2Fp%3E&a=1&a=2`,
  },
];

/** Bytes that mean something to one of the readers. */
const MEANINGFUL = [..."\r\n-\"\\{}[]:,=;%&+/\0\u007f_ub0*'data:"]
  .map((character) => character.charCodeAt(0))
  .concat(0xff, 0xc3, 0xef);

export function fuzzBody(seed: number): FuzzBody {
  const { below } = seeded(seed);
  const { name, contentType, text } = SEEDS[below(SEEDS.length)]!;
  let bytes = [...Buffer.from(text)];
  for (let changes = 1 + below(6); changes > 0; changes -= 1) bytes = mutated(bytes, below);
  return { name: `${name}, seed ${seed}`, contentType, bytes: Uint8Array.from(bytes) };
}

function mutated(bytes: number[], below: (limit: number) => number): number[] {
  const at = below(bytes.length + 1);
  const span = 1 + below(12);
  switch (below(6)) {
    case 0:
      return bytes.toSpliced(at, 1, MEANINGFUL[below(MEANINGFUL.length)]!);
    case 1:
      return bytes.toSpliced(at, 0, MEANINGFUL[below(MEANINGFUL.length)]!);
    case 2:
      return bytes.toSpliced(at, span);
    case 3:
      return bytes.slice(0, at);
    case 4:
      return bytes.toSpliced(at, 0, ...bytes.slice(below(bytes.length), below(bytes.length) + span));
    default:
      return bytes.toSpliced(at, span, ...Array.from({ length: span }, () => below(256)));
  }
}

/**
 * Reads a body; resolves to the kind of refusal, or to "read". Anything but these two throws, as does a reservation
 * that is not given back.
 */
export async function readFuzzBody({ name, contentType, bytes }: FuzzBody, declared: boolean): Promise<string> {
  const budget = new MemoryBudget(8 << 20);
  const reservation = await budget.reserve(0, { waitMs: 10 });
  const headers: Record<string, string> = { "content-type": contentType };
  if (declared) headers["content-length"] = String(bytes.length);
  const request = new Request("https://api.test/", { method: "POST", headers, body: bytes });
  const limits = { maxBody: 1 << 20, maxFile: 1 << 20, maxText: 1 << 16, maxParts: 50, idleMs: 1000 };
  let outcome = "read";
  try {
    await readSubmission(request, { ...limits, base64Fields: ["fileBase64"], fileFields: ["file"], reservation });
  } catch (problem) {
    if (!(problem instanceof IntakeProblem)) throw new Error(`${name}: ${String(problem)}`, { cause: problem });
    outcome = problem.kind;
  } finally {
    reservation.release();
  }
  if (budget.used !== 0) throw new Error(`${name}: ${budget.used} bytes were not given back`);
  return outcome;
}
