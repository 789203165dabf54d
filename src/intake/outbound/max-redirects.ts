/** In a file of its own: the table of limits has it, and a cold isolate reads that table and nothing of this folder. */
export const MAX_REDIRECTS = 5;
