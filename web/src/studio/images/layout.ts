import type { Size } from "../document/viewer.ts";

export interface Layout {
  pageSize: "Original" | Paper;
  orientation: "portrait" | "landscape" | "auto";
  fitMode: "contain" | "cover" | "fill";
  /** In CSS pixels, 96 to an inch. */
  margin: number;
}

export const PAPERS = ["A3", "A4", "A5", "Letter", "Legal"] as const;
type Paper = (typeof PAPERS)[number];

/** What must be left for the image: 3 points. */
const LEAST_ROOM = 4;

/** Paper in CSS pixels. */
const PAPER: Record<Paper, Size> = {
  A3: { width: 1122.5, height: 1587.4 },
  A4: { width: 793.7, height: 1122.5 },
  A5: { width: 559.4, height: 793.7 },
  Letter: { width: 816, height: 1056 },
  Legal: { width: 816, height: 1344 },
};

/** The widest margin that leaves room on the paper, in CSS pixels. Around an image of its own size there is more. */
export function widestMargin(pageSize: Layout["pageSize"]): number {
  if (pageSize === "Original") return Number.POSITIVE_INFINITY;
  const { width, height } = PAPER[pageSize];
  return (Math.min(width, height) - LEAST_ROOM) / 2;
}

/**
 * Where an image lies on its page; all in CSS pixels of the page. `box` is the image before it is turned, around its
 * middle.
 */
export interface Placed {
  page: Size;
  inner: Size;
  box: Size;
}

/** The page that the service makes of an image of this size and rotation. */
export function placed(image: Size, rotation: number, layout: Layout): Placed {
  const isTurned = rotation % 180 !== 0;
  const seen = isTurned ? { width: image.height, height: image.width } : image;
  const { margin } = layout;
  const page =
    layout.pageSize === "Original"
      ? { width: seen.width + 2 * margin, height: seen.height + 2 * margin }
      : paperOf(PAPER[layout.pageSize], seen, layout.orientation);
  const inner = { width: Math.max(page.width - 2 * margin, 1), height: Math.max(page.height - 2 * margin, 1) };
  const scales = [inner.width / seen.width, inner.height / seen.height] as const;
  const scale = layout.fitMode === "cover" ? Math.max(...scales) : Math.min(...scales);
  const shown = layout.fitMode === "fill" ? inner : { width: seen.width * scale, height: seen.height * scale };
  return { page, inner, box: isTurned ? { width: shown.height, height: shown.width } : shown };
}

function paperOf(paper: Size, image: Size, orientation: Layout["orientation"]): Size {
  const lies = orientation === "landscape" || (orientation === "auto" && image.width > image.height);
  return lies ? { width: paper.height, height: paper.width } : paper;
}
