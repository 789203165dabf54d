import { openFile, openProblem } from "../document/opened.ts";
import { madeHere } from "../engine/here.ts";
import { problem } from "../job.ts";
import { forPeople } from "../messages.ts";

/** Tools that go on with a PDF. */
export const ONWARD = { crop: "Crop this", split: "Split this", redact: "Redact this", organize: "Organize this" };
export type Onward = keyof typeof ONWARD;

/** The result becomes the document of another tool. */
export async function goOn(
  { downloadUrl, fileName, password }: { downloadUrl: string; fileName: string; password?: string | undefined },
  tool: Onward,
): Promise<void> {
  try {
    const file = await madeFile(downloadUrl, fileName);
    // The other tool is shown with this document, never with the one before.
    await openFile(file, password);
    if (openProblem.value === undefined) location.hash = tool;
  } catch (error) {
    problem.value = forPeople(error);
  }
}

/** What was made, on this machine or by the service, as a file. */
export async function madeFile(url: string, fileName: string): Promise<File> {
  const made = madeHere(url) ?? (await fetched(url));
  return new File([made], fileName, { type: made.type || "application/pdf" });
}

async function fetched(url: string): Promise<Blob> {
  const response = await fetch(url);
  if (!response.ok) throw new Error("The result is no longer there: links last an hour.");
  return response.blob();
}
