/** Sets the black bits of a row according to its changes. All its bits must be 0 before. */
export function paintRow(row: usize, changes: usize, columns: i32): void {
  for (let change = changes; ; change += 8) {
    const from = load<u32>(change);
    if (from >= <u32>columns) return;
    const to = load<u32>(change, 4);
    const first = row + (from >> 3);
    const last = row + (to >> 3);
    const head: u32 = 0xff >> (from & 7);
    const tail: u32 = (0xff00 >> (to & 7)) & 0xff;
    if (first === last) {
      store<u8>(first, load<u8>(first) | (head & tail));
      continue;
    }
    store<u8>(first, load<u8>(first) | head);
    if (last - first > 1) memory.fill(first + 1, 0xff, last - first - 1);
    if (tail !== 0) store<u8>(last, load<u8>(last) | tail);
  }
}
