/** An operator's letters in one number: the first in the lowest byte. */
export function operatorCode(name: string): number {
  let code = 0;
  for (let i = 0; i < name.length; i++) code |= name.charCodeAt(i) << (8 * i);
  return code;
}

/** An operator is at most three letters long. What is longer is none, and its operands go. */
export const UNKNOWN_OPERATOR = 0;
