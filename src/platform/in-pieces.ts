const PIECE = 64 << 10;

/**
 * Changes a text piece by piece. What V8 makes of a text with replacements is a tree with tens of bytes for each of
 * them: of a text of a few megabytes, more than an isolate has. `cut` is the first place from one on that no match goes
 * across.
 */
export function inPieces(
  text: string,
  cut: (text: string, from: number) => number,
  change: (piece: string) => string,
): string {
  if (text.length <= PIECE) return change(text);
  let changed = "";
  for (let at = 0; at < text.length; ) {
    const end = at + PIECE >= text.length ? text.length : cut(text, at + PIECE);
    changed += whole(change(text.slice(at, end)));
    at = end;
  }
  return changed;
}

/** The same text: V8 makes one of a tree when a letter of it is asked for. */
function whole(text: string): string {
  return text.charCodeAt(0) >= 0 ? text : "";
}

const NO_SPACE = /\S/g;

/** Each run of white space, as `runs` has them, as one space. */
export function withSingleSpaces(text: string, runs: RegExp): string {
  return inPieces(text, beforeNoSpace, (piece) => piece.replace(runs, " "));
}

function beforeNoSpace(text: string, from: number): number {
  NO_SPACE.lastIndex = from;
  return NO_SPACE.exec(text)?.index ?? text.length;
}
