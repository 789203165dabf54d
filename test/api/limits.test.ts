import { expect, it } from "vitest";
import { LIMITS } from "../../src/api/limits.ts";

const MB = 1_048_576;

/** What docs/use/limits.md and the published interface promise: a change of one of these is a change for clients. */
it("the limits are those that clients are promised", () => {
  expect(LIMITS).toMatchObject({
    pdf: { fileBytes: 50 * MB, cropDefinitions: 100_000, passwordChars: 127 },
    split: { parts: 10_000, textChars: 1_000, regexChars: 500, regexStates: 1_000, names: 9 },
    redact: { rules: 100, areas: 10_000, listChars: 100_000, allRules: 1_000 },
    inspect: { words: 40_000 },
    images: { fileBytes: 50 * MB, requestBytes: 100 * MB, anyOrderBytes: 16 * MB, images: 500, pages: 500 },
    html: { requestBytes: 30 * MB },
    request: { textBytes: 8 * MB, parts: 2_000, idleSeconds: 20, envelopeBytes: 9 * MB },
    remote: { redirects: 5, hopSeconds: 10, totalSeconds: 30 },
    rate: { requestsPerMinute: 300 },
    key: {
      concurrentRequests: 24,
      browserSecondsPerHour: 10_000,
      storedBytesPerHour: 16_384 * MB,
      splitOutputBytes: 1024 * MB,
    },
    demo: {
      fileBytes: 10 * MB,
      requestBytes: 20 * MB,
      perMinute: 20,
      perDay: 100,
      concurrentRequests: 2,
      browserSecondsPerHour: 120,
      storedBytesPerHour: 200 * MB,
      splitOutputBytes: 100 * MB,
      together: {
        perMinute: 120,
        perDay: 5_000,
        concurrentRequests: 6,
        browserSecondsPerHour: 1_800,
        storedBytesPerHour: 2_048 * MB,
      },
    },
    links: { validSeconds: 3_600 },
    idempotency: { validSeconds: 3_600, keyChars: 255 },
  });
});
