// Generated from the service's OpenAPI document by `npm run record`; do not edit.
// biome-ignore-all format: generated

import type { FileInput } from "./files.ts";

/** Every code that an error may have. */
export type ErrorCode = "INVALID_INPUT" | "CORRUPTED_FILE" | "INVALID_PDF" | "INVALID_SPLIT_MODE" | "INVALID_RANGES" | "URL_NOT_ACCESSIBLE" | "AUTHENTICATION_REQUIRED" | "CROSS_SITE" | "FORBIDDEN" | "LINK_INVALID" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "REQUEST_TIMEOUT" | "IDEMPOTENCY_CONFLICT" | "IDEMPOTENCY_RUNNING" | "LINK_EXPIRED" | "PRECONDITION_FAILED" | "FILE_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RANGE_NOT_SATISFIABLE" | "MISDIRECTED" | "RATE_LIMITED" | "PROCESSING_FAILED" | "SPLIT_FAILED" | "BUSY";

/** Crop PDF: the request. */
export interface CropPdfRequest {
  /** The PDF to crop. */
  file?: FileInput | undefined;
  /** Public URL of the PDF. */
  url?: string | undefined;
  /** One definition for each page to crop, or with `multiple` several. An area partly outside its page is clipped to it. Required, unless `auto` or `halves` is given. */
  cropData?: {
    /** 1-based page number. */
    pageNumber: number;
    cropArea: {
      /** X of the area's origin, from the bottom-left corner of the page as displayed. */
      x: number;
      /** Y of the area's origin, from the bottom-left corner of the page as displayed. */
      y: number;
      /** Width of the area. */
      width: number;
      /** Height of the area. */
      height: number;
      /** px (96 to an inch), pt (72 to an inch), mm or in. Default: "pt". */
      unit?: "px" | "pt" | "mm" | "in" | undefined;
    };
  }[] | undefined;
  /** Crops each page to what it shows, instead of `cropData`. `true` takes the defaults. */
  auto?: boolean | {
    /** What is kept around the content, on all sides or by side of the page as displayed. Default: 0. */
    margin?: number | {
      /** Default: 0. */
      top?: number | undefined;
      /** Default: 0. */
      right?: number | undefined;
      /** Default: 0. */
      bottom?: number | undefined;
      /** Default: 0. */
      left?: number | undefined;
    } | undefined;
    /** Unit of `margin` and `specks`. Default: "pt". */
    unit?: "px" | "pt" | "mm" | "in" | undefined;
    /** `none`: each page its own box. `all`: every page the box that fits all. `oddEven`: odd and even pages one each. Default: "none". */
    uniform?: "none" | "all" | "oddEven" | undefined;
    /** For pages cropped alike: this many of the most extreme pages on each side do not count, and may be cut. Default: 0. */
    ignore?: number | undefined;
    /** In scans (images that cover the page), a sample that is darker than this counts as content: 0 is black, 255 white. In other images all that is not quite white counts. Default: 191. */
    threshold?: number | undefined;
    /** In images, marks smaller than this in both directions do not count. 0 counts every mark. Default: 0. */
    specks?: number | undefined;
    /** Pages to crop, such as "1-3,7", "5-" or "odd"; the others stay as they are. */
    pages?: string | undefined;
    /** Makes all results as large as the largest. Default: false. */
    keepSize?: boolean | undefined;
  } | undefined;
  /** `all` puts the first area on every page; a page that it misses is an error. Omitted: page by page. */
  cropMode?: "all" | undefined;
  /** Makes a page of each area of a page. With `cropMode` `all` every page gets all areas. Default: false. */
  multiple?: boolean | undefined;
  /** Makes two pages of each: `vertical` cuts from top to bottom, `horizontal` from side to side, `auto` wide pages through the white in their middle. */
  halves?: "vertical" | "horizontal" | "auto" | undefined;
  /** With `halves`: the pages to cut, such as "2-". */
  pages?: string | undefined;
  /** `page`: measured on the page as a viewer shows it (inside the crop box, turned by its rotation, in real points). `userspace`: in the page's own PDF coordinates. Default: "page". */
  coordinates?: "page" | "userspace" | undefined;
  /** Password of a protected PDF. */
  password?: string | undefined;
  /** File name of the result. */
  output?: string | undefined;
  /** What the PDF says of itself, in its document information and in XMP. `null` or an empty text removes an entry. */
  metadata?: {
    title?: string | null | undefined;
    author?: string | null | undefined;
    subject?: string | null | undefined;
    keywords?: string | null | undefined;
    creator?: string | null | undefined;
    producer?: string | null | undefined;
    /** A tag such as `en-GB`. */
    language?: string | null | undefined;
  } | undefined;
  /** Encrypts the result (AES-256). `keep` (the default): it is protected as the PDF was. `remove`: it is not. To change or remove a protection takes the owner's password. */
  protect?: "keep" | "remove" | {
    /** Opens the PDF, within the permissions; without it everybody can. */
    userPassword?: string | undefined;
    /** Opens the PDF with all rights; without it nobody has them. */
    ownerPassword?: string | undefined;
    /** What the user's password allows; all that is not named. */
    permissions?: {
      print?: "none" | "low" | "high" | undefined;
      copy?: boolean | undefined;
      modify?: boolean | undefined;
      annotate?: boolean | undefined;
      fillForms?: boolean | undefined;
      assemble?: boolean | undefined;
    } | undefined;
  } | undefined;
  /** `keep`: what the PDF does stays. `drop`: without scripts, actions that start programs or import data, and addresses that begin with `javascript:`, `vbscript:`, `data:` or `file:`. `notes` say how many were dropped. Default: "keep". */
  activeContent?: "keep" | "drop" | undefined;
  /** Reads pages without text (OCR), at most 20, and lays what they say over them: `true`, or how. */
  ocr?: boolean | {
    /** What the pages are written in, such as `["en", "de"]`; `en` by default. */
    languages?: string[] | undefined;
    /** Only these pages, such as "1-3,7". */
    pages?: string | undefined;
    /** As beside `textLayer`. */
    existing?: "skip" | "redo" | "add" | undefined;
    /** Pixels to the inch with which pages are drawn to be read; by default those of their pictures. */
    resolution?: number | undefined;
    /** `turn`: pages whose words lie on their side or head are turned upright. `keep`: they stay. Default: "keep". */
    orientation?: "keep" | "turn" | undefined;
    /** Straightens lines to read them; the page stays as it is. Default: true. */
    deskew?: boolean | undefined;
  } | undefined;
  /** The words of scanned pages, which become text that can be searched and copied: hOCR, ALTO, Tesseract's TSV, or JSON (`pages`, each with `page` and `words`). In multipart a text or a file. */
  textLayer?: string | Record<string, unknown> | undefined;
  /** Pages that have text: `skip` leaves them as they are, `redo` first takes away text that is not seen, `add` lays the words beside it. Default: "skip". */
  existing?: "skip" | "redo" | "add" | undefined;
  /** Removes what lies outside of the areas from the file: text, lines, samples of images, annotations, tags, and what belongs to no page. The result is a new file, read again before it is handed out. Without it, a crop hides. Default: false. */
  removeOutside?: boolean | undefined;
  /** With `removeOutside`: whether characters that the edge cuts stay (`keep`, the default) or go. */
  edge?: "keep" | "remove" | undefined;
  /** With `removeOutside`: what cannot be cut, such as a JPEG 2000 image across the edge, is refused by name (`refuse`, the default) or left out whole. */
  onUnremovable?: "refuse" | "drop" | undefined;
  /** With `removeOutside`: whether what describes the whole document (outline, named destinations, Info, XMP) stays or goes (`clear`, the default). */
  document?: "keep" | "clear" | undefined;
  /** Base64, plain or as a data: URL. */
  fileBase64?: string | undefined;
}

/** Crop PDF: the answer. */
export interface CropPdfResult {
  success: true;
  /** Human-readable status. */
  message: string;
  /** Name of the cropped PDF. */
  fileName: string;
  /** Signed URL of the file, valid for one hour. */
  downloadUrl: string;
  /** When the URL ends. */
  expiresAt: string;
  /** Number of pages cropped. */
  pagesCropped: number;
  /** Number of pages of the document. */
  pageCount: number;
  /** With `multiple` or `halves`: number of pages of the result. */
  resultPages?: number | undefined;
  /** What to know about the result: whether what lies outside is hidden or removed, and what went with it. */
  notes: string[];
  /** With `removeOutside`: what went, what was cut, and what stays. */
  removal?: {
    /** The result was read again. Outside, nothing is painted, named or stored. Inside, characters and images are as many as before, in the same order and under the same clips; cut images have all their rows, and pages their boxes. Lines, shapes, colours and samples inside are not compared. */
    verified: true;
    /** Each page that has an area. */
    pages: {
      pageNumber: number;
      /** What went whole. */
      removed: {
        /** Characters. */
        glyphs: number;
        /** Lines and filled shapes. */
        paths: number;
        images: number;
        /** Gradients. */
        shadings: number;
        /** Links, form fields, comments. */
        annotations: number;
        /** Groups of content (form XObjects) as a whole, not counted by what they hold. */
        forms: number;
        /** Texts that replace content: ActualText, Alt, E and titles of tags. */
        markedTexts: number;
      };
      /** What the edge cuts: the part outside is gone, characters stay or go by `edge`. */
      cut: {
        /** Characters. */
        glyphs: number;
        /** Lines and filled shapes. */
        paths: number;
        images: number;
        /** Gradients. */
        shadings: number;
        /** Links, form fields, comments. */
        annotations: number;
        /** Groups of content (form XObjects) as a whole, not counted by what they hold. */
        forms: number;
        /** Texts that replace content: ActualText, Alt, E and titles of tags. */
        markedTexts: number;
      };
      /** What could not be cut, and was left out as asked. */
      dropped: string[];
    }[];
    document: {
      /** What is never kept, if the file had it. */
      dropped: string[];
      /** What describes the whole document and went. */
      cleared: string[];
      /** The same, where it was asked to stay: look through it. */
      kept: string[];
    };
    /** What is cut on one page and whole on others. */
    usedElsewhere: {
      pageNumber: number;
      kind: "image";
      pages: number[];
    }[];
    /** Always empty: what cannot be examined is refused. */
    notExamined: string[];
    /** What this does not promise. */
    statements: string[];
  } | undefined;
  /** With `auto` or `halves`: the areas of the pages that were cropped, as `cropData` takes them. */
  boxes?: {
    pageNumber: number;
    cropArea: {
      /** X of the area's origin, from the bottom-left corner of the page as displayed. */
      x: number;
      /** Y of the area's origin, from the bottom-left corner of the page as displayed. */
      y: number;
      /** Width of the area. */
      width: number;
      /** Height of the area. */
      height: number;
      /** px (96 to an inch), pt (72 to an inch), mm or in. */
      unit: "px" | "pt" | "mm" | "in";
    };
  }[] | undefined;
  /** With `auto`: pages on which nothing shows; they stay as they are. */
  blankPages?: number[] | undefined;
  /** With `textLayer` or `ocr`: on which pages words were laid, how many, and which pages have text and stayed as they are. */
  textLayer?: {
    pages: number[];
    words: number;
    skipped: number[];
    /** With `ocr`: the pages that were read, the mean confidence of their characters (of 100), the words that were left out for having too little of it, and the degrees clockwise by which a page would stand upright. */
    recognised?: {
      page: number;
      confidence: number;
      words: number;
      leftOut: number;
      turn: number;
    }[] | undefined;
    /** With `ocr`: the pages that could not be read, and why. */
    unread?: {
      page: number;
      reason: string;
    }[] | undefined;
  } | undefined;
  warnings?: string[] | undefined;
}

