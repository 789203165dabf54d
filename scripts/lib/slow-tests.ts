/**
 * The slowest test files, which --quick leaves out: searches at random, browsers that are made to fail, whole journeys
 * through pages, and tests whose inputs are as large as may be.
 */
export const SLOW_TESTS = [
  "test/api/images-large.test.ts",
  "test/deliver/stored-file.test.ts",
  "test/images/inflate.test.ts",
  "test/pdf/structure/hostile.test.ts",
  "test/node/fuzz/fuzz.test.ts",
  "test/node/html/{browser-shim,hostile,libraries,lost}.test.ts",
  "test/node/images-tiff-webp/{hostile,kernel}.test.ts",
  "test/node/patterns/**",
  "test/e2e/{generated,package,web}/**",
  "test/e2e/{examples,images-large,restart}.test.ts",
];
