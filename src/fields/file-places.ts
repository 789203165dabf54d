/** The fields of a JSON body that hold files. */
export interface FilePlaces {
  base64Fields: readonly string[];
  base64List?: string | undefined;
}

/** Where a file goes in JSON. */
export function filePlaces({ base64Fields, base64List }: FilePlaces): string[] {
  const list = base64List === undefined ? [] : [`as base64 in "${base64List}": [{"base64": "…"}]`];
  return [...base64Fields.map((field) => `as base64 text in "${field}"`), ...list];
}
