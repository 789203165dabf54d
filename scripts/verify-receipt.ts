import { createHash, createPublicKey, type JsonWebKey, verify } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";

const USAGE = `npm run verify-receipt -- RECEIPT [INPUT] [OUTPUT] [--keys URL or FILE]

RECEIPT: a file with the answer of a redaction, with its header Quire-Result, or with the receipt alone.
INPUT and OUTPUT: the PDF that was sent, and the one that was made: whether the receipt is of these.
--keys: the public keys of the service that you trust. Without it they are asked for at the service that the receipt
names, which anybody can write: the answer is UNTRUSTED, and the exit code 1. Keep a copy of the keys.`;

/** A person can mend it, or ought to know it: it is told in a line. */
class ReceiptProblem extends Error {}

interface Receipt {
  service: string;
  time: string;
  engine: string;
  input: { sha256: string; bytes: number };
  output: { sha256: string; bytes: number };
  rules: { rule: string; onPages: number; elsewhere: number }[];
  areas: number;
  pages: { read: number; partly: number; pictures: number };
}

try {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { keys: { type: "string" } } });
  const [file, input, output, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new ReceiptProblem(USAGE);
  await check(file, { input, output }, values.keys);
} catch (error) {
  if (!(error instanceof ReceiptProblem) && !(error as NodeJS.ErrnoException).code) throw error;
  console.error((error as Error).message);
  process.exitCode = 1;
}

async function check(file: string, files: Record<"input" | "output", string | undefined>, keys: string | undefined) {
  const text = textOf(await readFile(file, "utf8"), file);
  const [head = "", body = "", signature = ""] = text.split(".");
  const { alg, kid } = decoded<{ alg: string; kid: string }>(head, file);
  const receipt = decoded<Receipt>(body, file);
  const where = keys ?? `${receipt.service}/.well-known/quire-keys`;
  const key = (await keysOf(where)).find((each) => each.kid === kid);
  if (alg !== "EdDSA" || !key) throw new ReceiptProblem(`The receipt's key ${kid} is none of those at ${where}.`);
  const publicKey = createPublicKey({ key, format: "jwk" });
  const isSigned = verify(null, Buffer.from(`${head}.${body}`), publicKey, Buffer.from(signature, "base64url"));
  if (!isSigned)
    throw new ReceiptProblem("The signature is wrong: the receipt was changed, or not made with this key.");
  if (keys === undefined) {
    console.log(
      `UNTRUSTED  the keys are of ${receipt.service}, which only the receipt names; give those you trust by --keys`,
    );
    process.exitCode = 1;
  }
  const { read, partly, pictures } = receipt.pages;
  console.log(`pages      ${read} read, ${partly} in part, ${pictures} pictures that were not read`);
  console.log(`signature  right, by the key ${kid} at ${where}`);
  console.log(`made       ${receipt.time}, by ${receipt.service}, ${receipt.engine}`);
  for (const { rule, onPages, elsewhere } of receipt.rules) {
    console.log(`rule       ${rule}: cut ${onPages} times on pages, ${elsewhere} times elsewhere`);
  }
  console.log(`areas      ${receipt.areas} cut`);
  for (const name of ["input", "output"] as const) {
    const sent = files[name];
    if (sent === undefined) continue;
    const isSame = (await sha256(sent)) === receipt[name].sha256;
    console.log(`${name.padEnd(10)} ${sent} ${isSame ? "is the file" : "is NOT the file that the receipt is of"}`);
    if (!isSame) process.exitCode = 1;
  }
}

/** The receipt in an answer, or by itself. */
function textOf(text: string, file: string): string {
  const at = text.indexOf("{");
  const receipt = at < 0 ? text.trim() : (parsed(text.slice(at), file) as { receipt?: unknown } | null)?.receipt;
  if (typeof receipt === "string" && /^[\w-]+\.[\w-]+\.[\w-]+$/.test(receipt)) return receipt;
  throw new ReceiptProblem(`${file} has no receipt: send the request with receipt=true.`);
}

function decoded<T>(part: string, file: string): T {
  return parsed(Buffer.from(part, "base64url").toString(), file) as T;
}

function parsed(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ReceiptProblem(`${where}: not JSON.`);
  }
}

async function keysOf(where: string): Promise<JsonWebKey[]> {
  const { keys } = parsed(await textAt(where), where) as { keys: JsonWebKey[] };
  return keys;
}

async function textAt(where: string): Promise<string> {
  if (!/^https?:/.test(where)) return readFile(where, "utf8");
  const answer = await fetch(where).catch((error: Error) => error);
  if (answer instanceof Error || !answer.ok) throw new ReceiptProblem(`${where} does not answer; give keys by --keys.`);
  return answer.text();
}

async function sha256(file: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of createReadStream(file)) hash.update(piece);
  return hash.digest("hex");
}
