/**
 * Words of CSS for books that browsers drop when they read a style sheet, or do not compute (css-content-3,
 * css-gcpm-3). A page without any of them is printed once, and nothing more is asked of it.
 */
export const PAGED =
  /target-(?:counter|text)|(?<![\w.$-])leader\(|string-set|position\s{0,9}:\s{0,9}running\(|float\s{0,9}:\s{0,9}footnote|@page[^{}]{0,40}:(?:blank|nth\()|break-(?:before|after)\s{0,9}:\s{0,9}(?:left|right|recto|verso)|bookmark-l|data-contents/i;

/** Begins the names of places that are marked for reading where they are. */
export const OWN_PLACE = "quire-place-";
/** The language of lists that are tables of contents: it is all of them that browsers tell the PDF's tags. */
export const CONTENTS_LANGUAGE = "x-quire-contents";
/** Where the document begins. */
export const ROOT_PLACE = `${OWN_PLACE}root`;
