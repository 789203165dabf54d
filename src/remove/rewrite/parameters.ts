/** Parameters of the graphics state (8.4.1), each a bit: what an operator sets, and the entries of tables 51 and 57. */
const NAMES = [
  ...["fillSpace", "fillTint", "strokeSpace", "strokeTint", "LW", "LC", "LJ", "ML", "D", "RI", "FL"],
  ...["OP", "op", "OPM", "SM", "SA", "BM", "CA", "ca", "AIS", "TK", "UseBlackPtComp", "TR", "SMask"],
] as const;

type Parameter = (typeof NAMES)[number];

const BITS = new Map<string, number>(NAMES.map((name, index) => [name, 1 << index]));

export function parameters(...names: Parameter[]): number {
  return names.reduce((bits, name) => bits | BITS.get(name)!, 0);
}

/** What the entries of a graphics state dictionary set. /OP sets both kinds of overprint (table 57). */
export function parametersOf(keys: Iterable<string>): number {
  let bits = 0;
  for (const key of keys) {
    bits |= BITS.get(key === "TR2" ? "TR" : key) ?? 0;
    if (key === "OP") bits |= parameters("op");
  }
  return bits;
}
