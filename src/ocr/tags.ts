/** BCP 47 of tesseract's names (ISO 639-2); of others nothing is said. */
const TAGS: Record<string, string> = {
  ...{ eng: "en", deu: "de", fra: "fr", spa: "es", ita: "it", por: "pt", nld: "nl", pol: "pl", ces: "cs", dan: "da" },
  ...{ swe: "sv", nor: "nb", fin: "fi", hun: "hu", ron: "ro", tur: "tr", rus: "ru", ukr: "uk", ell: "el", heb: "he" },
  ...{ ara: "ar", jpn: "ja", kor: "ko", chi_sim: "zh-Hans", chi_tra: "zh-Hant", vie: "vi", hin: "hi", tha: "th" },
};

/** BCP 47 of a model's name. */
export function tagOf(model: string): string | undefined {
  return TAGS[model];
}
