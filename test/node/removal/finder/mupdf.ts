import "./quiet.ts";

export * from "mupdf";
