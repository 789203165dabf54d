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
const PRIVATE_SUFFIXES = (
  "localhost localdomain local internal intranet private corp home lan svc test invalid example onion alt arpa " +
  "metadata.goog"
).split(" ");

/** Groups of 16 bits in an address. */
const IPV4_GROUPS = 2;
const IPV6_GROUPS = 8;

/** IANA's special-purpose IPv4 addresses and multicast; each block with what it is for. */
const PRIVATE_IPV4 = [
  "0.0.0.0/8", // this network
  "10.0.0.0/8", // private
  "100.64.0.0/10", // carriers' NAT
  "127.0.0.0/8", // loopback
  "168.63.129.16/32", // Azure's host agent
  "169.254.0.0/16", // link-local, metadata
  "172.16.0.0/12", // private
  "192.0.0.0/24", // IETF assignments
  "192.0.2.0/24", // documentation
  "192.31.196.0/24", // AS112
  "192.52.193.0/24", // AMT
  "192.88.99.0/24", // 6to4 relays
  "192.168.0.0/16", // private
  "192.175.48.0/24", // AS112
  "198.18.0.0/15", // benchmarks
  "198.51.100.0/24", // documentation
  "203.0.113.0/24", // documentation
  "224.0.0.0/4", // multicast
  "240.0.0.0/4", // reserved, broadcast
].map(toBlock);
/** All of today's public IPv6 space (RFC 4291 §2.4 and IANA's registry): anything outside it is refused. */
const GLOBAL_IPV6 = toBlock("2000::/3");
/** Exceptions within it. */
const PRIVATE_IPV6 = [
  "2001::/23", // IETF assignments with Teredo and ORCHID
  "2001:db8::/32", // documentation
  "2002::/16", // 6to4
  "2620:4f:8000::/48", // AS112
  "3ffe::/16", // the former 6bone
  "3fff::/20", // documentation
].map(toBlock);

/**
 * The parsed URL if it may be fetched. `allow` lists hosts with ports ("127.0.0.1:9000") that local development may
 * contact; it is empty in production. `refuse` names public hosts that are never fetched: our own.
 */
export function checkAddress(url: string | URL, allow: readonly string[] = [], refuse: readonly string[] = []): URL {
  const parsed = typeof url === "string" ? parse(url) : url;
  if (parsed.protocol !== "http:" && parsed.protocol !== "https:") {
    const meant = parsed.protocol === "data:" ? "data URL" : "own file";
    throw new IntakeProblem("unreachable", "Only http and https addresses are fetched.", { meant });
  }
  if (parsed.username !== "" || parsed.password !== "") {
    throw new IntakeProblem("unreachable", "An address with a user name or password in it is not fetched.");
  }
  if (allow.includes(parsed.host)) return parsed;
  const isRefused = refuse.includes(withoutRoot(parsed.hostname));
  if (isRefused || !isPublicHost(parsed.hostname)) throw new IntakeProblem("unreachable", UNREACHABLE);
  return parsed;
}

/** The name without the dots at its end, which stand for the root of all names. */
function withoutRoot(name: string): string {
  return name.replace(/(?<!\.)\.+$/, "");
}

/** Whether a host from a parsed URL (IPv6 in brackets) can be public. A name says nothing about its addresses. */
function isPublicHost(hostname: string): boolean {
  const bare = withoutRoot(hostname.toLowerCase());
  if (bare === "") return false;
  const address = bare.startsWith("[") ? bare.slice(1, -1) : bare;
  if (isAddress(address)) return isPublicAddress(address);
  if (!bare.includes(".")) return false;
  return !PRIVATE_SUFFIXES.some((suffix) => bare === suffix || bare.endsWith(`.${suffix}`));
}

export function isAddress(text: string): boolean {
  return groupsOf(text) !== undefined;
}

/** Whether an IP address, as DNS answers it, is public. */
export function isPublicAddress(address: string): boolean {
  const groups = groupsOf(address);
  if (!groups) return false;
  if (groups.length === IPV4_GROUPS) return !PRIVATE_IPV4.some((block) => isWithin(groups, block));
  if (!isWithin(groups, GLOBAL_IPV6) || PRIVATE_IPV6.some((block) => isWithin(groups, block))) return false;
  return isPublicIsatap(groups);
}

