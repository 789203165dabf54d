import "./quiet.ts";

export * from "mupdf";

import "./clock.ts";
