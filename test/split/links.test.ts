import { describe, expect, it } from "vitest";
import { PdfRef } from "../../src/pdf-file/syntax/objects.ts";
import { type Bodies, pagesOf, stream } from "../fixtures/pdf.ts";
import { annotations, destinationPage, dictOf, partOf, partsOf } from "./parts.ts";

/** A link that nothing shows, unless `border` says otherwise. */
const link = (target: string, border = "/Border[0 0 0]") =>
  `<</Type/Annot/Subtype/Link/Rect[0 0 10 10]${border}${target}>>`;
const goTo = (destination: string, more = "") => `<</S/GoTo/D ${destination}${more}>>`;
/** Four pages, the first of which has the given annotations. Page objects are 3, 5, 7 and 9. */
const withLinks = (...links: string[]): Bodies => {
  const numbers = links.map((_, i) => 20 + i);
  const bodies = pagesOf(4, (index) => (index === 0 ? `/Annots[${numbers.map((n) => `${n} 0 R`).join(" ")}]` : ""));
  links.forEach((body, i) => {
    bodies[20 + i] = body;
  });
  return bodies;
};

describe("links", () => {
  it("live where they point inside the part, and go where they point outside", () => {
    const bodies = withLinks(
      link("/Dest[5 0 R/Fit]"),
      link("/Dest[9 0 R/Fit]"),
      link(`/A ${goTo("[5 0 R/XYZ 1 2 3]")}`),
      link(`/A ${goTo("[7 0 R/Fit]")}`),
    );
    const part = partOf(bodies, "1-2");
    const [first, second, ...rest] = annotations(part, 0);
    expect(rest).toEqual([]);
    expect(destinationPage(part, first?.get("Dest"))).toBe(1);
    expect(destinationPage(part, dictOf(part, second?.get("A")).get("D"))).toBe(1);
    expect(annotations(partOf(bodies, "1-4"), 0)).toHaveLength(4);
  });

  it("live in both directions between two pages of a part", () => {
    const bodies = pagesOf(2, (index) => `/Annots[${20 + index} 0 R]`);
    bodies[20] = link("/Dest[5 0 R/Fit]/P 3 0 R");
    bodies[21] = link("/Dest[3 0 R/Fit]/P 5 0 R");
    const part = partOf(bodies, "1-2");
    expect(destinationPage(part, annotations(part, 0)[0]?.get("Dest"))).toBe(1);
    expect(destinationPage(part, annotations(part, 1)[0]?.get("Dest"))).toBe(0);
    expect(annotations(partOf(bodies, "2"), 0)).toEqual([]);
  });

  it.each([
    ["a border that it does not mention", "", true],
    ["a border of two points", "/Border[0 0 2]/C[1 0 0]", true],
    ["a border style", "/BS<</W 1/S/U>>", true],
    ["an appearance", "/Border[0 0 0]/AP<</N 30 0 R>>", true],
    ["no border", "/Border[0 0 0]", false],
    ["a border style without width", "/BS<</W 0>>", false],
    ["a colour that is transparent", "/C[]", false],
    ["a box that is hidden", "/F 2", false],
  ])("that lead out of the part keep their look without leading anywhere: %s", (_, border, isKept) => {
    const bodies = withLinks(link("/Dest[9 0 R/Fit]", border), link(`/A ${goTo("[9 0 R/Fit]")}`, border));
    bodies[30] = stream("1 0 0 rg 0 0 10 10 re f", "/Subtype/Form/BBox[0 0 10 10]");
    const left = annotations(partOf(bodies, "1-2"), 0);
    expect(left.map((dict) => [dict.get("Subtype"), dict.has("Dest") || dict.has("A")])).toEqual(
      isKept ? Array(2).fill(["Link", false]) : [],
    );
  });

  it("to the web and to other files stay", () => {
    const bodies = withLinks(
      link("/A<</S/URI/URI(https://example.com/)>>"),
      link("/A<</S/GoToR/F(other.pdf)/D[3/Fit]>>"),
    );
    expect(annotations(partOf(bodies, "1"), 0)).toHaveLength(2);
  });

  it("with chained actions keep what is left of the chain", () => {
    const uri = "<</S/URI/URI(https://example.com/)>>";
    const bodies = withLinks(
      link(`/A ${goTo("[9 0 R/Fit]", `/Next ${uri}`)}`),
      link(`/A<</S/URI/URI(a)/Next[${goTo("[9 0 R/Fit]")}${goTo("[5 0 R/Fit]")}]>>`),
      link(`/A ${goTo("[9 0 R/Fit]", `/Next ${goTo("[7 0 R/Fit]")}`)}`),
    );
    const part = partOf(bodies, "1-2");
    const [promoted, trimmed, ...rest] = annotations(part, 0);
    expect(rest).toEqual([]);
    expect(dictOf(part, promoted?.get("A")).get("S")).toBe("URI");
    const next = part.array(dictOf(part, trimmed?.get("A")).get("Next"));
    expect(next).toHaveLength(1);
    expect(destinationPage(part, dictOf(part, next?.[0]).get("D"))).toBe(1);
  });

  it("whose chain of actions runs in a circle end", () => {
    const bodies = withLinks(link("/A 30 0 R"));
    bodies[30] = goTo("[5 0 R/Fit]", "/Next 31 0 R");
    bodies[31] = goTo("[9 0 R/Fit]", "/Next 30 0 R");
    expect(annotations(partOf(bodies, "1-2"), 0)).toHaveLength(1);
  });

  it("that give their page by its index lead to the same page", () => {
    const part = partOf(withLinks(link("/Dest[3/Fit]"), link("/Dest[2/Fit]")), "4,1");
    expect(annotations(part, 1).map((dict) => destinationPage(part, dict.get("Dest")))).toEqual([0]);
  });

  it("written into the page itself are judged like others", () => {
    const bodies = pagesOf(3, (index) =>
      index === 0 ? `/Annots[${link("/Dest[5 0 R/Fit]")}${link("/Dest[7 0 R/Fit]")}]` : "",
    );
    expect(annotations(partOf(bodies, "1-2"), 0)).toHaveLength(1);
  });

  it("from a page's own triggers go when they lead out", () => {
    const bodies = pagesOf(2, (index) => (index === 0 ? `/AA<</O ${goTo("[5 0 R/Fit]")}/C<</S/URI/URI(x)>>>>` : ""));
    expect([...dictOf(partOf(bodies, "1"), partOf(bodies, "1").page(0).dict.get("AA")).keys()]).toEqual(["C"]);
  });
});