/** Page dimensions before cropping: the request. */
export interface InspectPdfByPathRequest {
  /** Public URL of a PDF, or a link that this service gave (whole, or from its path on). */
  filePath: string;
  /** Unit of width and height: px (96 to an inch), pt, mm or in. Default: "pt". */
  unit?: "px" | "pt" | "mm" | "in" | undefined;
  /** The first page to describe. Default: 1. */
  from?: number | undefined;
  /** How many pages to describe at most. Default: 100. */
  limit?: number | undefined;
  /** Also reads what each page shows: `contentBox` and `blank`. The whole file is then fetched. Default: false. */
  content?: boolean | undefined;
  /** Also reads the text of the pages, in lines: `true` with the place of each word, `lines` without, `markdown` also as Markdown. The whole file is then fetched. */
  text?: boolean | "lines" | "markdown" | undefined;
  /** Only these pages, such as "1-3,7" or "5-". */
  pages?: string | undefined;
  /** Password of a protected PDF. */
  password?: string | undefined;
}

/** Page dimensions before cropping: the answer. */
export interface InspectPdfByPathResult {
  success: true;
  fileName: string;
  pageCount: number;
  encrypted: boolean;
  /** What the document has beside its pages. Absent where only parts of the file were fetched. */
  document?: {
    /** Files in it, and the names of the first hundred. Those that annotations hold are not among them. */
    attachments: {
      count: number;
      names: string[];
    };
    /** Whether viewers show its files in place of its pages. */
    portfolio: boolean;
    /** Whether its form is also written in XFA. */
    xfa: boolean;
    /** Whether it runs scripts when it is opened, closed, saved or printed. Those of pages and fields are not looked for. */
    scripts: boolean;
    /** Signatures that were given. Whether they are valid is not looked at. */
    signatures: number;
    /** Whether it has tags. */
    tagged: boolean;
    /** How it is encrypted; null where it is not. */
    encryption: "RC4" | "AES-128" | "AES-256" | null;
  } | undefined;
  unit: "px" | "pt" | "mm" | "in";
  from: number;
  pages: {
    pageNumber: number;
    /** Width of the page as displayed, in `unit`: what a crop area is measured in. */
    width: number;
    /** Height of the page as displayed, in `unit`. */
    height: number;
    /** Clockwise, in degrees. */
    rotation: 0 | 90 | 180 | 270;
    /** Points for one unit of the boxes. */
    userUnit: number;
    /** [left, bottom, right, top] in the page's own coordinates. */
    boxes: {
      mediaBox: [number, number, number, number];
      cropBox: [number, number, number, number];
      bleedBox?: [number, number, number, number] | undefined;
      trimBox?: [number, number, number, number] | undefined;
      artBox?: [number, number, number, number] | undefined;
    };
    /** With `content`: the area around all that shows, in `unit`, as a crop takes it; null on a blank page. */
    contentBox?: {
      x: number;
      y: number;
      width: number;
      height: number;
    } | null | undefined;
    /** With `content`: whether nothing shows on the page. */
    blank?: boolean | undefined;
    /** With `text`: what the page says. */
    text?: {
      /** Lines in the order in which they are read, with their places in `unit`, as a crop takes them. */
      lines: {
        text: string;
        x: number;
        y: number;
        width: number;
        height: number;
        /** In points. */
        fontSize: number;
        /** With `text: true`. A box reaches from the first letter's beginning to the last one's end, and is as high as the font. */
        words?: {
          text: string;
          x: number;
          y: number;
          width: number;
          height: number;
        }[] | undefined;
      }[];
      /** With `text: "markdown"`: the page as Markdown: headings by size, lists, tables as far as places tell, paragraphs. */
      markdown?: string | undefined;
      /** Characters that show, and whose text the file does not tell. */
      noUnicode: number;
      /** Whether the page is a picture without text. */
      scan: boolean;
    } | undefined;
    /** With `text: true`: how much ink the page has. */
    ink?: {
      /** The part of the page that is covered, by boxes of texts and drawings, and samples of images. */
      share: number;
      /** The longer side of the largest mark, in `unit`. */
      largestMark: number;
    } | undefined;
  }[];
  /** `from` of the next request; null after the last page. */
  next: number | null;
  /** With `conformance`: what the check found. */
  conformance?: {
    level: "pdfa-2b" | "pdfa-2u" | "pdfa-3b" | "pdfua-1";
    /** Whether no rule that is checked is broken. */
    met: boolean;
    /** How many rules were checked: those of veraPDF's profile of the level. */
    rules: number;
    /** The rules that are broken, each once for a page, at most 100. */
    violations: {
      /** The clause of the standard, and veraPDF's number of its test. */
      rule: string;
      /** Counted from 1; null where it concerns the whole document. */
      page: number | null;
      what: string;
    }[];
  } | undefined;
  /** With `textLayer` or `ocr`: on which pages words were laid, how many, and which pages have text and stayed as they are. */
  textLayer?: {
    pages: number[];
    words: number;
    skipped: number[];
    /** With `ocr`: the pages that were read, the mean confidence of their characters (of 100), the words that were left out for having too little of it, and the degrees clockwise by which a page would stand upright. */
    recognised?: {
      page: number;
      confidence: number;
      words: number;
      leftOut: number;
      turn: number;
    }[] | undefined;
    /** With `ocr`: the pages that could not be read, and why. */
    unread?: {
      page: number;
      reason: string;
    }[] | undefined;
  } | undefined;
  /** What to know about the file, such as pages that could not be found in it. */
  notes: string[];
  warnings?: string[] | undefined;
}

/** Page dimensions of an upload: the request. */
export interface InspectPdfRequest {
  /** The PDF to describe. */
  file?: FileInput | undefined;
  /** Public URL of the PDF. */
  url?: string | undefined;
  /** Unit of width and height: px (96 to an inch), pt, mm or in. Default: "pt". */
  unit?: "px" | "pt" | "mm" | "in" | undefined;
  /** The first page to describe. Default: 1. */
  from?: number | undefined;
  /** How many pages to describe at most. Default: 100. */
  limit?: number | undefined;
  /** Also reads what each page shows: `contentBox` and `blank`. The whole file is then fetched. Default: false. */
  content?: boolean | undefined;
  /** Also reads the text of the pages, in lines: `true` with the place of each word, `lines` without, `markdown` also as Markdown. The whole file is then fetched. */
  text?: boolean | "lines" | "markdown" | undefined;
  /** Only these pages, such as "1-3,7" or "5-". */
  pages?: string | undefined;
  /** Password of a protected PDF. */
  password?: string | undefined;
  /** Also checks the file against this level of PDF/A or PDF/UA. The whole file is then fetched. */
  conformance?: "pdfa-2b" | "pdfa-2u" | "pdfa-3b" | "pdfua-1" | undefined;
  /** Reads pages without text (OCR), at most 20, and lays what they say over them: `true`, or how. */
  ocr?: boolean | {
    /** What the pages are written in, such as `["en", "de"]`; `en` by default. */
    languages?: string[] | undefined;
    /** Only these pages, such as "1-3,7". */
    pages?: string | undefined;
    /** As beside `textLayer`. */
    existing?: "skip" | "redo" | "add" | undefined;
    /** Pixels to the inch with which pages are drawn to be read; by default those of their pictures. */
    resolution?: number | undefined;
    /** `turn`: pages whose words lie on their side or head are turned upright. `keep`: they stay. Default: "keep". */
    orientation?: "keep" | "turn" | undefined;
    /** Straightens lines to read them; the page stays as it is. Default: true. */
    deskew?: boolean | undefined;
  } | undefined;
  /** The words of scanned pages, which become text that can be searched and copied: hOCR, ALTO, Tesseract's TSV, or JSON (`pages`, each with `page` and `words`). In multipart a text or a file. */
  textLayer?: string | Record<string, unknown> | undefined;
  /** Pages that have text: `skip` leaves them as they are, `redo` first takes away text that is not seen, `add` lays the words beside it. Default: "skip". */
  existing?: "skip" | "redo" | "add" | undefined;
  /** Base64, plain or as a data: URL. */
  fileBase64?: string | undefined;
}

