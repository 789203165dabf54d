import { words } from "../../pdf-content/fonts/names/words.ts";
import type { PdfDict } from "../../pdf-file/syntax/objects.ts";

/**
 * The entries of each kind of object that may be copied (ISO 32000-2, the tables named). Keys that are not listed are
 * left out, since an unknown entry may hold anything.
 *
 * A value's rule: "plain" numbers, booleans, known names, and arrays of these · "name" any name too · "text" a string
 * too · "neededText" a text that must be there: without the words that are cut it is empty ·
 * "said" any name, if it says no word that is cut · "collectionName" that of a collection of characters ·
 * "defaultAppearance" a string of operators · the name of another kind · "[kind" an array of it.
 */

/** Names that the standard gives a meaning. Other names, where a few are expected, could say anything. */
export const KNOWN_NAMES: ReadonlySet<string> = new Set(
  // How a document opens (tables 29, 147), how its pages are numbered (161), the order of annotations (31), kinds of
  // objects, colours (8.6), rendering intents (table 69), blend modes (11.3.5), masks and groups (142, 145), functions,
  // layers (97 to 101), annotations: borders (168, 169), highlighting (191), line endings (179), captions, symbols,
  // intents (170 to 184).
  words`
  SinglePage OneColumn TwoColumnLeft TwoColumnRight TwoPageLeft TwoPageRight UseNone UseOutlines UseThumbs UseOC
  L2R R2L AppDefault None Simplex DuplexFlipShortEdge DuplexFlipLongEdge D R r A a C S W
  XObject Image Form Pattern Font FontDescriptor CMap OCG OCMD
  DeviceGray DeviceRGB DeviceCMYK G RGB CMYK Identity Default
  AbsoluteColorimetric RelativeColorimetric Saturation Perceptual Normal Multiply Screen Overlay
  Darken Lighten ColorDodge ColorBurn HardLight SoftLight Difference Exclusion Hue Color Luminosity Alpha
  Transparency
  B I U P N O T Square Circle Diamond OpenArrow ClosedArrow Butt ROpenArrow RClosedArrow Slash Inline Top
  AllOn AnyOn AnyOff AllOff ON OFF Unchanged AllPages VisiblePages View Design All Print Export Zoom
  FreeText FreeTextCallout FreeTextTypeWriter FreeTextTypewriter LineArrow LineDimension PolygonCloud
  PolygonDimension PolyLineDimension StampImage StampSnapshot
`,
);

export type Schema = Readonly<Record<string, string>>;

const keys = (rule: string, names: string): Schema => Object.fromEntries(names.split(" ").map((name) => [name, rule]));

/** Tables 5 and 11 to 15. */
export const DECODE_PARAMETERS = keys(
  "plain",
  "Predictor Colors BitsPerComponent Columns EarlyChange K EndOfLine EncodedByteAlign Rows " +
    "EndOfBlock BlackIs1 DamagedRowsBeforeError ColorTransform",
);

const IMAGE: Schema = {
  ...keys("plain", "Type Subtype Width Height BitsPerComponent Intent ImageMask Decode"),
  ...keys("plain", "Interpolate SMaskInData Matte"),
  ColorSpace: "colourSpace",
  OC: "layer",
};

