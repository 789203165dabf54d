import { bytes, limit } from "../format.ts";
import { largest, standing } from "./access.ts";
import { problem } from "./job.ts";

/** Reports a file that is too large before anything is sent. */
export function checkSize(source: File | { url: string }, most = largest.value.pdf): boolean {
  if (!(source instanceof File) || source.size <= most) return true;
  const allowed =
    standing.value === "visitor"
      ? `Without a key, files can be up to ${limit(most)}. Enter a key above, or choose a smaller file.`
      : `The limit is ${limit(most)}.`;
  problem.value = `${source.name} is ${bytes(source.size)}. ${allowed}`;
  return false;
}
