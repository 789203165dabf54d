import * as z from "zod/mini";
import { explained, testedText } from "../../fields/schema-parts.ts";

/** What the page learns of its visitor: language, clock, browser. */
export const placeFields = {
  locale: explained(
    "Language of the page's visitor: dates and numbers of scripts, `navigator.language`, Accept-Language.",
    z._default(testedText(64, isLocale, "expected a language tag (BCP 47) such as de-DE"), "en-US"),
  ),
  acceptLanguage: explained(
    "Languages that the page's requests ask for, where they are others than `locale`.",
    z.optional(testedText(256, areLanguages, "expected languages such as de-DE, de;q=0.8, en;q=0.5")),
  ),
  timezone: explained(
    "Time zone of the page's scripts, by its name in the IANA data base.",
    z._default(testedText(64, isTimezone, "expected the name of a time zone such as Europe/Berlin"), "UTC"),
  ),
  userAgent: explained(
    "User-Agent of the page's requests. Without it the browser's own, which does not call itself headless.",
    z.optional(
      z
        .string()
        .check(z.minLength(1), z.maxLength(1_024), z.regex(/^[\x20-\x7e]+$/, { error: "expected printable ASCII" })),
    ),
  ),
};

/** The languages that the page's requests ask for: the locale, and its language without a country. */
export function acceptedLanguages({
  locale,
  acceptLanguage,
}: {
  locale: string;
  acceptLanguage?: string | undefined;
}): string[] {
  if (acceptLanguage !== undefined) return languages(acceptLanguage);
  const language = locale.split("-")[0] as string;
  return [...new Set([locale, language])];
}

/** The header as a browser would send it: with the given weights, or with falling ones. */
export function acceptLanguageHeader(place: { locale: string; acceptLanguage?: string | undefined }): string {
  if (place.acceptLanguage !== undefined) return place.acceptLanguage;
  return acceptedLanguages(place)
    .map((tag, at) => (at === 0 ? tag : `${tag};q=${1 - at / 10}`))
    .join(", ");
}

/** Language tags in the order of their weight (RFC 9110 §12.5.4); tags of equal weight keep their order. */
function languages(text: string): string[] {
  const weighed = text.split(",").map((item) => {
    const [tag = "", ...parameters] = item.split(";").map((part) => part.trim());
    const weight = parameters.find((part) => /^q=/i.test(part))?.slice(2);
    return { tag, weight: weight === undefined ? 1 : Number(weight) };
  });
  return weighed
    .filter(({ weight }) => !(weight <= 0))
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
}

function areLanguages(text: string): boolean {
  const tags = languages(text);
  return tags.length > 0 && tags.every(isLocale);
}

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    // A RangeError is how the platform says that a tag is malformed.
    return false;
  }
}

function isTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    // The Worker knows offsets such as +02:00, browsers do not.
    return /^[a-z]/i.test(name);
  } catch {
    return false;
  }
}
