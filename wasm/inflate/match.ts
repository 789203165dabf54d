/**
 * Copies bytes from this distance back, which may overlap the bytes that are written. Returns where the output then
 * ends.
 */
export function copyMatch(at: usize, distance: usize, length: usize): usize {
  const end = at + length;
  let from = at - distance;
  let to = at;
  if (distance >= 8) {
    for (; to < end; to += 8, from += 8) store<u64>(to, load<u64>(from));
  } else if (distance === 1) {
    memory.fill(to, load<u8>(from), length);
  } else {
    for (; to < end; to++, from++) store<u8>(to, load<u8>(from));
  }
  return end;
}
