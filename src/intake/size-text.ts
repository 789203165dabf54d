const UNITS = ["KB", "MB", "GB"];

/** A size as people read it: whole in its unit where it is, with the exact bytes: "50 MB (52428800 bytes)". */
export function sizeText(bytes: number): string {
  let [size, unit] = [bytes, -1];
  while (size >= 1024 && unit < UNITS.length - 1) [size, unit] = [size / 1024, unit + 1];
  return unit < 0 ? `${bytes} bytes` : `${Number(size.toFixed(1))} ${UNITS[unit]} (${bytes} bytes)`;
}
