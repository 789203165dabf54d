import { latin1Text, run } from "./tools.ts";

/** 0 clean, 1 with warnings, 2 broken. */
export async function qpdfCheck(path: string): Promise<number> {
  const { status } = await run("qpdf", ["--check", path]);
  return status === 0 ? 0 : status === 3 ? 1 : 2;
}

export async function needsPassword(path: string): Promise<boolean> {
  // Exit code 0: a password, other than the empty one, is needed to open the file.
  return (await run("qpdf", ["--requires-password", path])).status === 0;
}

export async function hasPages(path: string): Promise<boolean> {
  const { stdout } = await run("qpdf", ["--show-npages", path]);
  return Number(latin1Text(stdout)) > 0;
}