/** Page dimensions of an upload: the answer. */
export interface InspectPdfResult {
  success: true;
  fileName: string;
  pageCount: number;
  encrypted: boolean;
  /** What the document has beside its pages. Absent where only parts of the file were fetched. */
  document?: {
    /** Files in it, and the names of the first hundred. Those that annotations hold are not among them. */
    attachments: {
      count: number;
      names: string[];
    };
    /** Whether viewers show its files in place of its pages. */
    portfolio: boolean;
    /** Whether its form is also written in XFA. */
    xfa: boolean;
    /** Whether it runs scripts when it is opened, closed, saved or printed. Those of pages and fields are not looked for. */
    scripts: boolean;
    /** Signatures that were given. Whether they are valid is not looked at. */
    signatures: number;
    /** Whether it has tags. */
    tagged: boolean;
    /** How it is encrypted; null where it is not. */
    encryption: "RC4" | "AES-128" | "AES-256" | null;
  } | undefined;
  unit: "px" | "pt" | "mm" | "in";
  from: number;
  pages: {
    pageNumber: number;
    /** Width of the page as displayed, in `unit`: what a crop area is measured in. */
    width: number;
    /** Height of the page as displayed, in `unit`. */
    height: number;
    /** Clockwise, in degrees. */
    rotation: 0 | 90 | 180 | 270;
    /** Points for one unit of the boxes. */
    userUnit: number;
    /** [left, bottom, right, top] in the page's own coordinates. */
    boxes: {
      mediaBox: [number, number, number, number];
      cropBox: [number, number, number, number];
      bleedBox?: [number, number, number, number] | undefined;
      trimBox?: [number, number, number, number] | undefined;
      artBox?: [number, number, number, number] | undefined;
    };
    /** With `content`: the area around all that shows, in `unit`, as a crop takes it; null on a blank page. */
    contentBox?: {
      x: number;
      y: number;
      width: number;
      height: number;
    } | null | undefined;
    /** With `content`: whether nothing shows on the page. */
    blank?: boolean | undefined;
    /** With `text`: what the page says. */
    text?: {
      /** Lines in the order in which they are read, with their places in `unit`, as a crop takes them. */
      lines: {
        text: string;
        x: number;
        y: number;
        width: number;
        height: number;
        /** In points. */
        fontSize: number;
        /** With `text: true`. A box reaches from the first letter's beginning to the last one's end, and is as high as the font. */
        words?: {
          text: string;
          x: number;
          y: number;
          width: number;
          height: number;
        }[] | undefined;
      }[];
      /** With `text: "markdown"`: the page as Markdown: headings by size, lists, tables as far as places tell, paragraphs. */
      markdown?: string | undefined;
      /** Characters that show, and whose text the file does not tell. */
      noUnicode: number;
      /** Whether the page is a picture without text. */
      scan: boolean;
    } | undefined;
    /** With `text: true`: how much ink the page has. */
    ink?: {
      /** The part of the page that is covered, by boxes of texts and drawings, and samples of images. */
      share: number;
      /** The longer side of the largest mark, in `unit`. */
      largestMark: number;
    } | undefined;
  }[];
  /** `from` of the next request; null after the last page. */
  next: number | null;
  /** With `conformance`: what the check found. */
  conformance?: {
    level: "pdfa-2b" | "pdfa-2u" | "pdfa-3b" | "pdfua-1";
    /** Whether no rule that is checked is broken. */
    met: boolean;
    /** How many rules were checked: those of veraPDF's profile of the level. */
    rules: number;
    /** The rules that are broken, each once for a page, at most 100. */
    violations: {
      /** The clause of the standard, and veraPDF's number of its test. */
      rule: string;
      /** Counted from 1; null where it concerns the whole document. */
      page: number | null;
      what: string;
    }[];
  } | undefined;
  /** With `textLayer` or `ocr`: on which pages words were laid, how many, and which pages have text and stayed as they are. */
  textLayer?: {
    pages: number[];
    words: number;
    skipped: number[];
    /** With `ocr`: the pages that were read, the mean confidence of their characters (of 100), the words that were left out for having too little of it, and the degrees clockwise by which a page would stand upright. */
    recognised?: {
      page: number;
      confidence: number;
      words: number;
      leftOut: number;
      turn: number;
    }[] | undefined;
    /** With `ocr`: the pages that could not be read, and why. */
    unread?: {
      page: number;
      reason: string;
    }[] | undefined;
  } | undefined;
  /** What to know about the file, such as pages that could not be found in it. */
  notes: string[];
  warnings?: string[] | undefined;
}

/** Split PDF: the request. */
export interface SplitPdfRequest {
  /** The PDF to split. */
  file?: FileInput | undefined;
  /** Public URL of the PDF. */
  url?: string | undefined;
  /** `ranges` makes a file of each page range, `individual` one of each page in `pageNumbers`. */
  splitMode: "ranges" | "individual";
  /** Page ranges, a file each, in this order: `"3-7"`, `"5-"` (to the end), `"1-3,7"`, `"r2"` (second to last), `"odd"`, `"1-10,x4"` (without 4), `"!4"`. They may overlap. In multipart a JSON string. */
  ranges?: string[] | undefined;
  /** Lets ranges go back, such as `"7-3"`. Default: false. */
  allowReverse?: boolean | undefined;
  /** 1-based page numbers, a file each, in this order. In multipart a JSON string. */
  pageNumbers?: number[] | undefined;
  /** Instead of `ranges`: files of this many pages; the last has the rest. */
  every?: number | undefined;
  /** Instead of `ranges`: a file begins at each outline item of this level (1 is the top), named by its title. */
  bookmarkLevel?: number | undefined;
  /** Instead of `ranges`: files as long as fit into this many bytes. A page that is larger by itself gets a file of its own. */
  maxSize?: number | undefined;
  /** Instead of `ranges`: this many files, each of about as many pages. */
  count?: number | undefined;
  /** Instead of `ranges`: files begin at pages that say something: one of contains, equals, regex. */
  text?: {
    /** Anywhere on the page. */
    contains?: string | undefined;
    /** A whole line, or all of the area. */
    equals?: string | undefined;
    /** RE2: no look-around. */
    regex?: string | undefined;
    /** Default: false. */
    caseSensitive?: boolean | undefined;
    /** As a crop's area. */
    area?: {
      x: number;
      y: number;
      width: number;
      height: number;
      /** Default: "pt". */
      unit?: "px" | "pt" | "mm" | "in" | undefined;
    } | undefined;
    /** Such a page starts or ends a file; `change`: starts one when the text differs from the last found. Default: "start". */
    at?: "start" | "end" | "change" | undefined;
    /** Whether it is in a file. Default: "keep". */
    page?: "keep" | "drop" | undefined;
    /** Pages before the first; with `end`, after the last. Default: "part". */
    before?: "part" | "drop" | undefined;
    /** Without such a page. Default: "refuse". */
    none?: "refuse" | "whole" | undefined;
  } | undefined;
  /** Instead of `ranges`: blank pages divide files. */
  blankPages?: {
    /** Else each ends a file. Default: true. */
    drop?: boolean | undefined;
    /** Points. Smaller marks in images do not count. Default: 3. */
    ink?: number | undefined;
    /** In scans, what is darker is ink; 255 is white. Default: 191. */
    threshold?: number | undefined;
    /** Points from the edges in which marks do not count. Default: 0. */
    ignoreMargins?: number | undefined;
  } | undefined;
  /** Answers the files under `parts`, without making them. Default: false. */
  dryRun?: boolean | undefined;
  /** What `{1}`, `{2}` … in fileNamePattern are: texts on the first page of each file. */
  names?: {
    regex: string;
    /** Default: false. */
    caseSensitive?: boolean | undefined;
    area?: {
      x: number;
      y: number;
      width: number;
      height: number;
      /** Default: "pt". */
      unit?: "px" | "pt" | "mm" | "in" | undefined;
    } | undefined;
  }[] | undefined;
  /** Names of the files, from `{name}` (the input's), `{pages}`, `{index}`, `{total}`, `{title}` (with bookmarkLevel), `{match}` (with text) and `{1}` … (by `names`, or groups of text.regex). `{name}-{pages}` by default. Equal names are numbered. */
  fileNamePattern?: string | undefined;
  /** Names of the files, in their order, in place of the pattern; an empty one, or one that is missing, takes the pattern's. In multipart a JSON string. */
  fileNames?: string[] | undefined;
  /** What becomes of files that are attached to the document: `drop`: a part has those that something in it names; `keep`: each has all; `first`: the first has all. Default: "drop". */
  attachments?: "drop" | "keep" | "first" | undefined;
  /** What the PDF says of itself, in its document information and in XMP. `null` or an empty text removes an entry. */
  metadata?: {
    title?: string | null | undefined;
    author?: string | null | undefined;
    subject?: string | null | undefined;
    keywords?: string | null | undefined;
    creator?: string | null | undefined;
    producer?: string | null | undefined;
    /** A tag such as `en-GB`. */
    language?: string | null | undefined;
  } | undefined;
  /** Encrypts the result (AES-256). `keep` (the default): it is protected as the PDF was. `remove`: it is not. To change or remove a protection takes the owner's password. */
  protect?: "keep" | "remove" | {
    /** Opens the PDF, within the permissions; without it everybody can. */
    userPassword?: string | undefined;
    /** Opens the PDF with all rights; without it nobody has them. */
    ownerPassword?: string | undefined;
    /** What the user's password allows; all that is not named. */
    permissions?: {
      print?: "none" | "low" | "high" | undefined;
      copy?: boolean | undefined;
      modify?: boolean | undefined;
      annotate?: boolean | undefined;
      fillForms?: boolean | undefined;
      assemble?: boolean | undefined;
    } | undefined;
  } | undefined;
  /** Password of a protected PDF. */
  password?: string | undefined;
  /** `keep`: what the PDF does stays. `drop`: without scripts, actions that start programs or import data, and addresses that begin with `javascript:`, `vbscript:`, `data:` or `file:`. `notes` say how many were dropped. Default: "keep". */
  activeContent?: "keep" | "drop" | undefined;
  /** Reads pages without text (OCR), at most 20, and lays what they say over them: `true`, or how. */
  ocr?: boolean | {
    /** What the pages are written in, such as `["en", "de"]`; `en` by default. */
    languages?: string[] | undefined;
    /** Only these pages, such as "1-3,7". */
    pages?: string | undefined;
    /** As beside `textLayer`. */
    existing?: "skip" | "redo" | "add" | undefined;
    /** Pixels to the inch with which pages are drawn to be read; by default those of their pictures. */
    resolution?: number | undefined;
    /** `turn`: pages whose words lie on their side or head are turned upright. `keep`: they stay. Default: "keep". */
    orientation?: "keep" | "turn" | undefined;
    /** Straightens lines to read them; the page stays as it is. Default: true. */
    deskew?: boolean | undefined;
  } | undefined;
  /** The words of scanned pages, which become text that can be searched and copied: hOCR, ALTO, Tesseract's TSV, or JSON (`pages`, each with `page` and `words`). In multipart a text or a file. */
  textLayer?: string | Record<string, unknown> | undefined;
  /** Pages that have text: `skip` leaves them as they are, `redo` first takes away text that is not seen, `add` lays the words beside it. Default: "skip". */
  existing?: "skip" | "redo" | "add" | undefined;
  /** Base64, plain or as a data: URL. */
  fileBase64?: string | undefined;
}

