import { HTML_LIMITS } from "../html/html-limits.ts";
import { IMAGE_CAPS } from "../images/caps.ts";
import { MAX_REDIRECTS } from "../intake/outbound/max-redirects.ts";
import { CONTENT_LIMITS } from "../pdf/content/content-limits.ts";
import { PDF_LIMITS } from "../pdf-objects/pdf-limits.ts";

const MIB = 1024 * 1024;
const GIB = 1024 * MIB;

/**
 * Every limit that the service enforces: the one table, published at GET /v1/limits. Sizes are bytes, times seconds.
 */
export const LIMITS = {
  pdf: {
    /** 50 MB per PDF, however it arrives. */
    fileBytes: 50 * MIB,
    cropDefinitions: 100_000,
    passwordChars: 127,
    /** What reading one document may cost. */
    engine: PDF_LIMITS,
    /**
     * What reading pages' contents may cost (`auto`, `content`): longer documents are asked for in parts, by `pages`.
     */
    content: CONTENT_LIMITS,
  },
  split: {
    parts: 10_000,
  },
  images: {
    fileBytes: 50 * MIB,
    requestBytes: 100 * MIB,
    /**
     * Up to this size of files, the fields of a form may come after them; beyond it, images are converted as they
     * arrive.
     */
    anyOrderBytes: 16 * MIB,
    images: 500,
    pages: 500,
    /** Pixels and bytes by the way that an image takes. */
    caps: IMAGE_CAPS,
  },
  html: {
    /** HTML and its assets together. */
    requestBytes: 30 * MIB,
    /** What one page may use; times in milliseconds. */
    page: HTML_LIMITS,
  },
  request: {
    /** Text fields of a request together, such as cropData. */
    textBytes: 8 * MIB,
    parts: 2_000,
    /** A body that sends nothing for so long is cut off. */
    idleSeconds: 20,
    /** What surrounds a file in a multipart body or a JSON document. */
    envelopeBytes: 9 * MIB,
  },
  remote: {
    redirects: MAX_REDIRECTS,
    hopSeconds: 10,
    totalSeconds: 30,
  },
  rate: {
    /** Per API key. */
    requestsPerMinute: 300,
  },
  /** What each key may use of shared resources, where it has no setting of its own. Hours are of UTC. */
  key: {
    /** Requests at a time: half of the browsers' places. */
    concurrentRequests: 24,
    /** Time that a key's pages hold places in browsers. */
    browserSecondsPerHour: 10_000,
    /** Files behind links; those that are sent at once (format=binary) are not stored. */
    storedBytesPerHour: 16 * GIB,
    /** Of one split. Shared fonts and images repeat in every part, so an output may be far larger than its input. */
    splitOutputBytes: GIB,
  },
  /** For visitors without a key, where the operator allows them (DEMO): for each address, and for all together. */
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
    together: {
      perMinute: 120,
      perDay: 5_000,
      concurrentRequests: 6,
      browserSecondsPerHour: 1_800,
      storedBytesPerHour: 2 * GIB,
    },
  },
  /** What a key's own settings may be at most. */
  keyAtMost: {
    concurrentRequests: 1_000,
    browserSecondsPerHour: 1_000_000,
    storedBytesPerHour: 10_240 * GIB,
    splitOutputBytes: 4 * GIB,
  },
  links: {
    validSeconds: 3600,
  },
  idempotency: {
    validSeconds: 3600,
    keyChars: 255,
  },
} as const;

/** Not a promise to clients, hence not published: what the requests of one isolate may hold together, of its 128 MB. */
export const ISOLATE_BUDGET_BYTES = 80 * MIB;
/** The same for a request that has the isolate to itself: the largest upload, and some room to work. */
export const ISOLATE_ALONE_BYTES = 110 * MIB;
/** How long a request waits for room in the isolate before it is told 503 BUSY. */
export const BUDGET_WAIT_MS = 5_000;
