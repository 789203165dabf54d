/**
 * A variable of the environment that `npm test` sets for its processes: dist/ is built, and while the tests run the
 * sources stay as they are.
 */
const NAME = "QUIRE_TESTS_HAVE_BUILT";

export const IS_BUILT = process.env[NAME] === "yes";

/** For the environment of processes that need not build again. */
export const BUILT: Readonly<Record<string, string>> = { [NAME]: "yes" };

/** How scripts/build.ts ends its line. What starts the service waits for it. */
export const BUILT_LINE = "The Worker and its pages are built";
