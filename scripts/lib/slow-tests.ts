/**
 * The test files that take longest, which --quick leaves out: tables of thousands of answers, searches at random,
 * simulations, inputs as large as may be, and what tries commands.
 */
export const SLOW_TESTS = [
  "test/**/{recorded/*,recorded,recorded-*}.test.ts",
  "test/api/operations/{html-fallback,image-batch,images-large}.test.ts",
  "test/deliver/{lifetime,stored-file}.test.ts",
  "test/codecs/inflate.test.ts",
  "test/html/browser/{page/page-memory,pool/sessions}.test.ts",
  "test/html/markdown/{colours,work}.test.ts",
  "test/images/work.test.ts",
  "test/mcp/agents.test.ts",
  "test/pdf-file/{filters/decode,structure/hostile}.test.ts",
  "test/remove/{large,repeated}.test.ts",
  "test/node/engine/package.test.ts",
  "test/node/images/{hostile-tiff-webp,hostile-work,placement,rows-and-turns,turns}.test.ts",
  "test/node/{lab,scripts}/**",
  "test/node/layout/patterns.test.ts",
  "test/node/pdf-content/images/turns.test.ts",
  "test/node/pdf-file/{hostile,random,syntax/values}.test.ts",
  "test/node/redact/redaction.test.ts",
  "test/node/remove/{finder,random,removal,steps}.test.ts",
  "test/node/wasm/kernels.test.ts",
];