export const SCHEMAS: Readonly<Record<string, Schema>> = {
  /** Table 87. A mask has no masks of its own. */
  mask: IMAGE,
  image: { ...IMAGE, Mask: "mask", SMask: "mask" },
  /** Table 65. */
  profile: { ...keys("plain", "N Range"), Alternate: "colourSpace" },
  /** Tables 62 to 64. */
  calibrated: keys("plain", "WhitePoint BlackPoint Gamma Matrix Range"),
  /** Tables 70 to 72. */
  inks: { Subtype: "name", Process: "process" },
  process: { ColorSpace: "colourSpace", Components: "name" },
  /** Tables 37 to 40. */
  function: {
    ...keys("plain", "FunctionType Domain Range Size BitsPerSample Order Encode Decode"),
    ...keys("plain", "C0 C1 N Bounds"),
    Functions: "[function",
  },
  /** Table 57. Halftones and black generation have no use on a screen. */
  graphicsState: {
    ...keys("plain", "LW LC LJ ML D RI OP op OPM FL SM SA BM"),
    ...keys("plain", "CA ca AIS TK UseBlackPtComp"),
    TR: "functions",
    TR2: "functions",
    SMask: "plain",
  },
  /** Table 93. The resources are those that its content uses. */
  form: { ...keys("plain", "Type Subtype FormType BBox Matrix"), Group: "group", OC: "layer" },
  /** Table 74. */
  pattern: keys("plain", "Type PatternType PaintType TilingType BBox XStep YStep Matrix"),
  /** Tables 109 and 110. Entries about single glyphs are written elsewhere. */
  font: { ...keys("plain", "Type FirstChar LastChar Widths"), ...keys("name", "Subtype BaseFont") },
  type3: keys("plain", "FontBBox FontMatrix FirstChar LastChar Widths"),
  /** Table 115. Entries about single glyphs are written elsewhere, and only known collections are named. */
  cidFont: { ...keys("plain", "Type DW DW2"), ...keys("name", "Subtype BaseFont"), CIDSystemInfo: "collection" },
  collection: { ...keys("plain", "Supplement"), ...keys("collectionName", "Registry Ordering") },
  /** Table 120. /CharSet and /CIDSet, which list the glyphs of a subset, are left out. */
  fontDescriptor: {
    ...keys("plain", "Type FontWeight Flags FontBBox ItalicAngle Ascent"),
    ...keys("plain", "Descent Leading CapHeight XHeight StemV StemH AvgWidth MaxWidth MissingWidth"),
    FontName: "name",
  },
  /** Table 118. */
  cmap: { ...keys("plain", "Type WMode"), CIDSystemInfo: "collection", UseCMap: "cmap" },
  /** Table 125. */
  fontFile: { Subtype: "name", ...keys("plain", "Length1 Length2 Length3") },
  /** Table 142. */
  softMask: { ...keys("plain", "S BC"), TR: "functions" },
  /** Table 94. */
  group: { ...keys("plain", "S I K"), CS: "colourSpace" },
  /** Tables 77 to 84. */
  shading: {
    ...keys("plain", "ShadingType Background BBox AntiAlias Coords Domain Extend Matrix"),
    ...keys("plain", "BitsPerCoordinate BitsPerComponent BitsPerFlag Decode VerticesPerRow"),
    ColorSpace: "colourSpace",
    Function: "functions",
  },
  /** Tables 96 and 97. */
  layer: {
    ...keys("plain", "Type P"),
    Intent: "said",
    Name: "neededText",
    OCGs: "layers",
    VE: "layers",
    Usage: "layerUsage",
  },
  /** Table 100: what decides whether a layer is visible. */
  layerUsage: keys("layerState", "View Print Export Zoom"),
  layerState: keys("plain", "ViewState PrintState ExportState min max"),
  /** Table 101. */
  layerUse: keys("plain", "Event Category"),
  /** Table 147. */
  viewerPreferences: keys(
    "plain",
    "HideToolbar HideMenubar HideWindowUI FitWindow CenterWindow DisplayDocTitle NonFullScreenPageMode " +
      "Direction PrintScaling Duplex PickTrayByPDFSize PrintPageRange NumCopies",
  ),
  /** Table 401; the profile is a profile of a colour space. */
  outputIntent: {
    S: "said",
    OutputConditionIdentifier: "neededText",
    ...keys("text", "OutputCondition RegistryName Info"),
    DestOutputProfile: "profile",
  },
  /** Tables 166, 172 and the following: how the annotation looks, and where it is. */
  annotation: {
    ...keys("plain", "F C CA ca BM Border IC Q RD H IT LE Sy"),
    ...keys("name", "Subtype AS"),
    BS: "border",
    BE: "borderEffect",
  },
  /** The annotation's texts, and the points of its drawing. */
  annotationText: {
    ...keys("text", "Contents RC T Subj NM M CreationDate DS Lang"),
    DA: "defaultAppearance",
    Name: "said",
    ...keys("plain", "QuadPoints L Vertices InkList CL LL LLE Cap LLO CO CP"),
  },
  /** Tables 226, 228 to 235. */
  field: { ...keys("plain", "Ff MaxLen Q"), FT: "name", T: "text", DA: "defaultAppearance" },
  fieldValue: { ...keys("text", "TU TM V DV Opt I"), TI: "plain" },
  interactiveForm: { ...keys("plain", "NeedAppearances Q"), DA: "defaultAppearance" },
  /** Table 152. */
  outlineItem: { ...keys("plain", "C F"), Title: "text" },
  /** Table 349. */
  information: keys("text", "Title Author Subject Keywords Creator Producer CreationDate ModDate"),
  /** Tables 355 and 356. */
  element: { S: "name", C: "said" },
  namespace: { NS: "text" },
  /** Tables 43 to 45: of a file that is attached. */
  fileSpecification: { ...keys("text", "F UF Desc"), AFRelationship: "said" },
  embeddedFile: { Subtype: "said", Params: "embeddedFileParameters" },
  embeddedFileParameters: { Size: "plain", ...keys("text", "CreationDate ModDate CheckSum") },
  /** Table 161. */
  pageLabel: { ...keys("plain", "S St"), P: "text" },
  bareLabel: keys("plain", "S St"),
  markInfo: keys("plain", "Marked Suspects"),
  cutLook: keys("plain", "R BC BG"),
  /** Tables 168 to 170, and 192. */
  border: keys("plain", "W S D"),
  borderEffect: keys("plain", "S I"),
  look: { ...keys("plain", "R BC BG TP"), CA: "text" },
};

