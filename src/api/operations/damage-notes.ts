import type { Damage } from "../../engine.ts";
import { counted } from "../../platform/counted.ts";

/** What a person should know about a damaged file; `mend` is what was done about it. */
export function damageNotes({ repaired, missingPages, missingObjects }: Damage, mend: string): string[] {
  const objects = counted(missingObjects, "object that is used is", "objects that are used are");
  return [
    ...(repaired ? [`The file was damaged; ${mend}.`] : []),
    ...(missingPages > 0
      ? [`${counted(missingPages, "page")} that the document counts could not be found in it.`]
      : []),
    ...(missingObjects > 0 ? [`${objects} not in the file, or cannot be read there.`] : []),
  ];
}
