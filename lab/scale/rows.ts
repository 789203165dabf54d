/** Rows that a write of one operation's uses costs in the object of the sums and in a key's: held by a test. */
export const ROWS_OF_A_WRITE = { sums: 4, keys: 4 } as const;
