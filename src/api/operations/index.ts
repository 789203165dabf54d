import type { Operation } from "../operation.ts";
import { htmlToPdf } from "./html.ts";
import { imageToPdf } from "./images.ts";

/** The operations that the service offers, in the order of the documentation. */
export const OPERATIONS: readonly Operation[] = [imageToPdf, htmlToPdf];
