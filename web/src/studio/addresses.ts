/** An address as people type it: `www.site.de` is one of https. */
function addressIn(text: string): string | undefined {
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  if (!/^https?:\/\/[^/]/i.test(whole) || !URL.canParse(whole)) return undefined;
  const { hostname } = new URL(whole);
  return hostname.includes(".") || hostname === "localhost" || hostname.startsWith("[") ? whole : undefined;
}

/** The addresses of a text, one on each line or between spaces; undefined for each that is none. */
export function addressesIn(text: string): (string | undefined)[] {
  return text
    .split(/\s+/)
    .filter((word) => word !== "")
    .map(addressIn);
}

export function areAllThere(addresses: readonly (string | undefined)[]): addresses is string[] {
  return addresses.length > 0 && addresses.every((address) => address !== undefined);
}