/** ISATAP (RFC 5214 §6.1) puts an IPv4 address after the interface identifier 0:5efe or 200:5efe. */
function isPublicIsatap(groups: readonly number[]): boolean {
  const [high = 0, low = 0] = groups.slice(6);
  if (((groups[4] ?? 0) & 0xfdff) !== 0 || groups[5] !== 0x5efe) return true;
  return isPublicAddress([high >> 8, high & 0xff, low >> 8, low & 0xff].join("."));
}

function notUrl(text: string): IntakeProblem {
  const shown = JSON.stringify(text.slice(0, 80));
  const host = text.split(/[:/?#]/, 1)[0] as string;
  const isFileName = /\.(pdf|html?|png|jpe?g|tiff?|gif|webp)$/i.test(host);
  return /^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(host) && !isFileName
    ? new IntakeProblem("unreachable", `The address ${shown} is not a URL: write https:// before it.`)
    : new IntakeProblem("unreachable", `The address ${shown} is not a URL, which begins with https://.`, {
        meant: "own file",
      });
}

function parse(text: string): URL {
  const trimmed = text.trim();
  // To a parser of URLs, a drive of Windows is a scheme.
  if (!URL.canParse(trimmed) || /^[a-z]:[\\/]/i.test(trimmed)) throw notUrl(trimmed);
  const url = new URL(trimmed);
  // A backslash before the path is read as a slash by some parsers and as part of the host by others.
  const authority = /^[a-z]+:([^?#]*)/i.exec(trimmed)?.[1] ?? "";
  if (authority.includes("\\")) throw new IntakeProblem("unreachable", "The address holds a backslash.");
  return url;
}

/**
 * The groups of 16 bits of an IP address, two or eight of them; undefined for any other text. The platform's parser of
 * URLs reads the address, so that it is judged as fetch will understand it.
 */
function groupsOf(text: string): number[] | undefined {
  if (!/^[\da-fx.:]+(?<!\.)$/i.test(text)) return undefined;
  const host = URL.parse(`http://${text.includes(":") ? `[${text}]` : text}`)?.hostname ?? "";
  if (/^\d+(\.\d+){3}$/.test(host)) {
    const [a = 0, b = 0, c = 0, d = 0] = host.split(".").map(Number);
    return [(a << 8) | b, (c << 8) | d];
  }
  if (!host.startsWith("[")) return undefined;
  // The parser writes IPv4 within IPv6 as two groups, and the longest run of zeros as "::".
  const [before = [], after = []] = host
    .slice(1, -1)
    .split("::")
    .map((part) => part.split(":").flatMap((group) => (group === "" ? [] : Number.parseInt(group, 16))));
  return [...before, ...Array<number>(IPV6_GROUPS - before.length - after.length).fill(0), ...after];
}

/** Whether an address lies in a network such as `192.0.2.0/24`, or is the one address that is named. */
export function isInNetwork(address: string, network: string): boolean {
  const [groups, block] = [groupsOf(address), toBlock(network)];
  return groups?.length === block.groups.length && isWithin(groups, block);
}

/** Whether a text names an address, or a network by an address and how many bits its own begin with. */
export function isNetwork(text: string): boolean {
  const [address = "", bits] = text.split("/");
  const groups = groupsOf(address);
  return groups !== undefined && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= groups.length * 16));
}

/** The addresses that begin with the same bits as these groups. */
interface Block {
  groups: number[];
  bits: number;
}

function toBlock(cidr: string): Block {
  const [address = "", bits] = cidr.split("/");
  const groups = groupsOf(address) ?? [];
  return { groups, bits: Number(bits ?? groups.length * 16) };
}

function isWithin(groups: readonly number[], block: Block): boolean {
  return block.groups.every((group, index) => {
    const ignored = Math.min(16, Math.max(0, (index + 1) * 16 - block.bits));
    return group >> ignored === groups[index]! >> ignored;
  });
}