/** Split PDF: the answer. */
export interface SplitPdfResult {
  success: true;
  /** Human-readable status. */
  message: string;
  /** Signed URL of a ZIP archive with all files, valid for one hour. */
  zipDownloadUrl: string;
  /** When the URLs end. */
  expiresAt: string;
  /** Name of the ZIP archive. */
  fileName: string;
  /** Pages of the input. */
  pageCount: number;
  /** Bytes of the ZIP archive. */
  outputSize: number;
  /** One for each file, in the order asked for. */
  files: {
    /** Name of the file. */
    fileName: string;
    /** Pages that it holds, such as `"1-3"` or `"5"`. */
    pages: string;
    /** Bytes of the file. */
    size: number;
    /** Signed URL of the file, valid for one hour. */
    downloadUrl: string;
  }[];
  /** With dryRun: the files that would be made. There are no links then, and their fields are empty. */
  parts?: {
    fileName: string;
    pages: string;
    /** The text at which it begins or ends. */
    match?: string | undefined;
  }[] | undefined;
  /** With blankPages and dryRun: what each page shows, in points; contentBox is null on a blank page. */
  blank?: {
    pageNumber: number;
    contentBox: {
      x: number;
      y: number;
      width: number;
      height: number;
    } | null;
    /** The part of the page that is covered, and the longer side of its largest mark. */
    ink: {
      share: number;
      largestMark: number;
    };
    /** What the largest mark is; on a blank page `specks` that do not count, or `nothing`. */
    shows: "text" | "drawing" | "picture" | "specks" | "nothing";
  }[] | undefined;
  /** With `textLayer` or `ocr`: on which pages words were laid, how many, and which pages have text and stayed as they are. */
  textLayer?: {
    pages: number[];
    words: number;
    skipped: number[];
    /** With `ocr`: the pages that were read, the mean confidence of their characters (of 100), the words that were left out for having too little of it, and the degrees clockwise by which a page would stand upright. */
    recognised?: {
      page: number;
      confidence: number;
      words: number;
      leftOut: number;
      turn: number;
    }[] | undefined;
    /** With `ocr`: the pages that could not be read, and why. */
    unread?: {
      page: number;
      reason: string;
    }[] | undefined;
  } | undefined;
  /** What to know about the files, such as signatures that could not be kept. */
  notes: string[];
  warnings?: string[] | undefined;
}

/** Assemble PDFs (merge): the request. */
export interface AssemblePdfRequest {
  /** A PDF or an image; repeat the part for several. */
  file?: FileInput | FileInput[] | undefined;
  /** Public URLs of the documents, instead of uploaded files. In multipart a JSON string. */
  urls?: string[] | undefined;
  /** The documents of a JSON body, each as base64 or by its address. Beside uploaded files, an item says more of the file at its place. In multipart a JSON string. */
  documents?: {
    /** File name, by which `order` and links of the other documents name it. */
    name?: string | undefined;
    /** The file as base64, plain or as a data: URL. It is read while it arrives. */
    base64?: string | undefined;
    /** Public URL of the document, instead of base64. */
    url?: string | undefined;
    /** Its pages, in this order, all by default: `"3,1-2"`, `"5-"`, `"z-1"` (back to front), `"odd"`, `"!4"` (all but 4). A page may come again. */
    pages?: string | undefined;
    /** Degrees clockwise by which its pages are turned beyond what they are. */
    rotate?: 0 | 90 | 180 | 270 | undefined;
    /** Its password, if it needs one of its own. */
    password?: string | undefined;
    /** Its title in the outline, by default its own, or the name of its file. */
    title?: string | undefined;
  }[] | undefined;
  /** Which pages of which document come when; without it all documents in their order. In multipart a JSON string. */
  order?: {
    /** Its position in the request, counted from 1, or its name. */
    document?: number | string | undefined;
    /** Instead of a document: an empty page, as large as the one before it, or at the beginning the next. */
    blank?: true | undefined;
    /** As in `documents`. */
    pages?: string | undefined;
    /** Degrees clockwise, beyond those of the document. */
    rotate?: 0 | 90 | 180 | 270 | undefined;
  }[] | undefined;
  /** Takes one page of each document in turn: fronts and backs that were scanned apart, the backs often with `pages` `z-1`. Default: false. */
  collate?: boolean | undefined;
  /** An empty page after each document of an odd number of pages, so that the next begins on a front. Default: false. */
  blankAfterOdd?: boolean | undefined;
  /** `keep`: an item for each document, with its own outline below. `titles`: the items alone. `flat`: the documents' outlines in a row. `none`: no outline. Default: "keep". */
  outline?: "keep" | "titles" | "flat" | "none" | undefined;
  /** Form fields of one name in several documents: `apart` under names of their own, or with `join` one field with the first's value. Default: "apart". */
  fields?: "apart" | "join" | undefined;
  /** A document that cannot be read: `refuse` the request, or `skip` it and name it in `skipped`. Default: "refuse". */
  onDamaged?: "refuse" | "skip" | undefined;
  /** A text, an image or a page of a PDF on the pages, or several: `{"text": "Draft"}`. */
  stamp?: {
    /** What is written; line breaks are kept. */
    text?: string | undefined;
    /** Instead of text, the address of an image or PDF. */
    url?: string | undefined;
    /** The image or PDF as base64. */
    base64?: string | undefined;
    /** Or one of the documents, by position or name. It is then not among the pages. */
    document?: number | string | undefined;
    /** Of a PDF. Default: 1. */
    page?: number | undefined;
    /** Over what the page shows, or under it. Default: "over". */
    layer?: "over" | "under" | undefined;
    /** 0 to 1; 0.15 for text, else 1. */
    opacity?: number | undefined;
    /** Degrees clockwise; without it -45 for text in the centre, else 0. */
    rotation?: number | undefined;
    /** As in `number`. Default: "center". */
    position?: "center" | "top" | "bottom" | "left" | "right" | "top-left" | "top-right" | "bottom-left" | "bottom-right" | undefined;
    /** As in `number`. Default: 28. */
    margin?: number | string | undefined;
    /** As in `number`. Default: "#000000". */
    color?: string | undefined;
    /** As in `number`. */
    pages?: string | undefined;
    /** Without it the text is as large as the page allows. */
    fontSize?: number | string | undefined;
    /** As `margin`, or `"50%"` of the page. */
    width?: number | string | undefined;
  } | {
    /** What is written; line breaks are kept. */
    text?: string | undefined;
    /** Instead of text, the address of an image or PDF. */
    url?: string | undefined;
    /** The image or PDF as base64. */
    base64?: string | undefined;
    /** Or one of the documents, by position or name. It is then not among the pages. */
    document?: number | string | undefined;
    /** Of a PDF. Default: 1. */
    page?: number | undefined;
    /** Over what the page shows, or under it. Default: "over". */
    layer?: "over" | "under" | undefined;
    /** 0 to 1; 0.15 for text, else 1. */
    opacity?: number | undefined;
    /** Degrees clockwise; without it -45 for text in the centre, else 0. */
    rotation?: number | undefined;
    /** As in `number`. Default: "center". */
    position?: "center" | "top" | "bottom" | "left" | "right" | "top-left" | "top-right" | "bottom-left" | "bottom-right" | undefined;
    /** As in `number`. Default: 28. */
    margin?: number | string | undefined;
    /** As in `number`. Default: "#000000". */
    color?: string | undefined;
    /** As in `number`. */
    pages?: string | undefined;
    /** Without it the text is as large as the page allows. */
    fontSize?: number | string | undefined;
    /** As `margin`, or `"50%"` of the page. */
    width?: number | string | undefined;
  }[] | undefined;
  /** Page numbers: `{}` writes `1 / 9` on the first of nine pages, `{"prefix": "ACME-"}` Bates numbers. */
  number?: {
    /** Where, on the page as it is seen. Default: "bottom". */
    position?: "center" | "top" | "bottom" | "left" | "right" | "top-left" | "top-right" | "bottom-left" | "bottom-right" | undefined;
    /** Its distance from the page's edges: points, or a length such as `"1cm"`. Default: 28. */
    margin?: number | string | undefined;
    /** As `#RRGGBB`. Default: "#000000". */
    color?: string | undefined;
    /** The pages of the result that get it; all without it. */
    pages?: string | undefined;
    /** As `margin`. Default: 10. */
    fontSize?: number | string | undefined;
    /** `{page}`, `{pages}` (the last number), `{bates}`, and what stands around them. `{page:roman}`, `ROMAN`, `alpha` and `ALPHA` write other numerals. By default `{page} / {pages}`, or with `prefix` or `digits` `{bates}`. */
    format?: string | undefined;
    /** The first number. Default: 1. */
    start?: number | undefined;
    /** What `{bates}` begins with. */
    prefix?: string | undefined;
    /** How many digits `{bates}` has at least; 6 by default. */
    digits?: number | undefined;
    /** So many first pages have no number and are not counted. Pages that `pages` leaves out are counted. Default: 0. */
    skip?: number | undefined;
  } | undefined;
  /** `Original`, `A3`, `A4`, `A5`, `Letter` or `Legal` (in any case), or width and height such as `210mm x 99mm` (mm, cm, in, pt, pc, px). Original fits the page to the image: a pixel is 1/96 inch unless the file says its density. Default: "Original". */
  pageSize?: string | undefined;
  /** One length for all sides (a bare number is pixels, 1/96 inch), two to four in the order of CSS such as `10mm 20mm`, or an object. With `Original` it is added around the image. Default: 0. */
  margin?: number | string | {
    top?: number | string | undefined;
    right?: number | string | undefined;
    bottom?: number | string | undefined;
    left?: number | string | undefined;
  } | undefined;
  /** `contain` fits within the margins, `cover` fills them and clips the rest, `fill` stretches. Default: "contain". */
  fitMode?: "contain" | "cover" | "fill" | undefined;
  /** Reads pages without text (OCR), at most 20, and lays what they say over them: `true`, or how. */
  ocr?: boolean | {
    /** What the pages are written in, such as `["en", "de"]`; `en` by default. */
    languages?: string[] | undefined;
    /** Only these pages, such as "1-3,7". */
    pages?: string | undefined;
    /** As beside `textLayer`. */
    existing?: "skip" | "redo" | "add" | undefined;
    /** Pixels to the inch with which pages are drawn to be read; by default those of their pictures. */
    resolution?: number | undefined;
    /** `turn`: pages whose words lie on their side or head are turned upright. `keep`: they stay. Default: "keep". */
    orientation?: "keep" | "turn" | undefined;
    /** Straightens lines to read them; the page stays as it is. Default: true. */
    deskew?: boolean | undefined;
  } | undefined;
  /** The words of scanned pages, which become text that can be searched and copied: hOCR, ALTO, Tesseract's TSV, or JSON (`pages`, each with `page` and `words`). In multipart a text or a file. */
  textLayer?: string | Record<string, unknown> | undefined;
  /** Pages that have text: `skip` leaves them as they are, `redo` first takes away text that is not seen, `add` lays the words beside it. Default: "skip". */
  existing?: "skip" | "redo" | "add" | undefined;
  /** Password of the documents that are protected. */
  password?: string | undefined;
  /** Name of the PDF; assembled.pdf by default. */
  fileName?: string | undefined;
  /** What the PDF says of itself, in its document information and in XMP. `null` or an empty text removes an entry. */
  metadata?: {
    title?: string | null | undefined;
    author?: string | null | undefined;
    subject?: string | null | undefined;
    keywords?: string | null | undefined;
    creator?: string | null | undefined;
    producer?: string | null | undefined;
    /** A tag such as `en-GB`. */
    language?: string | null | undefined;
  } | undefined;
  /** The standard that the PDF keeps; refused where it cannot. */
  conformance?: "pdfa-2b" | "pdfa-2u" | "pdfa-3b" | undefined;
  /** `report`: a PDF that does not keep the standard is given without its claim; `conformance` says what is in the way. Default: "require". */
  conformanceMode?: "require" | "report" | undefined;
  /** Encrypts the PDF (AES-256). */
  protect?: {
    /** Opens the PDF, within the permissions; without it everybody can. */
    userPassword?: string | undefined;
    /** Opens the PDF with all rights; without it nobody has them. */
    ownerPassword?: string | undefined;
    /** What the user's password allows; all that is not named. */
    permissions?: {
      print?: "none" | "low" | "high" | undefined;
      copy?: boolean | undefined;
      modify?: boolean | undefined;
      annotate?: boolean | undefined;
      fillForms?: boolean | undefined;
      assemble?: boolean | undefined;
    } | undefined;
  } | undefined;
  /** `keep`: what the PDF does stays. `drop`: without scripts, actions that start programs or import data, and addresses that begin with `javascript:`, `vbscript:`, `data:` or `file:`. `notes` say how many were dropped. Default: "keep". */
  activeContent?: "keep" | "drop" | undefined;
}

