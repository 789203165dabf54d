/** Up to this number an insertion sort is faster than counting digits, since most keys are in order already. */
const FEW = 256;
const DIGIT_BITS = 11;
const DIGITS = 1 << DIGIT_BITS;
const starts = new Uint32Array(DIGITS);

/** The positions of the keys in ascending order. It sorts by digits, since parts have up to millions of objects. */
export function positionsInOrder(keys: Uint32Array): Uint32Array {
  const count = keys.length;
  let order = new Uint32Array(count);
  for (let i = 0; i < count; i++) order[i] = i;
  if (count < FEW) return inserted(order, keys);
  let next = new Uint32Array(count);
  let highest = 0;
  for (let i = 0; i < count; i++) highest = Math.max(highest, keys[i]!);
  for (let shift = 0; shift < 32 && highest >>> shift > 0; shift += DIGIT_BITS) {
    starts.fill(0);
    for (let i = 0; i < count; i++) starts[(keys[i]! >>> shift) & (DIGITS - 1)]!++;
    let start = 0;
    for (let digit = 0; digit < DIGITS; digit++) {
      const many = starts[digit]!;
      starts[digit] = start;
      start += many;
    }
    for (let i = 0; i < count; i++) {
      const position = order[i]!;
      const digit = (keys[position]! >>> shift) & (DIGITS - 1);
      next[starts[digit]!++] = position;
    }
    [order, next] = [next, order];
  }
  return order;
}

function inserted(order: Uint32Array, keys: Uint32Array): Uint32Array {
  for (let i = 1; i < order.length; i++) {
    const key = keys[i]!;
    let at = i;
    for (; at > 0 && keys[order[at - 1]!]! > key; at--) order[at] = order[at - 1]!;
    order[at] = i;
  }
  return order;
}
