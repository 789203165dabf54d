import { mapKey } from "../../platform/map-key.ts";

/** A page asks for no more. */
const MAX_HOSTS = 10_000;
/** What a host with its port can hold (RFC 3986 §3.2.2). */
const HOST = /^[\w.:[\]%~!$&*+;=-]{1,255}/;

/** The hosts, with their ports, that a document names by http or ws: a pass each, however many of them a page asks. */
export function plainHosts(document: Uint8Array): ReadonlySet<string> {
  const { buffer, byteOffset, byteLength } = document;
  const bytes = Buffer.from(buffer, byteOffset, byteLength);
  const hosts = new Set<string>();
  for (const scheme of ["http://", "ws://"]) {
    const { length } = scheme;
    for (let at = bytes.indexOf(scheme); at >= 0 && hosts.size < MAX_HOSTS; at = bytes.indexOf(scheme, at + length)) {
      const host = HOST.exec(bytes.toString("latin1", at + length, at + length + 255))?.[0].toLowerCase();
      if (host !== undefined) hosts.add(mapKey(host.replace(/:80$/, "")));
    }
  }
  return hosts;
}
