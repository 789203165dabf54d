import type { EmbeddedFace } from "./embed.ts";
import type { Run } from "./read.ts";

/** The faces of a document. Slanted text is the upright face, sheared. */
export interface Faces {
  regular: EmbeddedFace;
  bold: EmbeddedFace;
}

export interface Segment {
  text: string;
  run: Run;
  x: number;
  width: number;
}

export interface Line {
  segments: Segment[];
  width: number;
}

export function faceOf(run: Run, faces: Faces): EmbeddedFace {
  return run.bold ? faces.bold : faces.regular;
}

/** Sets runs into lines no wider than `room`, breaking at spaces, and inside a word only when it is wider by itself. */
export function setLines(
  runs: readonly Run[],
  room: number,
  size: number,
  faces: Faces,
  preformatted: boolean,
): Line[] {
  const lines: Line[] = [];
  let line: Line = { segments: [], width: 0 };
  const end = () => {
    trimEnd(line, size, faces);
    lines.push(line);
    line = { segments: [], width: 0 };
  };
  const put = (text: string, run: Run, width: number) => {
    const last = line.segments.at(-1);
    if (last && last.run === run) {
      last.text += text;
      last.width += width;
    } else line.segments.push({ text, run, x: line.width, width });
    line.width += width;
  };
  for (const run of runs) {
    const face = faceOf(run, faces);
    const measure = (text: string) => (face.width(text) * size) / 1000;
    for (const token of run.text.split(/(\n|[^\S\n\u00a0]+)/)) {
      if (token === "") continue;
      if (token === "\n") end();
      else if (/^[^\S\u00a0]+$/.test(token)) {
        const text = preformatted ? token.replaceAll("\t", "    ") : " ";
        if (line.segments.length > 0 || preformatted) put(text, run, measure(text));
      } else {
        const width = measure(token);
        if (line.width + width > room && line.segments.length > 0) end();
        if (width <= room) put(token, run, width);
        else {
          for (const character of token) {
            const step = measure(character);
            if (line.width + step > room && line.segments.length > 0) end();
            put(character, run, step);
          }
        }
      }
    }
  }
  if (line.segments.length > 0) end();
  // A paragraph neither begins nor ends with an empty line.
  while (!preformatted && lines[0]?.segments.length === 0) lines.shift();
  while (lines.at(-1)?.segments.length === 0) lines.pop();
  return lines;
}

function trimEnd(line: Line, size: number, faces: Faces): void {
  const last = line.segments.at(-1);
  if (!last) return;
  const trimmed = last.text.replace(/(?<! ) +$/, "");
  if (trimmed === last.text) return;
  const width = (faceOf(last.run, faces).width(trimmed) * size) / 1000;
  line.width -= last.width - width;
  last.text = trimmed;
  last.width = width;
  if (trimmed === "") line.segments.pop();
}
