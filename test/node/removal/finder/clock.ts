import "mupdf";
import { now } from "./quiet.ts";

/** mupdf is loaded, for which this waits: the time goes on. */
Date.now = now;
