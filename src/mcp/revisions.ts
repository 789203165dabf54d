import { isObject } from "../platform/is-object.ts";
import { type Message, RpcProblem } from "./rpc.ts";

/** The revision in which each request says for itself what it speaks. */
const STATELESS = "2026-07-28";
/** Those in which `initialize` begins, newest first. */
const WITH_INITIALIZE = ["2025-11-25", "2025-06-18", "2025-03-26"];
const VERSIONS = [STATELESS, ...WITH_INITIALIZE];

const VERSION_HEADER = "MCP-Protocol-Version";
const PREFIX = "io.modelcontextprotocol/";
/** As in package.json. */
export const SERVICE_VERSION = "0.1.0";
const SERVER = { name: "quire", title: "Quire PDF service", version: SERVICE_VERSION };
/** The list of tools changes with a deployment only. */
const CACHED = { ttlMs: 3_600_000, cacheScope: "public" };

/** What a client of `initialize` and a server agree on. */
export function initialized(asked: unknown, instructions: string): unknown {
  const protocolVersion = WITH_INITIALIZE.find((version) => version === asked) ?? WITH_INITIALIZE[0];
  return { protocolVersion, capabilities: { tools: {} }, serverInfo: SERVER, instructions };
}

/** The answer to `server/discover`. */
export function discovered(instructions: string): object {
  return { supportedVersions: VERSIONS, capabilities: { tools: {} }, instructions };
}

export function statelessResult(method: string, result: object): object {
  const cached = method === "tools/list" || method === "server/discover" ? CACHED : {};
  return { ...result, resultType: "complete", ...cached, _meta: { [`${PREFIX}serverInfo`]: SERVER } };
}

/**
 * Whether a request is of the stateless revision, by its `_meta` or its header. One that is has to agree with its
 * headers, by which others may have let it through (Streamable HTTP, Server Validation).
 */
export function isStateless({ method, params = {} }: Message, headers: Headers): boolean {
  const meta = (params._meta ?? {}) as Record<string, unknown>;
  const version = meta[`${PREFIX}protocolVersion`];
  const header = headers.get(VERSION_HEADER);
  if (version === undefined && (header === null || WITH_INITIALIZE.includes(header))) return false;
  const requested = version ?? header;
  if (typeof requested === "string" && requested !== STATELESS && (header ?? requested) === requested) {
    const text = `This server speaks ${VERSIONS.join(", ")}; in a request of its own it can be ${STATELESS} only.`;
    throw new RpcProblem("version", text, { supported: VERSIONS, requested });
  }
  for (const [name, value] of [
    ["protocolVersion", typeof version === "string"],
    ["clientCapabilities", isObject(meta[`${PREFIX}clientCapabilities`])],
  ] as const) {
    if (!value) throw new RpcProblem("params", `params._meta needs "${PREFIX}${name}" in each request.`);
  }
  sameInHeader(headers, VERSION_HEADER, version as string);
  sameInHeader(headers, "Mcp-Method", method);
  if (method === "tools/call") sameInHeader(headers, "Mcp-Name", String(params.name));
  return true;
}

function sameInHeader(headers: Headers, name: string, value: string): void {
  const sent = headers.get(name);
  if (sent !== null && decoded(sent) === value) return;
  const is = sent === null ? "is missing" : `is ${JSON.stringify(sent.slice(0, 60))}`;
  throw new RpcProblem("headers", `The header ${name} ${is}; the body says ${JSON.stringify(value.slice(0, 60))}.`);
}

/** What a header cannot hold as it is comes as base64 of UTF-8 between these marks. */
function decoded(header: string): string {
  const base64 = /^=\?base64\?(.*)\?=$/.exec(header)?.[1];
  if (base64 === undefined) return header;
  try {
    return new TextDecoder().decode(Uint8Array.fromBase64(base64));
  } catch {
    // Not base64, so it cannot be what the body says.
    return header;
  }
}
