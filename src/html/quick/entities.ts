/** Names of U+00A0 to U+00FF in order (HTML §13.5), then the others that written text uses, each with its character. */
const LATIN1 =
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml";
const OTHERS =
  "amp=& lt=< gt=> quot=\" apos=' euro=€ ndash=– mdash=— hellip=… lsquo=‘ rsquo=’ sbquo=‚ ldquo=“ rdquo=” " +
  "bdquo=„ bull=• trade=™ permil=‰ prime=′ lsaquo=‹ rsaquo=› ensp=\u2002 emsp=\u2003 thinsp=\u2009 minus=− " +
  "larr=← uarr=↑ rarr=→ darr=↓ infin=∞ ne=≠ le=≤ ge=≥ asymp=≈ OElig=Œ oelig=œ Scaron=Š scaron=š";

const NAMED = new Map(OTHERS.split(" ").map((item) => item.split("=") as [string, string]));
LATIN1.split(" ").forEach((name, index) => {
  NAMED.set(name, String.fromCharCode(0xa0 + index));
});

/** Replaces character references by their text; anything else stays. */
export function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z][A-Za-z0-9]{1,30}));?/g,
    (whole, decimal, hex, name) => {
      if (name !== undefined) return NAMED.get(name as string) ?? whole;
      const codePoint = Number.parseInt((decimal ?? hex) as string, decimal === undefined ? 16 : 10);
      const valid = codePoint > 0 && codePoint <= 0x10ffff && !(codePoint >= 0xd800 && codePoint <= 0xdfff);
      return valid ? String.fromCodePoint(codePoint) : "\ufffd";
    },
  );
}
