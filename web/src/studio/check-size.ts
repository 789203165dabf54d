import { bytes, limit } from "../format.ts";
import { largest, standing } from "./access.ts";

/** What is too large to be sent, by the limits of the service. */
export function sizeFault(files: readonly File[], most: number): string | undefined {
  const { request } = largest.value;
  const large = files.find(({ size }) => size > most);
  const total = files.reduce((sum, { size }) => sum + size, 0);
  if (!large && total <= request) return undefined;
  const what = large ? `${large.name} is ${bytes(large.size)}` : `All together are ${bytes(total)}`;
  const allowed = limit(large ? most : request);
  return standing.value === "visitor"
    ? `${what}. Without a key, up to ${allowed} can be sent. Enter a key above, or save the result instead.`
    : `${what}. Up to ${allowed} can be sent. Save the result instead.`;
}
