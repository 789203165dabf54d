import { describe, expect, it } from "vitest";
import { openPdf } from "../../src/pdf-file/open.ts";
import { removeOutside } from "../support/at-once.ts";
import { drawn } from "./drawn.ts";
import { build, stream } from "./files.ts";

const AREA = [100, 100, 300, 300] as const;
const SQUARE = { x: 100, y: 100, width: 200, height: 200 };
/** Text outside, with settings of its own that must not reach what follows. */
const OUTSIDE = "q 1 0 0 rg 3 Tc 50 Tz BT /F1 12 Tf 9 Ts 10 20 Td (SECRET) Tj ET Q ";
const LINE = "20 20 m 60 20 l S ";

const RESOURCES =
  "/XObject<</X 6 0 R/I 7 0 R/G 8 0 R>>/Shading<</H 9 0 R>>/Pattern<</P 10 0 R/T 11 0 R>>" +
  "/ExtGState<</A<</ca 0.5/CA 0.25>>/B<</BM/Multiply>>/L<</LW 4/LC 1/LJ 2/ML 3/D[[3 1]2]>>/F<</Font[5 0 R 20]>>" +
  "/M<</SMask<</S/Luminosity/G 8 0 R>>>>/N<</SMask/None>>>>" +
  "/ColorSpace<</S[/Separation/Spot/DeviceCMYK<</FunctionType 2/Domain[0 1]/C0[0 0 0 0]/C1[0 1 1 0]/N 1>>]>>";
const FORM = "/Type/XObject/Subtype/Form/BBox[0 0 50 40]";
const MORE = {
  6: stream(
    `${FORM}/Matrix[1 0 0 1 150 150]/Resources<</Font<</F1 5 0 R>>>>`,
    "BT /F1 9 Tf 2 2 Td (form) Tj ET 5 5 9 9 re f",
  ),
  7: stream("/Type/XObject/Subtype/Image/Width 2/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray", "\x40\x80"),
  8: stream(`${FORM}/Matrix[1 0 0 1 120 120]/Group<</S/Transparency/CS/DeviceGray>>`, "1 g 1 1 30 30 re f"),
  9: "<</ShadingType 2/ColorSpace/DeviceGray/Coords[150 0 250 0]/Function<</FunctionType 2/Domain[0 1]/N 1>>>>",
  10: stream("/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 5 5]/XStep 5/YStep 5/Resources<<>>", "0 0 3 3 re f"),
  11: stream(
    "/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 9 9]/XStep 9/YStep 9/Resources<</Font<</F1 5 0 R>>>>",
    "BT /F1 4 Tf 1 1 Td (cell) Tj ET",
  ),
};

