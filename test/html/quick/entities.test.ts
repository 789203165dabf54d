import { expect, it } from "vitest";
import { decodeEntities } from "../../../src/html/quick/self-contained.ts";

it.each([
  ["&amp;&lt;&gt;&quot;&apos;&nbsp;", "&<>\"'\u00a0"],
  ["&eacute;&yuml;&iexcl;&frac34;", "éÿ¡¾"],
  ["&euro;&bdquo;&rdquo;&lsaquo;&thinsp;&infin;", "€„”‹\u2009∞"],
  ["&amp &copy2026", "& &copy2026"],
  ["&#233;&#xE9;&#XE9;&#128512;&#x10FFFF;", "ééé😀\u{10ffff}"],
  ["&#0;&#xD800;&#xDFFF;&#x110000;", "\ufffd\ufffd\ufffd\ufffd"],
  ["&#xD7FF;&#xE000;", "\ud7ff\ue000"],
  ["&nosuch; & &; &#; &#x;", "&nosuch; & &; &#; &#x;"],
])("the character references of %s are %s", (written, text) => {
  expect(decodeEntities(written)).toBe(text);
});
