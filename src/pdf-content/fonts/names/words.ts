/** A list of words. In the Worker all of them are packed together (scripts/lib/packed-words.ts). */
export function words(strings: TemplateStringsArray): readonly string[] {
  return strings.join("").trim().split(/\s+/);
}
