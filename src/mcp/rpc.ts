import * as z from "zod/mini";
import { JsonProblem, readJsonInTurns } from "../intake/json/json-text.ts";

/** JSON-RPC 2.0, as much of it as the Model Context Protocol uses. */
const message = z.looseObject({
  jsonrpc: z.literal("2.0"),
  id: z.optional(z.union([z.string(), z.number()])),
  method: z.string(),
  params: z.optional(z.looseObject({})),
});
export type Message = z.infer<typeof message>;

/** The last two are the protocol's own, since 2026-07-28. */
const RPC_ERRORS = {
  parse: -32_700,
  request: -32_600,
  method: -32_601,
  params: -32_602,
  headers: -32_020,
  version: -32_022,
} as const;

/** An error of the protocol, not of a tool. */
export class RpcProblem extends Error {
  readonly kind: keyof typeof RPC_ERRORS;
  readonly data: unknown;
  constructor(kind: keyof typeof RPC_ERRORS, text: string, data?: unknown) {
    super(text);
    this.kind = kind;
    this.data = data;
  }
}

export async function readMessage(bytes: Uint8Array): Promise<Message> {
  let json: unknown;
  try {
    json = await readJsonInTurns(bytes);
  } catch (problem) {
    if (!(problem instanceof JsonProblem)) throw problem;
    throw new RpcProblem("parse", `The body is not JSON: ${problem.message} at byte ${problem.offset}.`);
  }
  const read = message.safeParse(json);
  if (!read.success) throw new RpcProblem("request", "Expected one JSON-RPC 2.0 request or notification.");
  return read.data;
}

export function rpcResult(id: Message["id"], result: unknown): unknown {
  return { jsonrpc: "2.0", id, result };
}

export function rpcError(id: Message["id"], { kind, message: text, data }: RpcProblem, status: number): Response {
  const error = { code: RPC_ERRORS[kind], message: text, ...(data === undefined ? {} : { data }) };
  return Response.json({ jsonrpc: "2.0", id: id ?? null, error }, { status });
}
