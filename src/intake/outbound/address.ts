import ipaddr from "ipaddr.js";
import { IntakeProblem } from "../intake-problem.ts";

/**
 * Decides which remote addresses may be contacted. It judges the parsed URL, whose parser already turns decimal, octal,
 * hex and full-width forms of an address into one. fetch and the browser use the same parser.
 */

/**
 * One text for every refused host and for every host that does not answer, so that nobody learns what is inside our
 * network.
 */
export const UNREACHABLE = "The address could not be reached from the public internet.";

/**
 * Names that never belong to the public internet: special-use names (RFC 6761, 6762, 8375), ICANN's private-use name,
 * and common habits.
 */
const PRIVATE_SUFFIXES = [
  "localhost",
  "localdomain",
  "local",
  "internal",
  "intranet",
  "private",
  "corp",
  "home",
  "lan",
  "svc",
  "test",
  "invalid",
  "example",
  "onion",
  "alt",
  "arpa",
  "metadata.goog",
];

/**
 * Addresses that ipaddr.js calls unicast although they lead inside: Azure's host agent, 6to4 relays, AS112, AMT, and
 * the like.
 */
const MORE_PRIVATE_IPV4 = cidrs([
  "168.63.129.16/32",
  "192.88.99.0/24",
  "192.0.0.0/24",
  "192.31.196.0/24",
  "192.52.193.0/24",
  "192.175.48.0/24",
]);
/** All of today's public IPv6 space (RFC 4291 §2.4 and IANA's registry): anything outside it is refused. */
const GLOBAL_IPV6 = cidrs(["2000::/3"]);
/**
 * Exceptions within it: IETF assignments with Teredo and ORCHID, documentation, 6to4, the former 6bone, documentation
 * again, AS112.
 */
const MORE_PRIVATE_IPV6 = cidrs([
  "2001::/23",
  "2001:db8::/32",
  "2002::/16",
  "3ffe::/16",
  "3fff::/20",
  "2620:4f:8000::/48",
]);

/**
 * The parsed URL if it may be fetched. `allow` lists hosts with ports ("127.0.0.1:9000") that local development may
 * contact; it is empty in production. `refuse` names public hosts that are never fetched: our own.
 */
export function checkAddress(url: string | URL, allow: readonly string[] = [], refuse: readonly string[] = []): URL {
  const parsed = typeof url === "string" ? parse(url) : url;
  if (parsed.protocol !== "http:" && parsed.protocol !== "https:") {
    throw new IntakeProblem("unreachable", `Only http and https addresses are fetched; ${UPLOAD}.`);
  }
  if (parsed.username !== "" || parsed.password !== "") {
    throw new IntakeProblem("unreachable", "An address with a user name or password in it is not fetched.");
  }
  if (allow.includes(parsed.host)) return parsed;
  const isRefused = refuse.includes(parsed.hostname.replace(/\.$/, ""));
  if (isRefused || !isPublicHost(parsed.hostname)) throw new IntakeProblem("unreachable", UNREACHABLE);
  return parsed;
}

/** Whether a host from a parsed URL (IPv6 in brackets) can be public. A name says nothing about its addresses. */
function isPublicHost(hostname: string): boolean {
  const bare = hostname.toLowerCase().replace(/(?<!\.)\.+$/, "");
  if (bare === "") return false;
  const address = bare.startsWith("[") ? bare.slice(1, -1) : bare;
  if (ipaddr.isValid(address)) return isPublicAddress(address);
  if (!bare.includes(".")) return false;
  return !PRIVATE_SUFFIXES.some((suffix) => bare === suffix || bare.endsWith(`.${suffix}`));
}

/** Whether an IP address, as DNS answers it, is public. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv4) {
    return parsed.range() === "unicast" && !MORE_PRIVATE_IPV4.some((block) => parsed.match(block));
  }
  const globalUnicast = GLOBAL_IPV6.some((block) => parsed.match(block)) && parsed.range() === "unicast";
  if (!globalUnicast || MORE_PRIVATE_IPV6.some((block) => parsed.match(block))) return false;
  return isPublicIsatap(parsed.parts);
}

/** ISATAP (RFC 5214 §6.1) puts an IPv4 address after the interface identifier 0:5efe or 200:5efe. */
function isPublicIsatap(groups: readonly number[]): boolean {
  const [high = 0, low = 0] = groups.slice(6);
  if (((groups[4] ?? 0) & 0xfdff) !== 0 || groups[5] !== 0x5efe) return true;
  return isPublicAddress([high >> 8, high & 0xff, low >> 8, low & 0xff].join("."));
}

const UPLOAD = "a file of your own is uploaded as the part file of multipart/form-data";

function notUrl(text: string): string {
  const shown = JSON.stringify(text.slice(0, 80));
  const host = text.split(/[:/?#]/, 1)[0] as string;
  const isFileName = /\.(pdf|html?|png|jpe?g|tiff?|gif|webp)$/i.test(host);
  return /^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(host) && !isFileName
    ? `The address ${shown} is not a URL: write https:// before it.`
    : `The address ${shown} is not a URL, which begins with https://; ${UPLOAD}.`;
}

function parse(text: string): URL {
  const trimmed = text.trim();
  if (!URL.canParse(trimmed)) throw new IntakeProblem("unreachable", notUrl(trimmed));
  const url = new URL(trimmed);
  // A backslash before the path is read as a slash by some parsers and as part of the host by others.
  const authority = /^[a-z]+:([^?#]*)/i.exec(trimmed)?.[1] ?? "";
  if (authority.includes("\\")) throw new IntakeProblem("unreachable", "The address holds a backslash.");
  return url;
}

function cidrs(blocks: readonly string[]): [ipaddr.IPv4 | ipaddr.IPv6, number][] {
  return blocks.map((block) => ipaddr.parseCIDR(block));
}