describe("named destinations", () => {
  const named = (): Bodies => {
    const bodies = withLinks(
      link("/Dest(two)"),
      link("/Dest(four)"),
      link("/Dest/Old"),
      link(`/A ${goTo("/Far")}`),
      link("/Dest(nowhere)"),
    );
    bodies[1] = "<</Type/Catalog/Pages 2 0 R/Names<</Dests 40 0 R>>/Dests 43 0 R>>";
    bodies[40] = "<</Kids[41 0 R 42 0 R]>>";
    bodies[41] = "<</Limits[(four)(four)]/Names[(four)[9 0 R/Fit]]>>";
    bodies[42] = "<</Limits[(one)(two)]/Names[(one) 44 0 R (two)<</D[5 0 R/Fit]>>]>>";
    bodies[43] = "<</Old[5 0 R/Fit]/Far[9 0 R/Fit]>>";
    bodies[44] = "[3 0 R/XYZ 0 0 0]";
    return bodies;
  };

  it("live in both forms where they point inside, and go with their links where they do not", () => {
    const part = partOf(named(), "1-2");
    expect(annotations(part, 0)).toHaveLength(2);
    const names = part.array(dictOf(part, dictOf(part, part.catalog.get("Names")).get("Dests")).get("Names")) ?? [];
    expect(
      names.filter((_, i) => i % 2 === 0).map((name) => Buffer.from((name as { bytes: Uint8Array }).bytes).toString()),
    ).toEqual(["one", "two"]);
    expect(destinationPage(part, names[1])).toBe(0);
    expect(destinationPage(part, dictOf(part, names[3]).get("D"))).toBe(1);
    const old = dictOf(part, part.catalog.get("Dests"));
    expect([...old.keys()]).toEqual(["Old"]);
    expect(destinationPage(part, old.get("Old"))).toBe(1);
  });

  it("do not lead to a page of the older dictionary where the tree gives the name another", () => {
    const bodies = named();
    bodies[43] = "<</Old[5 0 R/Fit]/four[5 0 R/Fit]>>";
    expect([...dictOf(partOf(bodies, "1-2"), partOf(bodies, "1-2").catalog.get("Dests")).keys()]).toEqual(["Old"]);
  });

  it("leave no name tree where none points inside", () => {
    const part = partOf(named(), "3");
    expect(part.catalog.has("Names") || part.catalog.has("Dests")).toBe(false);
  });
});

describe("the action on opening", () => {
  const opening = (target: string): Bodies => ({
    ...pagesOf(3),
    1: `<</Type/Catalog/Pages 2 0 R/OpenAction ${target}>>`,
  });

  it("stays when it points inside the part", () => {
    const [inside, outside] = partsOf(opening("[5 0 R/Fit]"), ["2-3", "1"]);
    expect(destinationPage(inside!, inside!.catalog.get("OpenAction"))).toBe(0);
    expect(outside!.catalog.has("OpenAction")).toBe(false);
    const part = partOf(opening(goTo("[7 0 R/Fit]")), "3");
    expect(destinationPage(part, dictOf(part, part.catalog.get("OpenAction")).get("D"))).toBe(0);
  });

  it("goes when it is a script", () => {
    expect(partOf(opening("<</S/JavaScript/JS(app.alert\\(1\\))>>"), "1").catalog.has("OpenAction")).toBe(false);
  });
});

describe("other ways to another page", () => {
  it("are cut from what stays", () => {
    const bodies = pagesOf(3, (index) => (index === 0 ? "/Annots[20 0 R 21 0 R 22 0 R]/B[30 0 R]" : ""));
    bodies[20] = "<</Type/Annot/Subtype/Text/Rect[0 0 1 1]/P 7 0 R/Popup 21 0 R>>";
    bodies[21] = "<</Type/Annot/Subtype/Popup/Rect[0 0 1 1]/Parent 20 0 R>>";
    bodies[22] = "<</Type/Annot/Subtype/Text/Rect[0 0 1 1]/IRT 23 0 R>>";
    bodies[23] = "<</Type/Annot/Subtype/Text/Rect[0 0 1 1]/P 5 0 R>>";
    bodies[30] = "<</N 31 0 R/V 31 0 R/P 3 0 R>>";
    bodies[31] = "<</N 30 0 R/V 30 0 R/P 7 0 R>>";
    const part = partOf(bodies, "1");
    const [text, popup, reply] = annotations(part, 0);
    expect(text?.has("P")).toBe(false);
    expect(text?.get("Popup")).toBeInstanceOf(PdfRef);
    expect(popup?.get("Parent")).toBeInstanceOf(PdfRef);
    expect(reply?.has("IRT")).toBe(false);
    expect(part.page(0).dict.has("B")).toBe(false);
  });
});