/** Assemble PDFs (merge): the answer. */
export interface AssemblePdfResult {
  success: true;
  message: string;
  fileName: string;
  /** Signed URL of the file, valid for one hour. */
  downloadUrl: string;
  /** When the URL ends. */
  expiresAt: string;
  pageCount: number;
  /** The documents that have pages in the PDF, in the order in which they begin. */
  documents: {
    name: string;
    /** How many pages it has there. */
    pages: number;
  }[];
  /** The documents that were left out because they cannot be read, and why. */
  skipped: {
    name: string;
    message: string;
  }[];
  /** Bytes of the PDF. */
  outputSize: number;
  /** With `conformance`: what the check of the PDF found. */
  conformance?: {
    level: "pdfa-2b" | "pdfa-2u" | "pdfa-3b" | "pdfua-1";
    /** Whether no rule that is checked is broken. */
    met: boolean;
    /** How many rules were checked: those of veraPDF's profile of the level. */
    rules: number;
    /** The rules that are broken, each once for a page, at most 100. */
    violations: {
      /** The clause of the standard, and veraPDF's number of its test. */
      rule: string;
      /** Counted from 1; null where it concerns the whole document. */
      page: number | null;
      what: string;
    }[];
  } | undefined;
  /** With `textLayer` or `ocr`: on which pages words were laid, how many, and which pages have text and stayed as they are. */
  textLayer?: {
    pages: number[];
    words: number;
    skipped: number[];
    /** With `ocr`: the pages that were read, the mean confidence of their characters (of 100), the words that were left out for having too little of it, and the degrees clockwise by which a page would stand upright. */
    recognised?: {
      page: number;
      confidence: number;
      words: number;
      leftOut: number;
      turn: number;
    }[] | undefined;
    /** With `ocr`: the pages that could not be read, and why. */
    unread?: {
      page: number;
      reason: string;
    }[] | undefined;
  } | undefined;
  /** What to know about the PDF, such as signatures that could not be kept. */
  notes: string[];
  warnings?: string[] | undefined;
}

/** Redact PDF: the request. */
export interface RedactPdfRequest {
  /** The PDF to redact. */
  file?: FileInput | undefined;
  /** Public URL of the PDF. */
  url?: string | undefined;
  /** Areas of pages in which nothing stays, measured like a crop's. */
  areas?: {
    pageNumber?: number | undefined;
    /** Instead of pageNumber, such as "2-". */
    pages?: string | undefined;
    area: {
      x: number;
      y: number;
      width: number;
      height: number;
      /** Default: "pt". */
      unit?: "px" | "pt" | "mm" | "in" | undefined;
    };
    /** A text on its bars, in place of the code. */
    label?: string | undefined;
    /** The color of its bars. */
    color?: string | undefined;
    /** Why it is cut, such as `b(6)`: on its bars, and in the log. */
    code?: string | undefined;
  }[] | undefined;
  /** `page`: areas are measured on the page as displayed. `userspace`: in its own coordinates. Default: "page". */
  coordinates?: "page" | "userspace" | undefined;
  /** Texts to cut, one of contains, equals (a whole line), words (whole words), regex (RE2) or pattern (as in `patterns`) in each. */
  text?: {
    contains?: string | undefined;
    equals?: string | undefined;
    words?: string | undefined;
    regex?: string | undefined;
    pattern?: string | undefined;
    /** Default: false. */
    caseSensitive?: boolean | undefined;
    /** Only there, such as "2-": what the document says elsewhere then stays. */
    pages?: string | undefined;
    /** A text on its bars, in place of the code. */
    label?: string | undefined;
    /** The color of its bars. */
    color?: string | undefined;
    /** Why it is cut, such as `b(6)`: on its bars, and in the log. */
    code?: string | undefined;
  }[] | undefined;
  /** Texts as lines, or as CSV whose first line names its columns: text, search, code, label, color, pages. Variants of a text are divided by |. Without a search they are words. */
  list?: string | undefined;
  /** `email`, `phone`, `date`, `url`, `ip`, `docket`, `ssn`; with right check digits `iban`, `card`, `usBank` and `passport-mrz`; `number:6` (of six digits). */
  patterns?: string[] | undefined;
  /** `redact`: cuts the areas that the PDF's own Redact annotations mark. */
  annotations?: "redact" | undefined;
  /** Where a text was. `box`: an even room is left, rounded up, and the rest of its line moves by less than a letter. `close`: the rest moves up. Default: "box". */
  gap?: "box" | "close" | undefined;
  /** `none`, or the bars' colour in hex format and a label on them. Default: {"color":"#000000"}. */
  mark?: "none" | {
    /** Default: "#000000". */
    color?: string | undefined;
    label?: string | undefined;
  } | undefined;
  /** What to do with pages that were not read, or in part: `refuse`, `report` under coverage, or read by `ocr`. Default: "refuse". */
  onUnreadable?: "refuse" | "report" | "ocr" | undefined;
  /** Reads pages without text (OCR), at most 20, and lays what they say over them: `true`, or how. */
  ocr?: boolean | {
    /** What the pages are written in, such as `["en", "de"]`; `en` by default. */
    languages?: string[] | undefined;
    /** Only these pages, such as "1-3,7". */
    pages?: string | undefined;
    /** As beside `textLayer`. */
    existing?: "skip" | "redo" | "add" | undefined;
    /** Pixels to the inch with which pages are drawn to be read; by default those of their pictures. */
    resolution?: number | undefined;
    /** `turn`: pages whose words lie on their side or head are turned upright. `keep`: they stay. Default: "keep". */
    orientation?: "keep" | "turn" | undefined;
    /** Straightens lines to read them; the page stays as it is. Default: true. */
    deskew?: boolean | undefined;
  } | undefined;
  /** The words of scanned pages, which become text that can be searched and copied: hOCR, ALTO, Tesseract's TSV, or JSON (`pages`, each with `page` and `words`). In multipart a text or a file. */
  textLayer?: string | Record<string, unknown> | undefined;
  /** Pages that have text: `skip` leaves them as they are, `redo` first takes away text that is not seen, `add` lays the words beside it. Default: "skip". */
  existing?: "skip" | "redo" | "add" | undefined;
  /** What cannot be cut is refused by name, or left out whole (`drop`). Default: "refuse". */
  onUnremovable?: "refuse" | "drop" | undefined;
  /** `keep`: attached files stay and are named. They are not looked into, but one goes whose name or description has a text that is cut. Default: "drop". */
  attachments?: "drop" | "keep" | undefined;
  /** `clear`: outline, named destinations, Info, XMP, output intents and the prefixes of page labels go, whatever they say. Default: "keep". */
  document?: "keep" | "clear" | undefined;
  /** Of what is found on pages, only these ids of a dryRun's findings are cut. Elsewhere all goes, unless all that a rule finds stays. */
  only?: string[] | undefined;
  /** Of what is found, all but these ids are cut. */
  except?: string[] | undefined;
  /** The answer has page, place, rule and code of all that is cut, and none of the texts: as `json`, as `csv`, or as the pages of a `pdf`. */
  log?: "json" | "csv" | "pdf" | undefined;
  /** Answers what would be cut, and makes no file. Default: false. */
  dryRun?: boolean | undefined;
  /** Password of a protected PDF. */
  password?: string | undefined;
  /** File name of the result. */
  output?: string | undefined;
  /** Encrypts the result (AES-256). `keep` (the default): it is protected as the PDF was. `remove`: it is not. To change or remove a protection takes the owner's password. */
  protect?: "keep" | "remove" | {
    /** Opens the PDF, within the permissions; without it everybody can. */
    userPassword?: string | undefined;
    /** Opens the PDF with all rights; without it nobody has them. */
    ownerPassword?: string | undefined;
    /** What the user's password allows; all that is not named. */
    permissions?: {
      print?: "none" | "low" | "high" | undefined;
      copy?: boolean | undefined;
      modify?: boolean | undefined;
      annotate?: boolean | undefined;
      fillForms?: boolean | undefined;
      assemble?: boolean | undefined;
    } | undefined;
  } | undefined;
  /** Answers a signed receipt of both files and of the rules. Default: false. */
  receipt?: boolean | undefined;
  /** Base64, plain or as a data: URL. */
  fileBase64?: string | undefined;
}

