/**
 * Options of other PDF services that this one cannot provide, or has by another name: limits on what a page may do,
 * protection, conformance, and other promises. If one were ignored, the client would rely on what is not there.
 */

const PROTECTION = "a PDF is encrypted by `protect`, which has `userPassword`, `ownerPassword` and `permissions`";
const CONFORMANCE = "a PDF is made to keep a standard by `conformance`, such as pdfa-2b or pdfua-1";
const NO_SIGNATURE = "a PDF of HTML is not signed here; sign it after it was made";
const NO_FILTER =
  'requests cannot be chosen by patterns or kinds; `network: "none"` lets a page load nothing but its assets';
const FORMS =
  '`forms` says what becomes of form fields: "print", which is the default, or "fields" that can be filled in';
const EMBEDS = "files are put inside the PDF by `attachments`";
const NO_GREY = 'the PDF has the page\'s colours; `css: "html { filter: grayscale(1) }"` shows the page in grey';
const NO_CALLS = "the answer is the response itself, and nobody is called afterwards; leave it out";
const NO_PLACE = "a page that asks where its visitor is gets no answer; leave it out, and put the place into the page";
const MEDIA_FEATURES =
  "media queries other than colorScheme and reducedMotion are answered by `mediaFeatures`, such as " +
  '`{"prefers-contrast": "more", "forced-colors": "active", "color-gamut": "p3"}`';
const AUTHENTICATE =
  'send the credentials to the page\'s own origin as `extraHeaders: {"Authorization": "Basic …"}`, or to another by `originHeaders`';

/** By the field's name in lower case, without hyphens and underscores. */
const REFUSED: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...all(
      PROTECTION,
      "userPassword ownerPassword password encrypt encryption protection permissions disallowPrint disallowCopy",
      "disallowModify disallowAnnotate disallowAssembly disallowCopyForAccessibility noPrint noCopy noModify noAnnotate",
    ),
    ...all(CONFORMANCE, "pdfa pdfua pdfx pdfFormat nativePdfFormat pdfVariant pdfProfile profile"),
    ...all(NO_SIGNATURE, "sign signature signatures digitalSignature certificate"),
    ...all(
      NO_FILTER,
      "rejectRequestPattern rejectResourceTypes allowRequestPattern allowResourceTypes blockAds blockUrls",
      "disableLocalFileAccess allowList denyList",
    ),
    ...all(FORMS, "flatten flattenForms createPdfForms enableForms acroForm"),
    ...all(EMBEDS, "embed embeds embedFiles attachFiles"),
    ...all(NO_GREY, "grayscale greyscale monochrome"),
    ...all(NO_CALLS, "webhook webhookUrl webhookErrorUrl webhooks callback callbackUrl notifyUrl"),
    ...all(NO_PLACE, "geolocation"),
    ...all(MEDIA_FEATURES, "contrast forcedColors colorGamut reducedTransparency emulatedMediaFeatures"),
    ...all(AUTHENTICATE, "authenticate auth username httpUser httpPassword httpCredentials"),
  }),
);

/** Objects in which services group options. */
const GROUPS = new Set(["pdfoptions", "princeoptions", "options", "protection", "settings", "conversion"]);

/** The path of the first field that asks for such an option, and the reason why it is refused. */
export function refusedField(fields: Iterable<[string, unknown]>): { field: string; reason: string } | undefined {
  for (const [name, value] of fields) {
    const plain = name.replaceAll(/[-_]/g, "").toLowerCase();
    const reason = REFUSED.get(plain);
    if (reason !== undefined && asks(value)) return { field: name, reason };
    if (GROUPS.has(plain) && typeof value === "object" && value !== null) {
      const inner = refusedField(Object.entries(value));
      if (inner) return { field: `${name}.${inner.field}`, reason: inner.reason };
    }
  }
  return undefined;
}

/** A field that is switched off asks for nothing. */
function asks(value: unknown): boolean {
  if (value === undefined || value === null || value === false) return false;
  return !(typeof value === "string" && /^(|false|none|null|0|no-preference)$/i.test(value.trim()));
}

function all(reason: string, ...names: string[]): Record<string, string> {
  return Object.fromEntries(
    names
      .join(" ")
      .split(" ")
      .map((name) => [name.toLowerCase(), reason]),
  );
}
