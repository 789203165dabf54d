const ACCENTS = [..."`´ˊˋˆ˜¯˘˙¨˚˝ˇ¸˛"];
const COMBINING = "\u0300\u0301\u0301\u0300\u0302\u0303\u0304\u0306\u0307\u0308\u030a\u030b\u030c\u0327\u0328";
const MARKS = new Map(ACCENTS.map((accent, at) => [accent, COMBINING[at]!]));

export const ACCENT = /[`´¨¯¸ˆˇˊˋ˘-˝]|[\u0300-\u036f]/g;

export function withAccent(letter: string, accent: string): string | undefined {
  // Some letters have lost their dot for the accent.
  const base = letter.replace("ı", "i").replace("ȷ", "j");
  const one = (base + (MARKS.get(accent) ?? accent)).normalize("NFC");
  return one.length === 1 ? one : undefined;
}