/** Redact PDF: the answer. */
export interface RedactPdfResult {
  success: true;
  /** Human-readable status. */
  message: string;
  /** Name of the redacted PDF. */
  fileName: string;
  /** Signed URL of the file, valid for one hour. */
  downloadUrl: string;
  /** When the URL ends. */
  expiresAt: string;
  pageCount: number;
  /** Each text that was found, with its rule, its page, and where it is in points, line by line. */
  findings: {
    /** For `only` and `except`: the same for the same file and rules. */
    id: string;
    rule: string;
    code?: string | undefined;
    pageNumber: number;
    text: string;
    /** With dryRun: what is written before it and behind it. */
    context?: string[] | undefined;
    /** With dryRun, in place of the context: the id of the first of the same, at the same place of an earlier page. */
    like?: string | undefined;
    areas: {
      x: number;
      y: number;
      width: number;
      height: number;
    }[];
    /** It is of words that somebody recognised on a picture. */
    recognised?: true | undefined;
    /** The least of its words', from 0 to 100, where it is known. */
    confidence?: number | undefined;
  }[];
  /** What was found and stays, because of `only` or `except`. */
  kept?: {
    /** For `only` and `except`: the same for the same file and rules. */
    id: string;
    rule: string;
    code?: string | undefined;
    pageNumber: number;
    text: string;
    /** With dryRun: what is written before it and behind it. */
    context?: string[] | undefined;
    /** With dryRun, in place of the context: the id of the first of the same, at the same place of an earlier page. */
    like?: string | undefined;
    areas: {
      x: number;
      y: number;
      width: number;
      height: number;
    }[];
    /** It is of words that somebody recognised on a picture. */
    recognised?: true | undefined;
    /** The least of its words', from 0 to 100, where it is known. */
    confidence?: number | undefined;
  }[] | undefined;
  /** With `log`: its rows, or CSV, or a PDF in base64. */
  log?: string | {
    id?: string | undefined;
    pageNumber?: number | undefined;
    /** `page`, or where else in the document. */
    place: string;
    count: number;
    area?: {
      x: number;
      y: number;
      width: number;
      height: number;
    } | undefined;
    rule: string;
    code?: string | undefined;
    recognised?: true | undefined;
    confidence?: number | undefined;
  }[] | undefined;
  /** Areas that were cut. */
  areas: {
    pageNumber: number;
    area: {
      x: number;
      y: number;
      width: number;
      height: number;
    };
  }[];
  /** How often each rule found something: on pages, and elsewhere by place (Info, outline, fields …). */
  counts: {
    rule: string;
    /** What it looks for. */
    text: string;
    /** On pages and elsewhere together. 0: it is misspelt, or not in what was read. */
    found: number;
    /** What is cut there. */
    onPages: number;
    /** What stays there, because of `only` or `except`. */
    kept?: number | undefined;
    elsewhere: {
      place: string;
      count: number;
    }[];
  }[];
  /** How far the pages were read that `text` and `patterns` ask for. What only a picture shows was not searched. */
  coverage: {
    /** Pages of which all text was read. */
    read: number;
    /** Pages that are pictures with words that somebody recognised: these were searched, and nobody compared them. */
    recognised: number;
    /** Pages with text that was not searched. */
    partly: number;
    /** Pages that are pictures. */
    pictures: number;
    /** Those with something that was not searched: `pictures` without words, `outlines` (letters or codes as shapes), `unreadable` characters, `symbols` (they do not count), `patterns` with text, `glyphs` that may draw text, `recognised` (with the mean confidence of the words, and how many were left out). */
    pages: {
      pageNumber: number;
      state: "read" | "recognised" | "partly" | "pictures";
      why: {
        kind: "pictures" | "outlines" | "unreadable" | "symbols" | "patterns" | "glyphs" | "recognised";
        characters?: number | undefined;
        confidence?: number | undefined;
        leftOut?: number | undefined;
        font?: string | undefined;
        area?: {
          x: number;
          y: number;
          width: number;
          height: number;
        } | undefined;
      }[];
    }[];
  };
  /** With `textLayer` or `ocr`: on which pages words were laid, how many, and which pages have text and stayed as they are. */
  textLayer?: {
    pages: number[];
    words: number;
    skipped: number[];
    /** With `ocr`: the pages that were read, the mean confidence of their characters (of 100), the words that were left out for having too little of it, and the degrees clockwise by which a page would stand upright. */
    recognised?: {
      page: number;
      confidence: number;
      words: number;
      leftOut: number;
      turn: number;
    }[] | undefined;
    /** With `ocr`: the pages that could not be read, and why. */
    unread?: {
      page: number;
      reason: string;
    }[] | undefined;
  } | undefined;
  /** With `attachments=keep`: the names of attached files that stay, in which nothing was looked for. */
  attachments?: string[] | undefined;
  /** Without dryRun: what went, and what this does not promise. */
  redaction?: {
    /** The file was read again: nothing that was cut is left. With rules it is true only where all pages that they ask for were read (`coverage`), and then rules find only what is `kept`. */
    verified: boolean;
    /** Each page that has an area. */
    pages: {
      pageNumber: number;
      /** What went whole. */
      removed: {
        /** Characters. */
        glyphs: number;
        /** Lines and filled shapes. */
        paths: number;
        images: number;
        /** Gradients. */
        shadings: number;
        /** Links, form fields, comments. */
        annotations: number;
        /** Groups of content (form XObjects) as a whole, not counted by what they hold. */
        forms: number;
        /** Texts that replace content: ActualText, Alt, E and titles of tags. */
        markedTexts: number;
      };
      /** What the edge cuts: the part outside is gone, characters stay or go by `edge`. */
      cut: {
        /** Characters. */
        glyphs: number;
        /** Lines and filled shapes. */
        paths: number;
        images: number;
        /** Gradients. */
        shadings: number;
        /** Links, form fields, comments. */
        annotations: number;
        /** Groups of content (form XObjects) as a whole, not counted by what they hold. */
        forms: number;
        /** Texts that replace content: ActualText, Alt, E and titles of tags. */
        markedTexts: number;
      };
      /** What could not be cut, and was left out as asked. */
      dropped: string[];
    }[];
    document: {
      /** What is never kept, if the file had it. */
      dropped: string[];
      /** What describes the whole document and went. */
      cleared: string[];
      /** The same, where it was asked to stay: look through it. */
      kept: string[];
    };
    /** What is cut on one page and whole on others. */
    usedElsewhere: {
      pageNumber: number;
      kind: "image";
      pages: number[];
    }[];
    /** What this does not promise. */
    statements: string[];
  } | undefined;
  /** With `receipt`: hashes of both files and of each rule, with counts, as a JSON Web Signature in compact form. */
  receipt?: string | undefined;
  notes: string[];
  warnings?: string[] | undefined;
}

/** Images to PDF: the request. */
export interface ImageToPdfRequest {
  /** An image; repeat the part for several. */
  file?: FileInput | FileInput[] | undefined;
  /** A file to put into the PDF; repeat the part for several. */
  attachment?: FileInput | FileInput[] | undefined;
  /** Public URLs of images, instead of uploaded files. In multipart a JSON string. */
  urls?: string[] | undefined;
  /** The images of a JSON body, in their order: each as base64, or by its address. In multipart a JSON string. */
  images?: {
    /** File name, by which imageOrder and failures name the image. */
    name?: string | undefined;
    /** The file as base64, plain or as a data: URL. It is read while it arrives. */
    base64?: string | undefined;
    /** Public URL of the image, instead of base64. */
    url?: string | undefined;
    /** Degrees clockwise, any number. */
    rotation?: number | undefined;
  }[] | undefined;
  /** `Original`, `A3`, `A4`, `A5`, `Letter` or `Legal` (in any case), or width and height such as `210mm x 99mm` (mm, cm, in, pt, pc, px). Original fits the page to the image: a pixel is 1/96 inch unless the file says its density. Default: "Original". */
  pageSize?: string | undefined;
  /** One length for all sides (a bare number is pixels, 1/96 inch), two to four in the order of CSS such as `10mm 20mm`, or an object. With `Original` it is added around the image. Default: 0. */
  margin?: number | string | {
    top?: number | string | undefined;
    right?: number | string | undefined;
    bottom?: number | string | undefined;
    left?: number | string | undefined;
  } | undefined;
  /** Degrees clockwise, of every image that has no rotation of its own. */
  rotation?: number | undefined;
  /** `#RGB` or `#RRGGBB`, with or without `#`; drawn behind margins and transparency. Default: "#FFFFFF". */
  backgroundColor?: string | undefined;
  /** `contain` fits within the margins, `cover` fills them and clips the rest, `fill` stretches. Default: "contain". */
  fitMode?: "contain" | "cover" | "fill" | undefined;
  /** Positions and rotations by file name. Images that are not named follow in order of upload. */
  imageOrder?: {
    /** File name of the image; for a URL the last segment of its path. */
    name: string;
    /** Degrees clockwise, any number. */
    rotation?: number | undefined;
    /** Position; smaller comes first, equal ones keep the upload's order. */
    order?: number | undefined;
  }[] | undefined;
  /** Of pages with a name; `auto` turns each page as its image lies, one of lengths too. Default: "portrait". */
  orientation?: "portrait" | "landscape" | "auto" | undefined;
  /** Density to assume for every image, whatever its file says. */
  dpi?: number | undefined;
  /** Leave out metadata, such as the place a photo was taken, which otherwise stays inside a JPEG. In a request with more than 16 MiB of files, send this before them. Default: false. */
  stripMetadata?: boolean | undefined;
  /** A JPEG of more pixels is halved until it has no more than that, three times at most; its page keeps its size. Other images keep their pixels. In a request with more than 16 MiB of files, send this before them. */
  maxPixels?: number | undefined;
  /** From 1 to 100: a JPEG that is finer gets this quality, by its own blocks, where that makes it shorter. 75 to 85 is usual. Other images keep their pixels. In a request with more than 16 MiB of files, send this before them. */
  quality?: number | undefined;
  /** What a lossy WebP becomes inside the PDF: `jpeg`, about as coarse as the WebP itself and usually less than 2.5 times its size, or its exact pixels where these take less; `lossless`, always its exact pixels, of a photograph often ten times its size. In a request with more than 16 MiB of files, send this before them. Default: "jpeg". */
  webp?: "jpeg" | "lossless" | undefined;
  /** `names`: an outline and page labels of the images' file names. */
  outline?: "names" | undefined;
  /** Name of the PDF; images.pdf by default. */
  fileName?: string | undefined;
  /** What the PDF says of itself, in its document information and in XMP. `null` or an empty text removes an entry. */
  metadata?: {
    title?: string | null | undefined;
    author?: string | null | undefined;
    subject?: string | null | undefined;
    keywords?: string | null | undefined;
    creator?: string | null | undefined;
    producer?: string | null | undefined;
    /** A tag such as `en-GB`. */
    language?: string | null | undefined;
  } | undefined;
  /** The standard that the PDF keeps; refused where it cannot. */
  conformance?: "pdfa-2b" | "pdfa-2u" | "pdfa-3b" | undefined;
  /** `report`: a PDF that does not keep the standard is given without its claim; `conformance` says what is in the way. Default: "require". */
  conformanceMode?: "require" | "report" | undefined;
  /** Files that are put into the PDF: each as base64, or one of the parts `attachment` by its name. In multipart a JSON string. */
  attachments?: {
    name: string;
    base64?: string | undefined;
    /** Its media type, such as text/csv. */
    type?: string | undefined;
    /** What it is to the document: Unspecified by default. */
    relationship?: "Source" | "Data" | "Alternative" | "Supplement" | "Unspecified" | undefined;
    description?: string | undefined;
  }[] | undefined;
  /** An invoice in XML (UN/CEFACT CII): makes a Factur-X or ZUGFeRD 2 PDF, which is pdfa-3b. The XML says its profile. */
  invoice?: string | undefined;
  /** Reads pages without text (OCR), at most 20, and lays what they say over them: `true`, or how. */
  ocr?: boolean | {
    /** What the pages are written in, such as `["en", "de"]`; `en` by default. */
    languages?: string[] | undefined;
    /** Only these pages, such as "1-3,7". */
    pages?: string | undefined;
    /** As beside `textLayer`. */
    existing?: "skip" | "redo" | "add" | undefined;
    /** Pixels to the inch with which pages are drawn to be read; by default those of their pictures. */
    resolution?: number | undefined;
    /** `turn`: pages whose words lie on their side or head are turned upright. `keep`: they stay. Default: "keep". */
    orientation?: "keep" | "turn" | undefined;
    /** Straightens lines to read them; the page stays as it is. Default: true. */
    deskew?: boolean | undefined;
  } | undefined;
  /** The words of scanned pages, which become text that can be searched and copied: hOCR, ALTO, Tesseract's TSV, or JSON (`pages`, each with `page` and `words`). In multipart a text or a file. */
  textLayer?: string | Record<string, unknown> | undefined;
  /** Pages that have text: `skip` leaves them as they are, `redo` first takes away text that is not seen, `add` lays the words beside it. Default: "skip". */
  existing?: "skip" | "redo" | "add" | undefined;
  /** Encrypts the PDF (AES-256). */
  protect?: {
    /** Opens the PDF, within the permissions; without it everybody can. */
    userPassword?: string | undefined;
    /** Opens the PDF with all rights; without it nobody has them. */
    ownerPassword?: string | undefined;
    /** What the user's password allows; all that is not named. */
    permissions?: {
      print?: "none" | "low" | "high" | undefined;
      copy?: boolean | undefined;
      modify?: boolean | undefined;
      annotate?: boolean | undefined;
      fillForms?: boolean | undefined;
      assemble?: boolean | undefined;
    } | undefined;
  } | undefined;
}

