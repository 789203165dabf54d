/**
 * The entries of each kind of object that may be copied (ISO 32000-2, the tables named). Keys that are not listed are
 * left out, since an unknown entry may hold anything.
 *
 * A value's rule: "plain" numbers, booleans, names, and arrays of these · "text" a string too · the name of another
 * kind · "[kind" an array of it · "{kind" a dictionary of it · "known" as plain, with no name of its own.
 */
export type Rule = string;

/** The known names of how a document opens (tables 29, 147) and how its pages are numbered (161); others may tell. */
export const KNOWN_NAMES: ReadonlySet<string> = new Set([
  ...["SinglePage", "OneColumn", "TwoColumnLeft", "TwoColumnRight", "TwoPageLeft", "TwoPageRight"],
  ...["UseNone", "UseOutlines", "UseThumbs", "UseOC", "L2R", "R2L", "AppDefault", "None"],
  ...["Simplex", "DuplexFlipShortEdge", "DuplexFlipLongEdge", "D", "R", "r", "A", "a"],
]);
/** In which order a page's annotations follow each other (table 31). */
export const TABS: ReadonlySet<string> = new Set(["R", "C", "S", "A", "W"]);

export type Schema = Readonly<Record<string, Rule>>;

const keys = (rule: Rule, ...names: string[]): Schema => Object.fromEntries(names.map((name) => [name, rule]));

/** Tables 5 and 11 to 15. */
export const DECODE_PARAMETERS = keys(
  "plain",
  ...["Predictor", "Colors", "BitsPerComponent", "Columns", "EarlyChange", "K", "EndOfLine", "EncodedByteAlign"],
  ...["Rows", "EndOfBlock", "BlackIs1", "DamagedRowsBeforeError", "ColorTransform"],
);

