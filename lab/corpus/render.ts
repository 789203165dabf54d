import { latin1Text, run } from "../lib/tools.ts";
import { type Pixels, readPnm } from "./pixels.ts";

export type Renderer = "mutool" | "pdftoppm";

/** Pages of a file; undefined when the renderer gives up on it. */
export async function renderPages(
  renderer: Renderer,
  path: string,
  pages: string,
  password: string | undefined = undefined,
  dpi = 72,
): Promise<Pixels[] | undefined> {
  const draw = renderer === "mutool" ? mutool : pdftoppm;
  const result = await draw(path, pages, password, String(dpi));
  if (result.stdout.length === 0) return undefined;
  try {
    return readPnm(result.stdout);
  } catch {
    return undefined;
  }
}

/**
 * Whether mutool counts a page whose object it has lost. It then draws an empty sheet, which says nothing about the
 * page.
 */
export async function isLostTo(path: string, page: number): Promise<boolean> {
  const { stdout } = await run("mutool", ["show", path, `pages/${page}`]);
  return /\bobj\s+null\b/.test(latin1Text(stdout));
}

function mutool(path: string, pages: string, password: string | undefined, dpi: string) {
  const secret = password === undefined ? [] : ["-p", password];
  return run("mutool", ["draw", "-q", ...secret, "-F", "ppm", "-r", dpi, "-o", "-", path, pages]);
}

function pdftoppm(path: string, pages: string, password: string | undefined, dpi: string) {
  const [first, last] = pages.split("-");
  const secret = password === undefined ? [] : ["-upw", password];
  return run("pdftoppm", ["-q", ...secret, "-r", dpi, "-cropbox", "-f", first!, "-l", last ?? first!, path]);
}
