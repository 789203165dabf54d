import { bytes, limit } from "../format.ts";
import { largest, standing } from "./access.ts";

/** What is wrong with the size of a file, as soon as it is there. */
export function sizeFault(source: File | { url: string }, most = largest.value.pdf): string | undefined {
  if (!(source instanceof File) || source.size <= most) return undefined;
  const allowed =
    standing.value === "visitor"
      ? `Without a key, files can be up to ${limit(most)}. Enter a key above, or choose a smaller file.`
      : `The limit is ${limit(most)}.`;
  return `${source.name} is ${bytes(source.size)}. ${allowed}`;
}
