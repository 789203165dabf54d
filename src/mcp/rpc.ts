import * as z from "zod/mini";

/** JSON-RPC 2.0, as much of it as the Model Context Protocol uses. */
const message = z.looseObject({
  jsonrpc: z.literal("2.0"),
  id: z.optional(z.union([z.string(), z.number()])),
  method: z.string(),
  params: z.optional(z.looseObject({})),
});
export type Message = z.infer<typeof message>;

export const RPC_ERRORS = { parse: -32_700, request: -32_600, method: -32_601, params: -32_602 } as const;

/** An error of the protocol, not of a tool. */
export class RpcProblem extends Error {
  readonly code: number;
  constructor(kind: keyof typeof RPC_ERRORS, text: string) {
    super(text);
    this.code = RPC_ERRORS[kind];
  }
}

export function readMessage(text: string): Message {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new RpcProblem("parse", "The body is not JSON.");
  }
  const read = message.safeParse(json);
  if (!read.success) throw new RpcProblem("request", "Expected one JSON-RPC 2.0 request or notification.");
  return read.data;
}

export function rpcResult(id: Message["id"], result: unknown): Response {
  return Response.json({ jsonrpc: "2.0", id, result });
}

export function rpcError(id: Message["id"] | null, { code, message: text }: RpcProblem): Response {
  const isUnreadable = code === RPC_ERRORS.parse || code === RPC_ERRORS.request;
  const body = { jsonrpc: "2.0", id: id ?? null, error: { code, message: text } };
  return Response.json(body, { status: isUnreadable ? 400 : 200 });
}