/** Images to PDF: the answer. */
export interface ImageToPdfResult {
  success: true;
  message: string;
  fileName: string;
  /** Signed URL of the file, valid for one hour. */
  downloadUrl: string;
  /** When the URL ends. */
  expiresAt: string;
  pageCount: number;
  /** Images that were converted. */
  originalImageCount: number;
  /** Milliseconds. */
  processingTime: number;
  /** Its name, or the size as it was sent. */
  pageSize: string;
  /** `passthrough`: the images' own compressed bytes are in the PDF. */
  method: "passthrough" | "decoded" | "mixed";
  /** Bytes of the PDF. */
  outputSize: number;
  failedImages: number;
  /** Pages of a TIFF that were left out while others became pages; warnings name them. */
  failedPages: number;
  /** The images that could not be converted, and why. */
  failures: {
    /** File name of the image. */
    name: string;
    /** Why it failed. */
    code: "UNSUPPORTED_FORMAT" | "UNSUPPORTED_IMAGE" | "CORRUPTED_IMAGE" | "IMAGE_TOO_LARGE" | "FILE_TOO_LARGE" | "URL_NOT_ACCESSIBLE" | "BROWSER_BUSY";
    message: string;
    /** Set where the same image may succeed shortly. */
    retryable?: true | undefined;
  }[];
  /** With `textLayer` or `ocr`: on which pages words were laid, how many, and which pages have text and stayed as they are. */
  textLayer?: {
    pages: number[];
    words: number;
    skipped: number[];
    /** With `ocr`: the pages that were read, the mean confidence of their characters (of 100), the words that were left out for having too little of it, and the degrees clockwise by which a page would stand upright. */
    recognised?: {
      page: number;
      confidence: number;
      words: number;
      leftOut: number;
      turn: number;
    }[] | undefined;
    /** With `ocr`: the pages that could not be read, and why. */
    unread?: {
      page: number;
      reason: string;
    }[] | undefined;
  } | undefined;
  /** With `conformance`: what the check of the PDF found. */
  conformance?: {
    level: "pdfa-2b" | "pdfa-2u" | "pdfa-3b" | "pdfua-1";
    /** Whether no rule that is checked is broken. */
    met: boolean;
    /** How many rules were checked: those of veraPDF's profile of the level. */
    rules: number;
    /** The rules that are broken, each once for a page, at most 100. */
    violations: {
      /** The clause of the standard, and veraPDF's number of its test. */
      rule: string;
      /** Counted from 1; null where it concerns the whole document. */
      page: number | null;
      what: string;
    }[];
  } | undefined;
  warnings?: string[] | undefined;
}

