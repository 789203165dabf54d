import { type Wound, woundsOf } from "./wound.ts";
import * as images from "./wounds/images.ts";
import * as markdown from "./wounds/markdown.ts";
import * as pdf from "./wounds/pdf-readers.ts";
import { pypdf } from "./wounds/pypdf.ts";

/** Every denial of service that was published since 2020 and whose shape is told, by reader. */
export const wounds: readonly Wound[] = [
  ...woundsOf("pdf", "pypdf", pypdf),
  ...woundsOf("pdf", "pdf.js", pdf.pdfJs),
  ...woundsOf("pdf", "PDFBox", pdf.pdfBox),
  ...woundsOf("pdf", "pdfminer.six", pdf.pdfMiner),
  ...woundsOf("pdf", "qpdf", pdf.qpdf),
  ...woundsOf("pdf", "poppler", pdf.poppler),
  ...woundsOf("pdf", "MuPDF", pdf.muPdf),
  ...woundsOf("pdf", "iText", pdf.iText),
  ...woundsOf("pdf", "pdf-lib", pdf.pdfLib),
  ...woundsOf("pdf", "Pillow", pdf.pillowPdf),
  ...woundsOf("image", "Pillow", images.pillow),
  ...woundsOf("image", "libtiff", images.libtiff),
  ...woundsOf("image", "libwebp", images.libwebp),
  ...woundsOf("image", "image-rs", images.imageRs),
  ...woundsOf("image", "image-png", images.imagePng),
  ...woundsOf("image", "sharp", images.sharp),
  ...woundsOf("image", "JPEG readers", images.jpegs),
  ...woundsOf("markdown", "marked", markdown.marked),
  ...woundsOf("markdown", "markdown-it", markdown.markdownIt),
  ...woundsOf("markdown", "python-markdown", markdown.pythonMarkdown),
];
