import { latin1Text, run } from "../lib/tools.ts";

/** 0 clean, 1 with warnings, 2 broken. */
export async function qpdfCheck(path: string): Promise<number> {
  const { status } = await run("qpdf", ["--check", path]);
  return status === 0 ? 0 : status === 3 ? 1 : 2;
}

export async function needsPassword(path: string): Promise<boolean> {
  // Exit code 0: a password, other than the empty one, is needed to open the file.
  return (await run("qpdf", ["--requires-password", path])).status === 0;
}

/**
 * From qpdf's own test suite: when only attachments are encrypted, our engine needs no password, and other readers do.
 */
const KNOWN_PASSWORDS = ["attachment", "asdfqwer"];

/** The password with which qpdf opens a file; the empty one when none is known. */
export async function passwordFor(path: string): Promise<string> {
  if (!(await needsPassword(path))) return "";
  for (const password of KNOWN_PASSWORDS) {
    if ((await run("qpdf", [`--password=${password}`, "--show-npages", path])).status !== 2) return password;
  }
  return "";
}

export async function hasPages(path: string): Promise<boolean> {
  const { stdout } = await run("qpdf", ["--show-npages", path]);
  return Number(latin1Text(stdout)) > 0;
}