/** HTML to PDF: the request. */
export interface HtmlToPdfRequest {
  /** An HTML file, plain or gzipped, or a Markdown file (.md). Several become one PDF, in their order; PDFs among them are joined as they are. */
  file?: FileInput | FileInput[] | undefined;
  /** Files that the documents refer to by relative name. */
  assets?: FileInput | FileInput[] | undefined;
  /** A file to put into the PDF; repeat the part for several. */
  attachment?: FileInput | FileInput[] | undefined;
  /** Public URL of a page, rendered with its scripts. */
  url?: string | undefined;
  /** Raw HTML text. */
  html?: string | undefined;
  /** Public URLs of several pages, which become one PDF in this order; PDFs among them are joined as they are. In multipart a JSON string. */
  urls?: string[] | undefined;
  /** Text in Markdown, as GitHub has it: tables, task lists, footnotes, alerts. A `.md` file may come as `file`. */
  markdown?: string | undefined;
  /** HTML around Markdown, in place of the service's own: `{{content}}` is the text, `{{title}}` its title. */
  markdownTemplate?: string | undefined;
  /** More than Markdown's own: `emoji` by name (`:tada:`), `math` in TeX (`$x^2$`, `$$…$$`), diagrams by `mermaid`. A list. */
  markdownExtras?: ("emoji" | "math" | "mermaid")[] | undefined;
  /** A text or an image on the pages, or several: `{"text": "Draft"}`, `{"image": "stamp.png", "position": "top-right", "pages": "1"}`. */
  watermark?: {
    /** What is written; line breaks are kept. */
    text?: string | undefined;
    /** What is shown: the name of one of `assets`, a public URL, or a data: URL. PNG, JPEG, SVG and others. */
    image?: string | undefined;
    /** Over what the page shows, or under it. Default: "over". */
    layer?: "over" | "under" | undefined;
    pages?: string | undefined;
    /** 0 to 1; without it 0.15 for text and 1 for an image. */
    opacity?: number | undefined;
    /** Degrees clockwise; without it -45 for text in the centre, else 0. */
    rotation?: number | undefined;
    /** Default: "center". */
    position?: "center" | "top" | "bottom" | "left" | "right" | "top-left" | "top-right" | "bottom-left" | "bottom-right" | undefined;
    /** Distance from the page's edges. Default: "1cm". */
    margin?: string | undefined;
    /** Of text. Default: "black". */
    color?: string | undefined;
    /** Of text; without it, as large as the page allows. */
    fontSize?: string | undefined;
    /** Default: "sans-serif". */
    fontFamily?: string | undefined;
    /** Of an image; without it, its own. */
    width?: string | undefined;
  } | {
    /** What is written; line breaks are kept. */
    text?: string | undefined;
    /** What is shown: the name of one of `assets`, a public URL, or a data: URL. PNG, JPEG, SVG and others. */
    image?: string | undefined;
    /** Over what the page shows, or under it. Default: "over". */
    layer?: "over" | "under" | undefined;
    pages?: string | undefined;
    /** 0 to 1; without it 0.15 for text and 1 for an image. */
    opacity?: number | undefined;
    /** Degrees clockwise; without it -45 for text in the centre, else 0. */
    rotation?: number | undefined;
    /** Default: "center". */
    position?: "center" | "top" | "bottom" | "left" | "right" | "top-left" | "top-right" | "bottom-left" | "bottom-right" | undefined;
    /** Distance from the page's edges. Default: "1cm". */
    margin?: string | undefined;
    /** Of text. Default: "black". */
    color?: string | undefined;
    /** Of text; without it, as large as the page allows. */
    fontSize?: string | undefined;
    /** Default: "sans-serif". */
    fontFamily?: string | undefined;
    /** Of an image; without it, its own. */
    width?: string | undefined;
  }[] | undefined;
  /** File name of the result; document.pdf by default. `png`, `jpeg` or `webp`, alone or as its ending, asks for an image of the page as a screen shows it. */
  output?: string | undefined;
  /** Paper size, in any case. `width` and `height`, where given, go before it. Default: "A4". */
  format?: "A0" | "A1" | "A2" | "A3" | "A4" | "A5" | "A6" | "Letter" | "Legal" | "Tabloid" | "Ledger" | undefined;
  /** Paper width: a number with one of the units px, pt, pc, mm, cm, in (no unit: px). */
  width?: number | string | undefined;
  /** Paper height: a number with one of the units px, pt, pc, mm, cm, in (no unit: px). */
  height?: number | string | undefined;
  /** Turn the paper to landscape. Default: false. */
  landscape?: boolean | undefined;
  /** Page margins, 0.4in by default, 20mm for Markdown: one length for all sides, two to four as in CSS, or an object. @page margins of the document go before it. */
  margin?: number | string | {
    top?: number | string | undefined;
    right?: number | string | undefined;
    bottom?: number | string | undefined;
    left?: number | string | undefined;
  } | undefined;
  /** Scale of the content. Default: 1. */
  scale?: number | undefined;
  /** Print background colours and images. Default: true. */
  printBackground?: boolean | undefined;
  /** Only these pages of the result, such as "1-3, 5, 8-". Also `r2` (second to last), `z` (last), `odd`, `even`, `!4` (not page 4). */
  pageRanges?: string | undefined;
  /** The document's own @page size overrides format, width and height. Without it its pages are fitted to the paper. Default: false. */
  preferCSSPageSize?: boolean | undefined;
  /** One page, as tall as the content; nothing begins a new one. Default: false. */
  singlePage?: boolean | undefined;
  /** HTML of the header, printed in the margin. Elements of the classes date, title, url, pageNumber, totalPages and section (the heading) are filled in. */
  headerTemplate?: string | undefined;
  /** HTML of the footer; as headerTemplate. */
  footerTemplate?: string | undefined;
  /** CSS media type. Default: "print". */
  media?: "print" | "screen" | undefined;
  /** prefers-color-scheme. Default: "light". */
  colorScheme?: "light" | "dark" | "no-preference" | undefined;
  /** prefers-reduced-motion. Default: "no-preference". */
  reducedMotion?: "no-preference" | "reduce" | undefined;
  /** What other media queries of the page find: `{"prefers-contrast": "more"}`. */
  mediaFeatures?: {
    "prefers-contrast"?: "no-preference" | "more" | "less" | "custom" | undefined;
    "prefers-reduced-transparency"?: "no-preference" | "reduce" | undefined;
    "forced-colors"?: "none" | "active" | undefined;
    "color-gamut"?: "srgb" | "p3" | "rec2020" | undefined;
  } | undefined;
  /** Print closed `<details>` as if they were open. Default: false. */
  openDetails?: boolean | undefined;
  /** Transparent background: leaves out the one that the browser gives to pages of a dark colour scheme. Default: false. */
  omitBackground?: boolean | undefined;
  /** Size of the window while the page loads, in CSS pixels (default 1280 × 720). */
  viewport?: {
    /** Default: 1280. */
    width?: number | undefined;
    /** Default: 720. */
    height?: number | undefined;
    /** Default: 1. */
    deviceScaleFactor?: number | undefined;
  } | undefined;
  /** Run the page's scripts. Default: true. */
  javascript?: boolean | undefined;
  /** When the page is ready: settled (loaded, fonts, lazy images too, network and content quiet), load, domcontentloaded, or networkidle (no request for 500 ms). Default: "settled". */
  waitUntil?: "settled" | "load" | "domcontentloaded" | "networkidle" | undefined;
  /** Also wait until this CSS selector matches: as text, or with a state: `{"selector": "#spinner", "state": "hidden"}`. */
  waitForSelector?: string | {
    selector: string;
    /** Default: "attached". */
    state?: "attached" | "detached" | "visible" | "hidden" | undefined;
  } | undefined;
  /** Also wait until this JavaScript expression, or the promise that it gives, is truthy in the page. */
  waitForExpression?: string | undefined;
  /** Further milliseconds to wait at the end. Default: 0. */
  delay?: number | undefined;
  /** Milliseconds after which the conversion is given up. Default: 30000. */
  timeout?: number | undefined;
  /** Language of the page's visitor: dates and numbers of scripts, `navigator.language`, Accept-Language. Default: "en-US". */
  locale?: string | undefined;
  /** Languages that the page's requests ask for, where they are others than `locale`. */
  acceptLanguage?: string | undefined;
  /** Time zone of the page's scripts, by its name in the IANA data base. Default: "UTC". */
  timezone?: string | undefined;
  /** User-Agent of the page's requests. Without it the browser's own, which does not call itself headless. */
  userAgent?: string | undefined;
  /** HTTP headers sent to the page's own origin only. */
  extraHeaders?: Record<string, string> | undefined;
  /** HTTP headers for other origins, each by its name: `{"https://api.example.com": {"Authorization": "Bearer …"}}`. */
  originHeaders?: Record<string, Record<string, string>> | undefined;
  /** Cookies sent to the page's own origin only, or to the `origin` that one names. */
  cookies?: {
    name: string;
    value: string;
    /** The one origin that gets it; without it, the page's own. */
    origin?: string | undefined;
    /** As puppeteer has it: its origin counts. */
    url?: string | undefined;
    /** As puppeteer has it: must be the page's own host, or one above it. Others are named by `origin`. */
    domain?: string | undefined;
    path?: string | undefined;
    httpOnly?: boolean | undefined;
    secure?: boolean | undefined;
    sameSite?: "Strict" | "Lax" | "None" | undefined;
  }[] | undefined;
  /** Refuse when the page itself answers with status 400 or more, or with one of these: `[404, "500-599", "4xx"]`. Default: true. */
  failOnHttpStatus?: boolean | (number | string)[] | undefined;
  /** Refuse when a script of the page throws or writes to console.error. Default: false. */
  failOnConsoleError?: boolean | undefined;
  /** Refuse when anything that the page loads fails or answers with status 400 or more; or some of that. Default: false. */
  failOnResourceError?: boolean | {
    /** Of answers, only these (from 400 up); without it, all of them. */
    statuses?: (number | string)[] | undefined;
    /** What gives no answer at all. On unless false. */
    unreachable?: boolean | undefined;
    /** Only what is loaded from these hosts and those below them. */
    domains?: string[] | undefined;
    /** Not what is loaded from these hosts and those below them. */
    ignoreDomains?: string[] | undefined;
  } | undefined;
  /** Make a tagged (accessible) PDF. Default: true. */
  tagged?: boolean | undefined;
  /** Make an outline of the headings, with tags or without. Default: true. */
  outline?: boolean | undefined;
  /** A table of contents of the headings, in `<nav data-contents>` or else in front: `levels` of them (3), `from` the first (1). */
  contents?: boolean | {
    title?: string | undefined;
    levels?: number | undefined;
    from?: number | undefined;
  } | undefined;
  /** Form fields as they look, or to be filled in. Default: "print". */
  forms?: "print" | "fields" | undefined;
  /** What the PDF says of itself, in its document information and in XMP. `null` or an empty text removes an entry. */
  metadata?: {
    title?: string | null | undefined;
    author?: string | null | undefined;
    subject?: string | null | undefined;
    keywords?: string | null | undefined;
    creator?: string | null | undefined;
    producer?: string | null | undefined;
    /** A tag such as `en-GB`. */
    language?: string | null | undefined;
  } | undefined;
  /** CSS added to the page. */
  css?: string | undefined;
  /** For `file` and `html`: the address against which relative links and resources are resolved. */
  baseUrl?: string | undefined;
  /** What the page may load: public addresses, or nothing but its assets and data: URLs. Default: "public". */
  network?: "public" | "none" | undefined;
  /** When no browser can be had: try the platform's one-shot render (named in the result), or refuse. Default: "auto". */
  fallback?: "auto" | "none" | undefined;
  /** The standard that the PDF keeps, or two: `["pdfa-2b", "pdfua-1"]`; refused where it cannot. */
  conformance?: "pdfa-2b" | "pdfa-2u" | "pdfa-3b" | "pdfua-1" | ("pdfa-2b" | "pdfa-2u" | "pdfa-3b" | "pdfua-1")[] | undefined;
  /** `report`: a PDF that does not keep the standard is given without its claim; `conformance` says what is in the way. Default: "require". */
  conformanceMode?: "require" | "report" | undefined;
  /** Files that are put into the PDF: each as base64, or one of the parts `attachment` by its name. In multipart a JSON string. */
  attachments?: {
    name: string;
    base64?: string | undefined;
    /** Its media type, such as text/csv. */
    type?: string | undefined;
    /** What it is to the document: Unspecified by default. */
    relationship?: "Source" | "Data" | "Alternative" | "Supplement" | "Unspecified" | undefined;
    description?: string | undefined;
  }[] | undefined;
  /** An invoice in XML (UN/CEFACT CII): makes a Factur-X or ZUGFeRD 2 PDF, which is pdfa-3b. The XML says its profile. */
  invoice?: string | undefined;
  /** Encrypts the PDF (AES-256). */
  protect?: {
    /** Opens the PDF, within the permissions; without it everybody can. */
    userPassword?: string | undefined;
    /** Opens the PDF with all rights; without it nobody has them. */
    ownerPassword?: string | undefined;
    /** What the user's password allows; all that is not named. */
    permissions?: {
      print?: "none" | "low" | "high" | undefined;
      copy?: boolean | undefined;
      modify?: boolean | undefined;
      annotate?: boolean | undefined;
      fillForms?: boolean | undefined;
      assemble?: boolean | undefined;
    } | undefined;
  } | undefined;
}

/** HTML to PDF: the answer. */
export interface HtmlToPdfResult {
  success: true;
  /** Human-readable status. */
  message: string;
  /** Name of the generated PDF. */
  fileName: string;
  /** Signed URL of the file, valid for one hour. */
  downloadUrl: string;
  /** When the URL ends. */
  expiresAt: string;
  /** Processing time in milliseconds. */
  processingTimeMs: number;
  /** Size of the PDF in bytes. */
  outputSize: number;
  /** Size of the HTML in bytes, unpacked if it was gzipped; for a URL, of the main document as transferred (of a compressed one, the length that its server gave; without one, unpacked). */
  originalSize: number;
  /** Pages of the PDF. */
  pageCount: number;
  /** Of several documents, each one: its pages as it was printed. The conversionMethod of a PDF is none. */
  documents?: {
    pageCount: number;
    originalSize: number;
    conversionMethod: string;
  }[] | undefined;
  /** Whether the PDF was repacked, being at least 3 % smaller then. */
  compressionApplied: boolean;
  /** How many times larger the PDF was before, such as "1.18". */
  compressionRatio: string | null;
  /** Every PDF is a browser's. */
  renderingMode: "browser";
  /** Whether another way than a browser session had to be taken. */
  usedFallback: boolean;
  /** The way that was taken. */
  conversionMethod: "browser-shared-session" | "browser-new-session" | "browser-quick-action";
  /** With `conformance`: what the check of the PDF found; for a list of standards, of each. */
  conformance?: {
    level: "pdfa-2b" | "pdfa-2u" | "pdfa-3b" | "pdfua-1";
    /** Whether no rule that is checked is broken. */
    met: boolean;
    /** How many rules were checked: those of veraPDF's profile of the level. */
    rules: number;
    /** The rules that are broken, each once for a page, at most 100. */
    violations: {
      /** The clause of the standard, and veraPDF's number of its test. */
      rule: string;
      /** Counted from 1; null where it concerns the whole document. */
      page: number | null;
      what: string;
    }[];
  } | {
    level: "pdfa-2b" | "pdfa-2u" | "pdfa-3b" | "pdfua-1";
    /** Whether no rule that is checked is broken. */
    met: boolean;
    /** How many rules were checked: those of veraPDF's profile of the level. */
    rules: number;
    /** The rules that are broken, each once for a page, at most 100. */
    violations: {
      /** The clause of the standard, and veraPDF's number of its test. */
      rule: string;
      /** Counted from 1; null where it concerns the whole document. */
      page: number | null;
      what: string;
    }[];
  }[] | undefined;
  warnings?: string[] | undefined;
}