export const SCHEMAS: Readonly<Record<string, Schema>> = {
  /** Table 87. */
  image: {
    ...keys("plain", "Type", "Subtype", "Width", "Height", "BitsPerComponent", "Intent", "ImageMask", "Decode"),
    ...keys("plain", "Interpolate", "SMaskInData", "Matte"),
    ColorSpace: "colourSpace",
    Mask: "mask",
    SMask: "image",
    OC: "layer",
  },
  /** Table 65. */
  profile: { ...keys("plain", "N", "Range"), Alternate: "colourSpace" },
  /** Tables 62 to 64. */
  calibrated: keys("plain", "WhitePoint", "BlackPoint", "Gamma", "Matrix", "Range"),
  /** Tables 70 to 72. */
  inks: { Subtype: "plain", Colorants: "{colourSpace", Process: "process" },
  process: { ColorSpace: "colourSpace", Components: "plain" },
  /** Tables 37 to 40. */
  function: {
    ...keys("plain", "FunctionType", "Domain", "Range", "Size", "BitsPerSample", "Order", "Encode", "Decode"),
    ...keys("plain", "C0", "C1", "N", "Bounds"),
    Functions: "[function",
  },
  /** Table 57. Halftones and black generation have no use on a screen. */
  graphicsState: {
    ...keys("plain", "Type", "LW", "LC", "LJ", "ML", "D", "RI", "OP", "op", "OPM", "FL", "SM", "SA", "BM"),
    ...keys("plain", "CA", "ca", "AIS", "TK", "UseBlackPtComp"),
    TR: "functions",
    TR2: "functions",
    SMask: "plain",
  },
  /** Table 93; its resources are those that its content uses. */
  form: { ...keys("plain", "Type", "Subtype", "FormType", "BBox", "Matrix"), Group: "group", OC: "layer" },
  /** Table 74. */
  pattern: keys("plain", "Type", "PatternType", "PaintType", "TilingType", "BBox", "XStep", "YStep", "Matrix"),
  /** Tables 109 and 110. Entries about single glyphs are written elsewhere. */
  font: keys("plain", "Type", "Subtype", "BaseFont", "FirstChar", "LastChar", "Widths"),
  type3: keys("plain", "FontBBox", "FontMatrix", "FirstChar", "LastChar", "Widths"),
  /** Table 115, likewise; the collection is one of few by name. */
  cidFont: { ...keys("plain", "Type", "Subtype", "BaseFont", "DW", "DW2"), CIDSystemInfo: "collection" },
  collection: { ...keys("plain", "Supplement"), ...keys("text", "Registry", "Ordering") },
  /** Table 120. What lists the glyphs of a subset, /CharSet and /CIDSet, stays behind. */
  fontDescriptor: {
    ...keys("plain", "Type", "FontName", "FontStretch", "FontWeight", "Flags", "FontBBox", "ItalicAngle", "Ascent"),
    ...keys("plain", "Descent", "Leading", "CapHeight", "XHeight", "StemV", "StemH", "AvgWidth", "MaxWidth"),
    ...keys("plain", "MissingWidth", "Lang"),
  },
  /** Table 118. */
  cmap: { ...keys("plain", "Type", "CMapName", "WMode"), CIDSystemInfo: "collection", UseCMap: "cmap" },
  /** Table 125. */
  fontFile: keys("plain", "Subtype", "Length1", "Length2", "Length3"),
  /** Table 142. */
  softMask: { ...keys("plain", "Type", "S", "BC"), TR: "functions" },
  /** Table 94. */
  group: { ...keys("plain", "Type", "S", "I", "K"), CS: "colourSpace" },
  /** Tables 77 to 84. */
  shading: {
    ...keys("plain", "ShadingType", "Background", "BBox", "AntiAlias", "Coords", "Domain", "Extend", "Matrix"),
    ...keys("plain", "BitsPerCoordinate", "BitsPerComponent", "BitsPerFlag", "Decode", "VerticesPerRow"),
    ColorSpace: "colourSpace",
    Function: "functions",
  },
  /** Tables 96 and 97. */
  layer: { ...keys("plain", "Type", "Intent", "P"), Name: "text", OCGs: "layers", VE: "layers", Usage: "layerUsage" },
  /** Table 100: what decides whether a layer is visible. */
  layerUsage: keys("layerState", "View", "Print", "Export", "Zoom"),
  layerState: keys("plain", "ViewState", "PrintState", "ExportState", "min", "max"),
  /** Table 149 and 182: how to show, and where to go. */
  viewerPreferences: keys(
    "known",
    ...["HideToolbar", "HideMenubar", "HideWindowUI", "FitWindow", "CenterWindow", "DisplayDocTitle"],
    ...["NonFullScreenPageMode", "Direction", "PrintScaling", "Duplex", "PickTrayByPDFSize", "PrintPageRange"],
    ...["NumCopies"],
  ),
  /** Table 401; the profile is a profile of a colour space. */
  outputIntent: {
    ...keys("plain", "Type", "S"),
    ...keys("text", "OutputConditionIdentifier", "OutputCondition", "RegistryName", "Info"),
    DestOutputProfile: "profile",
  },
  /** Tables 166, 172 and what follows: how it looks and where it lies. */
  annotation: {
    ...keys("plain", "Type", "Subtype", "F", "C", "CA", "ca", "BM", "Border", "AS", "H", "IC", "LE", "IT", "Sy", "Q"),
    ...keys("plain", "RD", "Rotate"),
    BS: "border",
    BE: "borderEffect",
  },
  /** What it says, and the points of its drawing. */
  annotationText: {
    ...keys("text", "Contents", "RC", "T", "Subj", "NM", "M", "CreationDate", "DA", "DS", "Lang"),
    ...keys("plain", "Name", "QuadPoints", "L", "Vertices", "InkList", "CL", "LL", "LLE", "Cap", "LLO", "CP", "CO"),
  },
  /** Tables 226, 228 to 235. */
  field: { ...keys("plain", "FT", "Ff", "MaxLen", "Q"), ...keys("text", "T", "DA") },
  fieldValue: keys("text", "TU", "TM", "V", "DV", "Opt", "I", "TI"),
  interactiveForm: { ...keys("plain", "NeedAppearances", "Q"), DA: "text" },
  /** Table 152. */
  outlineItem: { ...keys("plain", "C", "F"), Title: "text" },
  /** Table 349. */
  information: keys("text", "Title", "Author", "Subject", "Keywords", "Creator", "Producer", "CreationDate", "ModDate"),
  /** Tables 355 and 356. */
  element: keys("plain", "Type", "S", "C"),
  namespace: { ...keys("plain", "Type"), NS: "text" },
  /** Table 161. */
  pageLabel: { ...keys("known", "S", "St"), P: "text" },
  bareLabel: keys("known", "S", "St"),
  markInfo: keys("plain", "Marked", "Suspects"),
  cutLook: keys("plain", "R", "BC", "BG"),
  /** Tables 168 to 170, and 192. */
  border: { ...keys("plain", "Type", "W", "S", "D") },
  borderEffect: keys("plain", "S", "I"),
  look: { ...keys("plain", "R", "BC", "BG", "TP"), CA: "text" },
};
