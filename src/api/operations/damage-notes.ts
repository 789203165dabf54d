import type { Damage } from "../../engine.ts";

/** What a person should know about a damaged file; `mend` is what was done about it. */
export function damageNotes({ repaired, missingPages }: Damage, mend: string): string[] {
  const missing = missingPages === 1 ? "1 page" : `${missingPages} pages`;
  return [
    ...(repaired ? [`The file was damaged; ${mend}.`] : []),
    ...(missingPages > 0 ? [`${missing} that the document counts could not be found in it.`] : []),
  ];
}