type Lengths = readonly (readonly [key: string, most: number])[];

const BOXED: Lengths = [
  ["BBox", 4],
  ["Matrix", 6],
];

const FIXED: Readonly<Record<string, Lengths>> = {
  form: BOXED,
  pattern: BOXED,
  type3: [
    ["FontBBox", 4],
    ["FontMatrix", 6],
  ],
  fontDescriptor: [["FontBBox", 4]],
  calibrated: [
    ["WhitePoint", 3],
    ["BlackPoint", 3],
    ["Gamma", 3],
    ["Matrix", 9],
    ["Range", 4],
  ],
};

/** Coordinates of the shadings that have some (tables 78 to 80). */
const COORDINATES: Readonly<Record<number, number>> = { 2: 4, 3: 6 };

/**
 * What the lists of a dictionary are for, as far as the dictionary itself does not say it; 0 where that is not known.
 */
export interface ListFacts {
  /** The colours of an image, and those of the image that a mask belongs to. */
  components(): number;
  readonly masked: number;
  /** The values that a function gives. */
  outputs(): number;
}

/** How many numbers lists of a dictionary may have: further ones have no effect, and could say anything. */
export function listLengths(kind: string, dict: PdfDict, facts: ListFacts): Lengths {
  const count = (key: string): number => (Array.isArray(dict.get(key)) ? (dict.get(key) as unknown[]).length : 0);
  switch (kind) {
    case "image":
    case "mask": {
      const matte: Lengths = facts.masked > 0 ? [["Matte", facts.masked]] : [];
      if (count("Decode") < 3 && count("Mask") < 3) return matte;
      const sides = 2 * facts.components();
      return sides > 0 ? [...matte, ["Decode", sides], ["Mask", sides]] : matte;
    }
    case "profile": {
      const inks = dict.get("N");
      return typeof inks === "number" ? [["Range", 2 * inks]] : [];
    }
    case "function": {
      const inputs = dict.get("FunctionType") === 0 ? count("Size") : 1;
      const outputs = Math.max(1, count("C0"), count("C1"));
      if (dict.get("FunctionType") === 4 || inputs === 0) return [];
      const domain = ["Domain", 2 * inputs] as const;
      const encode = ["Encode", dict.get("FunctionType") === 0 ? 2 * inputs : 2 * (count("Bounds") + 1)] as const;
      if (dict.get("FunctionType") === 2) return [domain, ["Range", 2 * outputs]];
      if (dict.get("FunctionType") === 0) return [domain, encode, ["Decode", count("Range")]];
      const ranges = 2 * facts.outputs();
      return ranges > 0 ? [domain, encode, ["Range", ranges]] : [domain, encode];
    }
    case "shading": {
      const type = Number(dict.get("ShadingType"));
      const most = COORDINATES[type];
      const own: Lengths = [
        ["Extend", 2],
        ["Domain", type === 1 ? 4 : 2],
      ];
      return [...BOXED, ...own, ...(most === undefined ? [] : [["Coords", most] as const])];
    }
    default:
      return FIXED[kind] ?? [];
  }
}
