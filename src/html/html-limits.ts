const MIB = 1024 * 1024;

/** What one request for a PDF of HTML may use. Sizes are bytes, times milliseconds. */
export const HTML_LIMITS = {
  /** The HTML text itself: a WebSocket message to the browser holds 32 MiB, and base64 adds a third. */
  documentBytes: 20 * MIB,
  /** Documents that become one PDF. */
  documents: 20,
  /** Text in Markdown, whose parser holds many times its length. */
  markdownChars: 2_000_000,
  /** One file that the page loads, and all of them together. */
  resourceBytes: 16 * MIB,
  totalBytes: 64 * MIB,
  requests: 1_000,
  /** How many of them are answered at a time; the others wait. */
  requestsAtOnce: 24,
  /**
   * Fetches that wait for their answer at a time. A request of a Worker may have six; a seventh would wait in the
   * platform's own queue, while its time runs.
   */
  connections: 5,
  /** One message of the browser about the page: a body that the page sends is in it about three times. */
  messageChars: 8 * MIB,
  /** What a page sends with one request. */
  sentBytes: MIB,
  /** Of those, what may change something elsewhere: every method but GET and HEAD. */
  sendingRequests: 50,
  /** Of one resource, from the request to its last byte. */
  resourceMs: 15_000,
  /** Of the DOM: elements, texts and all else, with frames and shadow trees. */
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
 * How browsers are shared. One isolate of the Worker sees only its own renders; the browser's contexts tell of the
 * others.
 */
export const POOL_LIMITS = {
  rendersPerBrowser: 8,
  browsers: 6,
  /** Blank pages that an isolate holds ready in a browser, and all isolates together. */
  spares: 3,
  sparesOfAll: 6,
  waiting: 32,
  waitMs: 15_000,
  keepAliveMs: 600_000,
  /** How long a place in a used browser is waited for before another browser is launched. */
  patienceMs: 300,
  connectMs: 4_000,
  /** Until a page is open and guarded. */
  openMs: 5_000,
  /** How long a browser may leave a question unanswered. */
  silenceMs: 4_000,
  launchMs: 20_000,
  /** For the platform's list of browsers, and for the ledger that says which are ours. */
  listMs: 3_000,
} as const;
