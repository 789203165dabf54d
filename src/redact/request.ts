import type { Area } from "../pdf-pages/geometry.ts";
import type { PagesCoverage } from "./coverage.ts";
import type { Gap } from "./plan.ts";
import type { Recognised } from "./recognised.ts";
import type { MarkStyle, TextRule } from "./rules.ts";

export interface RedactionRequest {
  /** Areas of pages, from 1, of which nothing stays. */
  readonly areas?:
    | readonly {
        readonly page: number;
        readonly area: Area;
        readonly mark?: MarkStyle | undefined;
        /** What the request calls it, if not by its place in this list. */
        readonly item?: number;
      }[]
    | undefined;
  readonly coordinates?: "page" | "userspace" | undefined;
  readonly rules?: readonly TextRule[] | undefined;
  /** Whether the areas of the document's own Redact annotations are cut. */
  readonly annotations?: boolean | undefined;
  /** `box`: an even room is left, whatever the width of what went. `close`: what follows moves up. */
  readonly gap?: Gap | undefined;
  /** Undefined: nothing is drawn. */
  readonly mark?: MarkStyle | undefined;
  /** What happens when a page has text that cannot be searched. `ocr` is for the caller to do; what is left is refused. */
  readonly onUnreadable?: "refuse" | "report" | "ocr" | undefined;
  /** What was recognised and laid over pages, by their numbers. */
  readonly recognised?: ReadonlyMap<number, Recognised> | undefined;
  readonly onUnremovable?: "refuse" | "drop" | undefined;
  /**
   * Whether attached files stay. They are not looked into, but go when a name or a description has a text that is cut.
   */
  readonly attachments?: "drop" | "keep" | undefined;
  /** `clear`: outline, named destinations, Info, XMP and the like go, whatever they say. */
  readonly document?: "keep" | "clear" | undefined;
  /** Of what the rules find on pages, only these are cut, or all but these, by the ids of `findInTurns`. */
  readonly only?: readonly string[] | undefined;
  readonly except?: readonly string[] | undefined;
  /** The most states of an expression. */
  readonly states?: number | undefined;
  /** Whether the document's bytes are needed no more once the result is written. */
  readonly lastUse?: boolean | undefined;
}

/** A text that is cut. */
export interface Finding {
  /**
   * Tells it from others of the same rules in the same document: its page, and its place in their order there. Both
   * parts of a text over the end of a page have the same.
   */
  readonly id: string;
  /** Which of the rules found it, from 0. */
  readonly rule: number;
  /** Counted from 1. */
  readonly page: number;
  readonly text: string;
  /** How the page spells it, where accents that it draws beside letters stand on these in the text. */
  readonly spelt?: string | undefined;
  /** What is written before and behind it. */
  readonly context: readonly [before: string, after: string];
  /** Where it is on the page as displayed, line by line. */
  readonly areas: readonly Area[];
  /** Whether it is text over a picture, which somebody recognised there. */
  readonly recognised?: true | undefined;
  /** From 0 to 100, where it is known: that of the word of which those who recognised it are least sure. */
  readonly confidence?: number | undefined;
}

/** What a request would cut. */
export interface RedactionPlan {
  readonly findings: readonly Finding[];
  /** What stays because of `only` or `except`. Where all that a rule finds stays, it is looked for on pages only. */
  readonly kept: readonly Finding[];
  /** Areas that are cut, those of Redact annotations with them: these have no item. */
  readonly areas: readonly { readonly page: number; readonly area: Area; readonly item?: number | undefined }[];
  /** Texts that are left out elsewhere, by place and rule. */
  readonly elsewhere: readonly { readonly place: string; readonly rule: number; readonly count: number }[];
  /** How far the pages were read that rules ask for. */
  readonly coverage: PagesCoverage;
  readonly pageCount: number;
}
