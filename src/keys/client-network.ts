/**
 * The network that a request comes from. All of an IPv6 network counts as one address, since its owner has 2⁶⁴ of them.
 */
export function networkOf(request: Request): string {
  const address = request.headers.get("CF-Connecting-IP") ?? "unknown";
  return address.includes(":") ? network64(address) : address;
}

function network64(address: string): string {
  const [head = "", tail] = address.split("::");
  const groups = head.split(":").filter((group) => group !== "");
  const rest = tail === undefined ? [] : tail.split(":").filter((group) => group !== "");
  while (tail !== undefined && groups.length + rest.length < 8) groups.push("0");
  return [...groups, ...rest].slice(0, 4).join(":");
}
