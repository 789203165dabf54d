/**
 * The slowest test files, which --quick leaves out: random searches, browsers that are made to fail, whole journeys
 * through pages, and tests with the largest inputs.
 */
export const SLOW_TESTS = [
  "test/api/operations/images-large.test.ts",
  "test/deliver/stored-file.test.ts",
  "test/images/inflate.test.ts",
  "test/pdf/structure/hostile.test.ts",
  "test/node/lab/fuzz/fuzz.test.ts",
  "test/node/html/browser/{hostile,lost}.test.ts",
  "test/node/html/session/libraries.test.ts",
  "test/node/images/hostile-tiff-webp.test.ts",
  "test/node/layout/patterns.test.ts",
  "test/node/scripts/browser-shim.test.ts",
  "test/node/wasm/kernels.test.ts",
  "test/e2e/{generated,package,web}/**",
  "test/e2e/{examples,images-large,restart}.test.ts",
];
