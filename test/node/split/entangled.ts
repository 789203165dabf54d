import { type Bodies, pagesOf, stream } from "../../fixtures/pdf.ts";

/**
 * Three pages that are tied to one another in every way that is known to us, each with words of its own (`page1-…`).
 * Objects of page p (1 to 3) have the numbers 100 × p and up.
 */
export function entangled(): Bodies {
  const page = (p: number) => 1 + 2 * p;
  const own = (p: number, what: number) => 100 * p + what;
  const next = (p: number) => (p % 3) + 1;
  const ref = (number: number) => `${number} 0 R`;
  const each = (make: (p: number) => string) => [1, 2, 3].map(make).join(" ");
  const bodies = pagesOf(
    3,
    (index) =>
      `/Resources 50 0 R/StructParents ${index}/B[${own(index + 1, 60)} 0 R]/DPart ${own(index + 1, 63)} 0 R` +
      `/Annots[${[20, 21, 22, 25, 26, 27].map((n) => ref(own(index + 1, n))).join(" ")}]` +
      `/PrivateNext ${ref(page(next(index + 1)))}/PrivateNote ${ref(own(next(index + 1), 20))}` +
      `/PrivateField ${ref(own(next(index + 1), 23))}/PrivateItem ${ref(own(next(index + 1), 40))}` +
      `/PrivateTag ${ref(own(next(index + 1), 10))}/PieceInfo<</Us<</Private(page${index + 1}-piece)>>>>`,
  );
  bodies[1] =
    `<</Type/Catalog/Pages 2 0 R/StructTreeRoot 30 0 R/MarkInfo<</Marked true>>/Outlines 32 0 R/DPartRoot 34 0 R` +
    `/Names<</Dests<</Names[${each((p) => `(page${p}-destination)<</D[${ref(page(p))}/Fit]/SD[${ref(own(p, 10))}/Fit]>>`)}]>>>>` +
    `/AcroForm<</Fields[${each((p) => ref(own(p, 22)))} 33 0 R]/CO[${each((p) => ref(own(p, 22)))}]>>>>`;
  bodies[30] = `<</Type/StructTreeRoot/AF[<</Type/Filespec/Desc(page1-source page2-source page3-source)>>]/K 31 0 R/ParentTree<</Nums[${each((p) => `${p - 1} ${ref(own(p, 19))} ${p + 9} ${ref(own(p, 15))}`)}]>>>>`;
  bodies[31] =
    `<</S/Document/P 30 0 R/K[${each((p) => ref(own(p, 10)))} 35 0 R]/Alt(page1-whole page2-whole page3-whole)` +
    `/A[<</O/Table/Summary(page1-summary page2-summary page3-summary)>><</O/UserProperties/P[<</N(x)/V(page1-user page2-user page3-user)>>]>>]>>`;
  bodies[32] = `<</First ${ref(own(1, 40))}/Last ${ref(own(3, 40))}/Count 3>>`;
  // A group of buttons, one on each page, and one that is written into the group.
  bodies[33] = `<</FT/Btn/T(group)/Kids[${each((p) => ref(own(p, 25)))}<</Subtype/Widget/TU(page2-inline)>>]>>`;
  bodies[34] = `<</DParts[[${each((p) => ref(own(p, 63)))}]]>>`;
  // A paragraph that runs over all pages.
  bodies[35] =
    `<</S/P/P 31 0 R/ActualText(page1-span page2-span page3-span)` +
    `/K[${each((p) => `<</Type/MCR/Pg ${ref(page(p))}/MCID 1>>`)}]>>`;
  bodies[50] =
    `<</XObject<<${each((p) => `/F${p} ${ref(own(p, 50))}`)}>>/Properties<<${each((p) => `/M${p}<</ActualText(page${p}-property)>>`)}>>` +
    `/Font<<${each((p) => `/T${p} ${ref(own(p, 53))}`)}>>/Pattern<<${each((p) => `/P${p} ${ref(own(p, 52))}`)}>>` +
    `/ExtGState<<${each((p) => `/G${p}<</SMask<</S/Luminosity/G ${ref(own(p, 55))}>>>>`)}>>>>`;
  const form = (p: number, word: string, more = "") =>
    stream(`% page${p}-${word}\n0 g /F${p} Do`, `/Type/XObject/Subtype/Form/BBox[0 0 9 9]${more}`);
  for (const p of [1, 2, 3]) {
    const put = (what: number, body: string) => {
      bodies[own(p, what)] = body;
    };
    bodies[page(p) + 1] = stream(
      `/M${p} BDC /F${p} Do /T${p} 9 Tf (x) Tj /G${p} gs /Pattern cs /P${p} scn 0 0 9 9 re f EMC % page${p}-content`,
    );
    // Elements without /Type, with descriptions; one in another, which is reached by nothing but its parent.
    put(10, `<</S/Sect/P 31 0 R/T(page${p}-title)/K[${ref(own(p, 11))} ${ref(own(p, 12))} ${ref(own(p, 15))}]>>`);
    put(
      11,
      `<</S/Figure/P ${ref(own(p, 10))}/Pg ${ref(page(p))}/K 0/Alt(page${p}-alt)/Ref[${ref(own(next(p), 11))}]>>`,
    );
    put(12, `<</S/Span/P ${ref(own(p, 10))}/Pg ${ref(page(p))}/ActualText(page${p}-actual)/K[2 ${ref(own(p, 13))}]>>`);
    put(13, `<</S/Note/E(page${p}-expansion)/Pg ${ref(page(p))}/K 3>>`);
    put(15, `<</S/Link/P ${ref(own(p, 10))}/K<</Type/OBJR/Obj ${ref(own(p, 20))}>>/Alt(page${p}-link)>>`);
    // The parent tree of each page names elements of the next as well.
    put(
      19,
      `[${[11, 12, 13].map((n) => ref(own(p, n))).join(" ")} 35 0 R ${[11, 12, 13].map((n) => ref(own(next(p), n))).join(" ")}]`,
    );
    put(
      20,
      `<</Type/Annot/Subtype/Text/Rect[0 0 9 9]/Contents(page${p}-note)/StructParent ${p + 9}/P ${ref(page(p))}` +
        `/Popup ${ref(own(p, 21))}/IRT ${ref(own(next(p), 20))}/AP<</N ${ref(own(p, 56))}>>>>`,
    );
    put(21, `<</Type/Annot/Subtype/Popup/Rect[0 0 9 9]/Parent ${ref(own(p, 20))}/Contents(page${p}-popup)>>`);
    put(
      22,
      `<</Subtype/Widget/FT/Tx/T(page${p}-field)/V(page${p}-value)/Rect[0 0 9 9]` +
        `/A<</S/ResetForm/Fields[${each((q) => ref(own(q, 22)))}]>>>>`,
    );
    // A field that says neither its type nor its name, reached by a private key of another page.
    put(23, `<</Parent ${ref(own(p, 22))}/TU(page${p}-nameless)/Kids[]>>`);
    bodies[own(p, 22)] = bodies[own(p, 22)]!.replace(/>>$/, `/Kids[${ref(own(p, 23))}]>>`);
    put(25, `<</Subtype/Widget/Parent 33 0 R/Rect[0 0 9 9]/TU(page${p}-button)>>`);
    // Without /Rect, so that it does not look like an annotation to whoever meets it.
    put(
      26,
      `<</Subtype/Screen/Contents(page${p}-screen)/A<</S/Rendition/OP 0/AN ${ref(own(next(p), 26))}` +
        `/Next<</S/GoToDp/Dp ${ref(own(next(p), 63))}/Next<</S/Thread/D ${ref(own(next(p), 61))}>>>>>>>>`,
    );
    put(
      27,
      `<</Subtype/Link/Rect[0 0 9 9]/Contents(page${p}-out)/A<</S/GoTo/D[${ref(page(next(p)))}/Fit]/SD[${ref(own(next(p), 11))}/Fit]>>>>`,
    );
    put(
      40,
      `<</Title(page${p}-outline)/Parent 32 0 R/Dest(page${p}-destination)/SE ${ref(own(p, 10))}` +
        `${p > 1 ? `/Prev ${ref(own(p - 1, 40))}` : ""}${p < 3 ? `/Next ${ref(own(p + 1, 40))}` : ""}>>`,
    );
    // Forms, patterns, masks and glyphs whose resources are those of the whole document.
    put(50, stream(`% page${p}-form`, "/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources 50 0 R"));
    put(52, stream(`% page${p}-pattern`, "/PatternType 1/PaintType 1/BBox[0 0 9 9]/XStep 9/YStep 9/Resources 50 0 R"));
    put(53, `<</Type/Font/Subtype/Type3/FontMatrix[1 0 0 1 0 0]/Resources 50 0 R/CharProcs<</x ${ref(own(p, 54))}>>>>`);
    put(54, stream(`9 0 d0 % page${p}-glyph`));
    put(55, form(p, "mask", "/Resources 50 0 R/Group<</S/Transparency/K true>>"));
    put(56, form(p, "appearance", "/Resources 50 0 R"));
    put(60, `<</N ${ref(own(next(p), 60))}/P ${ref(page(p))}/T ${ref(own(p, 61))}>>`);
    put(61, `<</F ${ref(own(p, 60))}/I<</Title(page${p}-thread)>>>>`);
    put(63, `<</Parent 34 0 R/Start ${ref(page(p))}/DPM<</Words(page${p}-dpart)>>>>`);
  }
  return bodies;
}
