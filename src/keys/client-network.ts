/**
 * The network that a request comes from. All of an IPv6 network counts as one address, since its owner has 2⁶⁴ of them.
 */
export function networkOf(request: Request): string {
  const address = addressOf(request);
  return address.includes(":") ? groupsOf(address, 4) : address;
}

/** What a provider gives to one site (RFC 6177): a /48 of IPv6, with 65,536 networks. IPv4 has no such thing. */
export function siteOf(request: Request): string | undefined {
  const address = addressOf(request);
  return address.includes(":") ? `${groupsOf(address, 3)}/48` : undefined;
}

/** As Cloudflare's front gives it. */
export function addressOf(request: Request): string {
  return request.headers.get("CF-Connecting-IP") ?? "unknown";
}

/** The first groups of 16 bits. */
function groupsOf(address: string, count: number): string {
  const [head = "", tail] = address.split("::");
  const groups = head.split(":").filter((group) => group !== "");
  const rest = tail === undefined ? [] : tail.split(":").filter((group) => group !== "");
  while (tail !== undefined && groups.length + rest.length < 8) groups.push("0");
  return [...groups, ...rest].slice(0, count).join(":");
}
