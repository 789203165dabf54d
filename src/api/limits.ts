import { IMAGE_CAPS } from "../codecs/caps.ts";
import { HTML_LIMITS } from "../html/html-limits.ts";
import { MAX_REDIRECTS } from "../intake/outbound/max-redirects.ts";
import { WORK_LIMITS } from "../meter/work-limits.ts";
import { OCR_LIMITS } from "../ocr/ocr-limits.ts";
import { PDF_LIMITS } from "../pdf-file/pdf-limits.ts";

const MIB = 1024 * 1024;
const GIB = 1024 * MIB;

/**
 * The limits that clients meet, in one table, published at GET /v1/limits. Sizes are bytes; times are seconds, but for
 * a page's, which are milliseconds.
 */
export const LIMITS = {
  pdf: {
    /** One PDF, sent or fetched. */
    fileBytes: 50 * MIB,
    cropDefinitions: 100_000,
    passwordChars: 127,
    /** What one document may have. */
    engine: PDF_LIMITS,
  },
  split: {
    /** Characters of a text that is looked for, and of an expression, whose states are bounded too. */
    textChars: 1_000,
    regexChars: 500,
    regexStates: 1_000,
    /** Expressions that name the files. */
    names: 9,
    parts: 10_000,
  },
  redact: {
    /** Texts that are looked for. Patterns have the same limit. */
    rules: 100,
    areas: 10_000,
    /** Characters of a list, and its texts with all others. */
    listChars: 100_000,
    allRules: 1_000,
  },
  assemble: {
    /** Documents of one request, and their bytes together. */
    documents: 200,
    requestBytes: 80 * MIB,
    /** Pages of the PDF that is made. */
    pages: 20_000,
  },
  textLayer: {
    /** Characters of the words of scanned pages, in whatever format. */
    chars: 8 * MIB,
  },
  /** Reading of pages that are pictures. Times are in milliseconds. */
  ocr: OCR_LIMITS,
  inspect: {
    /** Words of one answer; `next` says where the following one begins. */
    words: 40_000,
  },
  images: {
    fileBytes: 50 * MIB,
    requestBytes: 100 * MIB,
    /**
     * Up to this total size of files, fields of a form may come after the files. Beyond it, images are converted as
     * they arrive.
     */
    anyOrderBytes: 16 * MIB,
    images: 500,
    pages: 500,
    /** Pixels and bytes, by the way in which an image is converted. */
    caps: IMAGE_CAPS,
  },
  html: {
    /** HTML and its assets together. */
    requestBytes: 30 * MIB,
    /** What one page may use. Times are in milliseconds. */
    page: HTML_LIMITS,
  },
  /** What one request may cost, by what was sent. */
  work: WORK_LIMITS,
  request: {
    /** Text fields of a request together, such as cropData. */
    textBytes: 8 * MIB,
    parts: 2_000,
    /** A body that sends nothing for this long is cut off. */
    idleSeconds: 20,
    /** The part of a multipart body or JSON document that is not the file. */
    envelopeBytes: 9 * MIB,
  },
  remote: { redirects: MAX_REDIRECTS, hopSeconds: 10, totalSeconds: 30 },
  rate: {
    /** Per API key. */
    requestsPerMinute: 300,
  },
  /** What each key may use of shared resources, unless it has a setting of its own. Hours are of UTC. */
  key: {
    /** Requests at a time: half of the places in six browsers. */
    concurrentRequests: 24,
    /** Time that a key's pages hold places in browsers. */
    browserSecondsPerHour: 10_000,
    /** Files behind links. Files sent in the answer itself (format=binary) are not stored. */
    storedBytesPerHour: 16 * GIB,
    /**
     * The output of one split. Shared fonts and images are repeated in every part, so it may be far larger than the
     * input.
     */
    splitOutputBytes: GIB,
  },
  /** For visitors without a key, if the operator allows them (DEMO): per address, and for all together. */
  demo: {
    fileBytes: 10 * MIB,
    /** Files and fields together. */
    requestBytes: 20 * MIB,
    perMinute: 20,
    perDay: 100,
    concurrentRequests: 2,
    browserSecondsPerHour: 120,
    storedBytesPerHour: 200 * MIB,
    splitOutputBytes: 100 * MIB,
    /** Previews of HTML in the studio, which are counted apart. */
    preview: {
      perMinute: 30,
      perDay: 1_000,
      concurrentRequests: 2,
      browserSecondsPerHour: 300,
      storedBytesPerHour: 0,
      splitOutputBytes: 0,
      /** Of one network: the people of an office have one address, and each of them the numbers above. */
      network: {
        perMinute: 90,
        perDay: 5_000,
        concurrentRequests: 4,
        browserSecondsPerHour: 900,
        storedBytesPerHour: 0,
      },
      together: { perMinute: 240, perDay: 20_000 },
    },
    together: {
      perMinute: 120,
      perDay: 5_000,
      concurrentRequests: 6,
      browserSecondsPerHour: 1_800,
      storedBytesPerHour: 2 * GIB,
    },
  },
  /** The highest values that a key's own settings may have. */
  keyAtMost: {
    concurrentRequests: 1_000,
    browserSecondsPerHour: 1_000_000,
    storedBytesPerHour: 10_240 * GIB,
    splitOutputBytes: 4 * GIB,
  },
  links: { validSeconds: 3600 },
  idempotency: { validSeconds: 3600, keyChars: 255 },
} as const;

/**
 * What the requests of one isolate may hold together, of its 128 MB. Not published, since it is no promise to clients.
 */
export const ISOLATE_BUDGET_BYTES = 80 * MIB;
/** The same for a request that has the isolate to itself: the largest upload, and some room to work. */
export const ISOLATE_ALONE_BYTES = 110 * MIB;
/** How long a request waits for memory before it is answered with 503 BUSY. */
export const BUDGET_WAIT_MS = 5_000;
