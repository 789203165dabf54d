/** A file of its own, because a cold isolate loads the table of limits, which names it, but nothing else from here. */
export const MAX_REDIRECTS = 5;
