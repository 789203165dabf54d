import { deflated, text } from "../../../fixtures/pdf.ts";
import type { Secret } from "../secret.ts";

/** Letters of a subset: those of the inside, then those of the secret. */
export const lettersOf = ({ word }: Secret) => `insde${word}`;

export const descriptor = (entry: string, flags = 32, more = "") =>
  `<</Type/FontDescriptor/FontName/Made/Flags ${flags}/FontBBox[0 0 600 800]/ItalicAngle 0/Ascent 800` +
  `/Descent -200/CapHeight 700/StemV 80${entry}${more}>>`;

export const program = (data: Uint8Array, dict = "") => deflated(text(data), `/Length1 ${data.length}${dict}`);