const contents: Record<string, string> = {
  "text by Td": "BT /F1 12 Tf 150 200 Td (one) Tj 5 -20 Td (two) Tj ET",
  "text by TD and T*": "BT /F1 12 Tf 150 200 Td (one) Tj 0 -20 TD (two) Tj T* (three) Tj ET",
  "text by Tm": "BT /F1 12 Tf 2 0 0 1.5 150 200 Tm (one) Tj 0.5 0.5 -0.5 0.5 150 150 Tm (two) Tj ET",
  "text by ' and \"": `BT /F1 12 Tf 14 TL 150 200 Td (one) ' 2 1 (t w o) " (three) ' ET`,
  "text by TJ": "BT /F1 12 Tf 150 200 Td [(on) -300 (e) 150 (two)] TJ (more) Tj ET",
  "text with spaces": "BT /F1 12 Tf 2 Tc 5 Tw 150 200 Td (a b c) Tj ET BT 150 180 Td (d e) Tj ET",
  "text with a scale": "BT /F1 12 Tf 60 Tz 150 200 Td (narrow) Tj 100 Tz (wide) Tj ET",
  "text with a rise": "BT /F1 12 Tf 150 200 Td (a) Tj 4 Ts (b) Tj -4 Ts (c) Tj 0 Ts (d) Tj ET",
  "text of all modes": "BT /F1 12 Tf 150 200 Td 0 Tr (a) Tj 1 Tr (b) Tj 2 Tr (c) Tj 3 Tr (d) Tj 0 Tr (e) Tj ET",
  "text of two sizes": "BT /F1 12 Tf 150 200 Td (a) Tj /F1 7 Tf (b) Tj /F1 12 Tf (c) Tj ET",
  "text with a state from before": "/F1 10 Tf 3 Tc 2 Tw 80 Tz 5 Ts 1 Tr BT 150 200 Td (a b) Tj ET",
  "text whose font a graphics state sets": "/F gs BT 150 200 Td (a) Tj ET",
  "text within q and Q": "q BT /F1 12 Tf 150 200 Td 3 Tc (ab) Tj ET Q BT /F1 12 Tf 150 180 Td (ab) Tj ET",
  "text with brackets and signs": "BT /F1 12 Tf 150 200 Td (a\\(b\\)c\\\\d\\r\\101) Tj <41424344> Tj ET",
  "text of a negative size": "BT /F1 -12 Tf 200 200 Td (abc) Tj ET",
  "text that begins outside": "BT /F1 12 Tf 60 200 Td (outside and inside) Tj 0 -20 Td (inside too) Tj ET",
  "text that ends outside": "BT /F1 12 Tf 270 200 Td (inside and outside) Tj -100 -20 Td (inside) Tj ET",
  "text between text outside":
    "BT /F1 12 Tf 10 200 Td (out) Tj 150 0 Td (in) Tj -150 -50 Td (out) Tj 150 0 Td (in) Tj ET",
  "colours of all kinds":
    "0.2 g 110 110 5 5 re f 0.1 0.5 0.9 rg 120 110 5 5 re f 0 0.5 1 0.2 k 130 110 5 5 re f /S cs 0.5 scn 140 110 5 5 re f",
  "colours of strokes":
    "0.2 G 110 110 5 5 re S 0.1 0.5 0.9 RG 120 110 5 5 re S 0 0.5 1 0.2 K 130 110 5 5 re S /S CS 0.5 SCN 140 110 5 5 re S",
  "colours of named spaces": "/DeviceRGB cs 1 0 0 sc /DeviceCMYK CS 0 1 0 0 SC 110 110 20 20 re B",
  "a pattern": "/Pattern cs /P scn 110 110 30 30 re f /Pattern CS /P SCN 150 150 30 30 re S",
  "text in a pattern of text": "BT /F1 30 Tf /Pattern cs /T scn 60 200 Td (outside and inside) Tj ET",
  "lines of all kinds": "3 w 1 J 1 j 4 M [5 2 1] 3 d 110 110 m 150 150 l 190 110 l S [] 0 d 110 190 m 190 190 l S",
  "lines by a graphics state": "/L gs 110 110 m 150 150 l S",
  "alpha and blending": "/A gs 110 110 30 30 re B q /B gs 150 150 30 30 re f Q 200 200 30 30 re f",
  "paths of all kinds":
    "110 110 m 120 150 130 150 140 110 c h f 150 110 m 160 150 170 110 v f 180 110 m 190 150 200 110 y f* 210 110 20 20 re B*",
  "paths that close":
    "110 110 m 150 110 l 150 150 l s 160 110 m 190 110 l 190 150 l b 200 110 m 230 110 l 230 150 l b*",
  "paths of many parts": "110 110 m 150 150 l 110 200 m 150 240 l S 160 110 20 20 re 170 120 5 5 re f*",
  "a matrix": "q 2 0 0 2 100 100 cm 10 10 20 20 re f Q q 0 1 -1 0 300 100 cm 2 w 10 10 m 60 30 l S Q",
  "matrices within matrices": "q 1 0 0 1 50 50 cm q 2 0 0 2 0 0 cm 40 40 5 5 re f Q 70 70 5 5 re f Q 110 110 5 5 re f",
  "a clip": "q 120 120 50 50 re W n 110 110 150 150 re f Q 200 200 20 20 re f",
  "a clip by even and odd": "q 120 120 50 50 re 130 130 20 20 re W* n 110 110 150 150 re f Q 200 200 20 20 re f",
  "clips within clips": "q 120 120 100 100 re W n q 150 150 100 100 re W n 110 110 150 150 re f Q 110 110 9 90 re f Q",
  "a clip between matrices":
    "q 1 0 0 1 20 30 cm 100 100 60 50 re W n 1 0 0 -1 0 300 cm 90 40 90 90 re f BT /F1 12 Tf 120 160 Td (in) Tj ET Q",
  "a clip between matrices in states of their own":
    "q 2 0 0 2 100 100 cm q 10 10 40 40 re W n q 0.5 0 0 -0.5 0 60 cm 10 10 90 90 re f Q 5 5 9 9 re f Q Q",
  "two clips between three matrices":
    "q 2 0 0 2 10 20 cm 60 60 50 50 re W n 0.5 0 0 0.5 5 5 cm 120 130 80 70 re W n 0 1 -1 0 300 0 cm 110 90 90 90 re f Q",
  "a soft mask between matrices": "q 1 0 0 1 40 40 cm /M gs 1 0 0 -1 0 300 cm 60 60 150 150 re f Q",
  "settings within and without q and Q":
    "1 0 0 rg 3 w q 0 1 0 rg 110 110 20 20 re B Q 140 110 20 20 re B q 0 0 1 RG q 5 w 170 110 20 20 re B Q 200 110 9 9 re B Q",
  "settings that a graphics state and operators change in turn":
    "/L gs 2 w 110 110 m 150 150 l S q /L gs 110 160 m 150 160 l S Q 110 170 m 150 170 l S /A gs /L gs 7 w 110 190 20 20 re B",
  "a soft mask, and settings around it":
    "/A gs q /M gs 1 0 0 rg 110 110 90 90 re f q /N gs 0 1 0 rg 210 110 20 20 re f Q 120 120 9 9 re f Q 240 110 20 20 re f",
  "a clip of text": "q BT /F1 60 Tf 7 Tr 130 150 Td (AB) Tj ET 110 110 150 150 re f Q 200 200 20 20 re f",
  "a form": "q /X Do Q 200 200 20 20 re f",
  "a form, twice and turned": "/X Do q 0.5 0 0 0.5 60 100 cm /X Do Q",
  "a group": "/G Do q /A gs /G Do Q",
  "an image": "q 40 0 0 30 120 120 cm /I Do Q q 0 40 -30 0 220 220 cm /I Do Q",
  "an image in the content": "q 20 0 0 20 120 120 cm BI /W 1 /H 1 /BPC 8 /CS /G ID a EI Q 200 200 9 9 re f",
  "a stencil": "0 0 1 rg q 20 0 0 20 120 120 cm BI /W 8 /H 1 /IM true ID a EI Q",
  "a shading": "q 150 150 100 50 re W n /H sh Q 200 220 9 9 re f",
  "a soft mask": "q /M gs 110 110 90 90 re f Q q /M gs /N gs 110 210 40 40 re f Q",
  "marked content": "/P<</MCID 0>>BDC 110 110 20 20 re f EMC /Span BMC 150 150 20 20 re f EMC /T MP 190 190 9 9 re f",
  "restores without saves": "Q 0.5 g 110 110 20 20 re f Q 150 150 20 20 re f",
  "saves without restores": "q 0.5 g 2 0 0 2 0 0 cm 60 60 10 10 re f",
  "a matrix in no state": "1 0 0 1 20 20 cm 100 100 10 10 re f 1 0 0 1 20 20 cm 100 100 10 10 re f",
};

describe("what lies inside is drawn as before, whatever outside is removed around it", () => {
  describe.each(Object.entries(contents))("%s", (_, content) => {
    it.each([
      ["before it", `${OUTSIDE}${content}`],
      ["after it", `${content}\n${OUTSIDE}`],
      ["as lines around it", `${LINE}${content}\n${LINE}`],
      ["as text and lines around it", `${OUTSIDE}${LINE}q ${content} Q ${OUTSIDE}`],
    ])("with something %s", (_where, whole) => {
      const file = build({ content: whole, resources: RESOURCES, more: MORE });
      const before = drawn(file, AREA);
      const { rope } = removeOutside(openPdf(file), { definitions: [{ page: 1, area: SQUARE }] });
      expect(before.length).toBeGreaterThan(0);
      expect(drawn(rope.toBytes(), AREA)).toEqual(before);
    });
  });
});
