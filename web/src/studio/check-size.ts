import { bytes, limit } from "../format.ts";
import { largest, standing } from "./access.ts";
import { problem } from "./job.ts";

/** Says before anything is sent that a file is too large. */
export function checkSize(source: File | { url: string }, most = largest.value.pdf): boolean {
  if (!(source instanceof File) || source.size <= most) return true;
  const allowed =
    standing.value === "visitor"
      ? `Without a key files may have up to ${limit(most)}. Enter a key above, or take a smaller file.`
      : `The service takes up to ${limit(most)}.`;
  problem.value = `${source.name} has ${bytes(source.size)}. ${allowed}`;
  return false;
}
