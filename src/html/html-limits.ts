const MIB = 1024 * 1024;

/** What one request for a PDF of HTML may use. Sizes are bytes, times milliseconds. */
export const HTML_LIMITS = {
  /** The HTML text itself: a WebSocket message to the browser holds 32 MiB, and base64 adds a third. */
  documentBytes: 20 * MIB,
  /** Documents that become one PDF. */
  documents: 20,
  /** Markdown text. Its parser holds many times its length. */
  markdownChars: 2_000_000,
  /** One file that the page loads, and all of them together. */
  resourceBytes: 16 * MIB,
  totalBytes: 64 * MIB,
  requests: 1_000,
  /** How many requests are answered at a time; the others wait. */
  requestsAtOnce: 24,
  /**
   * How many fetches wait for an answer at a time. A Worker's request may have six: a seventh would wait in the
   * platform's queue while its time runs.
   */
  connections: 5,
  /** One message of the browser about the page. It holds a body that the page sends about three times. */
  messageChars: 8 * MIB,
  /** What a page sends with one request. */
  sentBytes: MIB,
  /** Requests that may change something elsewhere: every method but GET and HEAD. */
  sendingRequests: 50,
  /** WebSockets and streams without an end that a page has open at a time, and the messages that it sends by them. */
  channels: 8,
  sentMessages: 1_000,
  /** Time for one resource, from the request to its last byte. */
  resourceMs: 15_000,
  /** Nodes of the DOM: elements, texts and all else, with frames and shadow trees. */
  nodes: 1_000_000,
  outputPages: 2_000,
  outputBytes: 60 * MIB,
  timeoutMs: 60_000,
  defaultTimeoutMs: 30_000,
  delayMs: 30_000,
  /** How long a page may keep the network or its own content busy after it has loaded, by default. */
  settleMs: 5_000,
} as const;

/**
 * How browsers are shared. An isolate of the Worker sees only its own renders; the browser's contexts show those of
 * others.
 */
export const POOL_LIMITS = {
  rendersPerBrowser: 8,
  /** For the renders of all isolates, which do not know of each other. Beyond this number a browser counts as full. */
  rendersOfAll: 16,
  /** Where the operator says nothing else (BROWSERS). */
  browsers: 6,
  /** Blank pages that one isolate, and all isolates together, keep ready in a browser. */
  spares: 3,
  sparesOfAll: 6,
  waiting: 32,
  waitMs: 15_000,
  keepAliveMs: 600_000,
  /** How long a request waits for a place in a used browser before another browser is launched. */
  patienceMs: 300,
  /** How long a request waits after a browser could not be launched: once, then twice as long. */
  pauseMs: 250,
  connectMs: 4_000,
  /** Time until a page is open and guarded. */
  openMs: 5_000,
  /** How long a browser may leave a question unanswered. */
  silenceMs: 4_000,
  launchMs: 20_000,
  /** Time for the platform's list of browsers, and for the ledger that says which are ours. */
  listMs: 3_000,
} as const;

export type PoolLimits = Readonly<Record<keyof typeof POOL_LIMITS, number>>;
