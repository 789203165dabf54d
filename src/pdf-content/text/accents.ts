const MARKS = new Map(
  Object.entries({ "`": "\u0300", "´": "\u0301", ˊ: "\u0301", ˋ: "\u0300", ˆ: "\u0302", "˜": "\u0303" }),
);
for (const [at, accent] of [..."¯˘˙¨"].entries()) MARKS.set(accent, "\u0304\u0306\u0307\u0308"[at]!);
for (const [at, accent] of [..."˚˝ˇ¸˛"].entries()) MARKS.set(accent, "\u030a\u030b\u030c\u0327\u0328"[at]!);

export const ACCENT = /[`´¨¯¸ˆˇˊˋ˘-˝]|[\u0300-\u036f]/g;

/** Letters that have lost their dot for an accent. */
const DOTLESS = new Map([
  ["ı", "i"],
  ["ȷ", "j"],
]);

/** The letter with its accent, if there is such a letter. */
export function withAccent(letter: string, accent: string): string | undefined {
  const one = ((DOTLESS.get(letter) ?? letter) + (MARKS.get(accent) ?? accent)).normalize("NFC");
  return one.length === 1 ? one : undefined;
}
