/**
 * The slowest test files, which --quick leaves out: searches at random, simulations, browsers that are made to fail,
 * pages that take their time, whole journeys through pages, and tests whose inputs are as large as may be.
 */
export const SLOW_TESTS = [
  "test/api/operations/images-large.test.ts",
  "test/deliver/{lifetime,stored-file}.test.ts",
  "test/codecs/inflate.test.ts",
  "test/pdf-file/structure/hostile.test.ts",
  "test/node/lab/fuzz/*.test.ts",
  "test/node/html/browser/{guard,hostile,lost,pool/*}.test.ts",
  "test/node/html/session/{late-content,libraries,waits}.test.ts",
  "test/node/images/hostile-tiff-webp.test.ts",
  "test/node/layout/patterns.test.ts",
  "test/node/remove/{finder,steps}.test.ts",
  "test/node/scripts/browser-shim.test.ts",
  "test/node/scripts/verify/stand-in.test.ts",
  "test/node/wasm/kernels.test.ts",
  "test/e2e/{generated,package,web}/**",
  "test/e2e/{examples,images-large,restart}.test.ts",
];
