import type { Damage } from "../../engine.ts";

/** What a person should know about a damaged file; `mend` is what was done about it. */
export function damageNotes({ repaired, missingPages, missingObjects }: Damage, mend: string): string[] {
  const missing = missingPages === 1 ? "1 page" : `${missingPages} pages`;
  const objects = missingObjects === 1 ? "1 object that is used is" : `${missingObjects} objects that are used are`;
  return [
    ...(repaired ? [`The file was damaged; ${mend}.`] : []),
    ...(missingPages > 0 ? [`${missing} that the document counts could not be found in it.`] : []),
    ...(missingObjects > 0 ? [`${objects} not in the file, or cannot be read there.`] : []),
  ];
}
