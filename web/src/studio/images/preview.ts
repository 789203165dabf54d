import { QuireError } from "../../../../client/src/index.ts";
import { drawPage, openPdf, type Size } from "../document/viewer.ts";
import { perform } from "../engine/here.ts";

/** What no browser shows, as it will be bound: its first page as a picture, or why it will be refused. */
export type Preview = { url: string; size: Size; pages: number } | { refusal: string };

/** Drawn for a card; larger is not seen. */
const WIDTH = 480;
const POINTS_IN_A_PIXEL = 72 / 96;

export async function previewOf(name: string, file: Blob): Promise<Preview> {
  const made = await perform("imageToPdf", { file: { name, data: file } }).catch(refusalIn);
  if ("refusal" in made) return made;
  const pdf = await openPdf(made.blobs[0] as Blob, { isBrief: true });
  try {
    const canvas = document.createElement("canvas");
    const size = await drawPage(pdf, 1, canvas, WIDTH).done;
    const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
    if (!size || !picture) throw new Error("The picture could not be drawn.");
    const inPixels = { width: size.width / POINTS_IN_A_PIXEL, height: size.height / POINTS_IN_A_PIXEL };
    return { url: URL.createObjectURL(picture), size: inPixels, pages: pdf.numPages };
  } finally {
    void pdf.loadingTask.destroy();
  }
}

function refusalIn(error: unknown): { refusal: string } {
  const [failure] = error instanceof QuireError ? ((error.details.failures ?? []) as { message: string }[]) : [];
  if (!failure) throw error;
  return { refusal: failure.message };
}
