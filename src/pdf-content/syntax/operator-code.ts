/** An operator's letters in one number: the first in the lowest byte. */
export function operatorCode(name: string): number {
  let code = 0;
  for (let i = 0; i < name.length; i++) code |= name.charCodeAt(i) << (8 * i);
  return code;
}

/** An operator has at most three letters. A longer word is no operator, and its operands are dropped. */
export const UNKNOWN_OPERATOR = 0;
