import type { Operation } from "../operation.ts";
import { crop } from "./crop.ts";
import { htmlToPdf } from "./html.ts";
import { imageToPdf } from "./images.ts";
import { inspect, inspectByPath } from "./inspect.ts";
import { split } from "./split.ts";

/** The operations that the service offers, in the order of the documentation. */
export const OPERATIONS: readonly Operation[] = [crop, inspectByPath, inspect, split, imageToPdf, htmlToPdf];
