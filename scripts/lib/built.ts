/**
 * A variable of the environment that says: dist/ is built, and the sources stay as they are. `npm test` sets it for its
 * processes, and the container's image for all.
 */
const NAME = "QUIRE_IS_BUILT";

export const IS_BUILT = process.env[NAME] === "yes";

/** For the environment of processes that need not build again. */
export const BUILT: Readonly<Record<string, string>> = { [NAME]: "yes" };

/** How scripts/build.ts ends its line. What starts the service waits for it. */
export const BUILT_LINE = "The Worker and its pages are built";
