import { type Pixels, readPnm } from "./pixels.ts";
import { run } from "./tools.ts";

export type Renderer = "mutool" | "pdftoppm";

/** Pages of a file at 72 dpi; undefined when the renderer gives up on it. */
export async function renderPages(
  renderer: Renderer,
  path: string,
  pages: string,
  password: string | undefined = undefined,
): Promise<Pixels[] | undefined> {
  const result = await (renderer === "mutool" ? mutool(path, pages, password) : pdftoppm(path, pages, password));
  if (result.stdout.length === 0) return undefined;
  try {
    return readPnm(result.stdout);
  } catch {
    return undefined;
  }
}

function mutool(path: string, pages: string, password: string | undefined) {
  const secret = password === undefined ? [] : ["-p", password];
  return run("mutool", ["draw", "-q", ...secret, "-F", "ppm", "-r", "72", "-o", "-", path, pages]);
}

function pdftoppm(path: string, pages: string, password: string | undefined) {
  const [first, last] = pages.split("-");
  const secret = password === undefined ? [] : ["-upw", password];
  return run("pdftoppm", ["-q", ...secret, "-r", "72", "-cropbox", "-f", first!, "-l", last ?? first!, path]);
}
