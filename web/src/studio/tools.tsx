import { signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import * as crop from "./crop/tool.tsx";
import { openAddress, opened, openFile, openNote, openProblem } from "./document/opened.ts";
import { add, addAddresses, pictures } from "./images/state.ts";
import * as images from "./images/tool.tsx";
import { ACCEPT as ORGANIZED } from "./organize/state.ts";
import { loadFrom } from "./parts/later.tsx";
import * as redact from "./redact/tool.tsx";
import { SAMPLES, type Sample } from "./samples.ts";
import type { ToolName } from "./share.ts";
import * as split from "./split/tool.tsx";

export interface Tool {
  name: ToolName;
  title: string;
  /** Shown below the title of the start page. */
  lead: string;
  accept: string;
  multiple: boolean;
  choose: string;
  samples: Sample[];
  /** Whether there is something to work on. */
  isBusy: () => boolean;
  take: (files: File[]) => void;
  openAddresses?: (addresses: string[]) => void;
  Work: ComponentType;
  takeSettings: (settings: unknown) => void;
}

function takePdf(files: File[]): void {
  const [file] = files;
  if (!file) return;
  if (/^image\//.test(file.type)) {
    openProblem.value = `${file.name} is an image. The Images tool makes a PDF of it.`;
    return;
  }
  const others = files.slice(1).map(({ name }) => name);
  void openFile(file).then(() => {
    if (others.length > 0) openNote.value = `One PDF at a time: ${others.join(", ")} was not opened.`;
  });
}

const PDF = {
  accept: "application/pdf,.pdf",
  multiple: false,
  choose: "Choose a PDF",
  samples: [SAMPLES.report, SAMPLES.scan],
  isBusy: () => opened.value !== undefined,
  take: takePdf,
  openAddresses: ([address]: string[]) => void openAddress(address as string),
};

loadFrom(() => import("./extras.ts"));
type Extras = typeof import("./extras.ts");
const extras = signal<Extras | undefined>(undefined);

async function withExtras(work: (loaded: Extras) => unknown = () => undefined): Promise<void> {
  try {
    extras.value ??= await import("./extras.ts");
    work(extras.value);
  } catch {
    openProblem.value = "This tool could not be loaded. Check the connection and try again.";
  }
}

/** A tool that is loaded when it is first shown. */
function later(of: (loaded: Extras) => ComponentType): ComponentType {
  return () => {
    useEffect(() => void withExtras(), []);
    const Loaded = extras.value && of(extras.value);
    return Loaded ? <Loaded /> : <section class="workspace no-strip" aria-busy="true" />;
  };
}

export const TOOLS: Tool[] = [
  {
    ...PDF,
    name: "crop",
    title: "Crop a PDF",
    lead: "Crop pages to areas that you draw, to their halves or to their content.",
    Work: crop.CropTool,
    takeSettings: crop.takeSettings,
  },
  {
    ...PDF,
    name: "split",
    title: "Split a PDF",
    lead: "At cuts that you make, every few pages, by bookmarks or by size.",
    Work: split.SplitTool,
    takeSettings: split.takeSettings,
  },
  {
    ...PDF,
    name: "redact",
    title: "Redact a PDF",
    lead: "Words, patterns and boxes are cut out, wherever the file has them.",
    Work: redact.RedactTool,
    takeSettings: redact.takeSettings,
  },
  {
    name: "organize",
    title: "Organize a PDF",
    lead: "Order, turn, delete and repeat pages, and join PDFs and images.",
    accept: ORGANIZED,
    multiple: true,
    choose: "Choose PDFs or images",
    samples: PDF.samples,
    isBusy: PDF.isBusy,
    take: (files) => void withExtras(({ takePages }) => takePages(files)),
    Work: later(({ OrganizeTool }) => OrganizeTool),
    takeSettings: (settings) => void withExtras(({ takeMarks }) => takeMarks(settings)),
  },
  {
    name: "images",
    title: "Images to PDF",
    lead: "Photos and scans, one per page, in any order.",
    accept: images.ACCEPT,
    multiple: true,
    choose: "Choose images",
    samples: [SAMPLES.photos],
    isBusy: () => pictures.value.length > 0,
    take: (files) => void add(files),
    openAddresses: addAddresses,
    Work: images.ImagesTool,
    takeSettings: images.takeSettings,
  },
  {
    name: "html",
    title: "HTML to PDF",
    lead: "",
    accept: "",
    multiple: true,
    choose: "",
    samples: [],
    // There is an example to begin with.
    isBusy: () => true,
    take: (files) => void withExtras(({ takeHtml }) => takeHtml(files)),
    Work: later(({ HtmlTool }) => HtmlTool),
    takeSettings: (settings) => void withExtras(({ takeHtmlSettings }) => takeHtmlSettings(settings)),
  },
  {
    name: "receipt",
    title: "Check a receipt",
    lead: "Who signed it, and whether these are the files that it is of.",
    accept: "application/json,.json,application/pdf,.pdf",
    multiple: true,
    choose: "Choose the receipt and its files",
    samples: [],
    isBusy: () => extras.value?.hasReceipt() === true,
    take: (files) => void withExtras(({ takeReceipt }) => takeReceipt(files)),
    Work: later(({ ReceiptTool }) => ReceiptTool),
    takeSettings: () => undefined,
  },
];
