import { type ImageInput, type ShownFormat, sniffFormat } from "../../engine.ts";
import { HtmlProblem, SessionProblem } from "../../html/html-problem.ts";
import { shownPicture } from "../../html/picture.ts";
import type { Reservation } from "../../intake/reservation.ts";
import type { Workplace } from "../operation.ts";
import { browserContext } from "./browser-context.ts";

interface NotShown {
  name: string;
  code: "IMAGE_TOO_LARGE" | "UNSUPPORTED_FORMAT" | "BROWSER_BUSY";
  message: string;
  retryable?: true;
}

/** Larger files would fill the one message in which the browser is given them. */
const MAX_BYTES = 8 * 1024 * 1024;

/**
 * The image as a browser shows it. One that the browser cannot show stays as it is: the refusal then names its format
 * and says what to do.
 */
export async function shownInBrowser(
  { name, bytes }: ImageInput,
  format: ShownFormat,
  place: Workplace,
  memory: Reservation,
): Promise<ImageInput | NotShown> {
  if (bytes.length > MAX_BYTES) {
    const message = `The ${format.toUpperCase()} has ${bytes.length} bytes; at most ${MAX_BYTES} are converted. Convert it to JPEG or PNG.`;
    return { name, code: "IMAGE_TOO_LARGE", message };
  }
  try {
    const shown = await shownPicture(bytes, format, { ...browserContext(place), network: { memory } });
    if (shown?.isPlain) {
      place.warn(`${name.slice(0, 100)}: What a browser shows of this ${format.toUpperCase()} has one colour only.`);
    }
    return { name, bytes: shown?.bytes ?? bytes };
  } catch (error) {
    if (error instanceof HtmlProblem && error.kind === "too-large") {
      return { name, code: "IMAGE_TOO_LARGE", message: error.message };
    }
    if (!(error instanceof HtmlProblem || error instanceof SessionProblem)) throw error;
    if (error instanceof HtmlProblem ? error.kind === "busy" || error.kind === "timeout" : error.passes) {
      const message = `The browsers, which alone read ${format.toUpperCase()}, are full or slow. Send the image again shortly.`;
      return { name, code: "BROWSER_BUSY", message, retryable: true };
    }
    return { name, code: "UNSUPPORTED_FORMAT", message: `${unread(bytes)} No browser could show it now.` };
  }
}

/** The refusal that names the format and says what to do. */
function unread(bytes: Uint8Array): string {
  try {
    sniffFormat(bytes);
    return "";
  } catch (problem) {
    return (problem as Error).message;
  }
}
