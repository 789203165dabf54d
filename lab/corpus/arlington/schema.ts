import { DECODE_PARAMETERS, SCHEMAS, type Schema } from "../../../src/remove/copy/schema.ts";
import type { Entry, Model } from "./model.ts";

const ANNOTATIONS = /^Annot[A-Z3]/;
const FIELDS = /^Field(Tx|Btn\w+|Choice|Sig)?$/;

/** The tables of the model that each kind of object that a removal copies is described by. */
const TABLES: Readonly<Record<string, RegExp>> = {
  mask: /^XObjectImage(Mask|SoftMask)?$/,
  image: /^XObjectImage(Mask|SoftMask)?$/,
  profile: /^ICCProfileStream$/,
  calibrated: /^(CalGray|CalRGB|Lab)Dict$/,
  inks: /^DeviceNDict$/,
  process: /^DeviceNProcess$/,
  function: /^FunctionType\d$/,
  graphicsState: /^GraphicsStateParameter$/,
  form: /^XObjectFormType1$/,
  pattern: /^PatternType[12]$/,
  font: /^Font(Type0|Type1|TrueType|MultipleMaster)$/,
  type3: /^FontType3$/,
  cidFont: /^FontCIDType[02]$/,
  collection: /^CIDSystemInfo$/,
  fontDescriptor: /^FontDescriptor/,
  cmap: /^CMapStream$/,
  fontFile: /^FontFile/,
  softMask: /^SoftMask(Alpha|Luminosity)$/,
  group: /^GroupAttributes$/,
  shading: /^ShadingType\d$/,
  layer: /^OptContent(Group|Membership)$/,
  layerUsage: /^OptContentUsage$/,
  layerState: /^OptContent(View|Print|Export|Zoom)$/,
  layerUse: /^OptContentUsageApplication$/,
  viewerPreferences: /^ViewerPreferences$/,
  outputIntent: /^OutputIntents$/,
  annotation: ANNOTATIONS,
  annotationText: ANNOTATIONS,
  field: FIELDS,
  fieldValue: FIELDS,
  interactiveForm: /^InteractiveForm$/,
  outlineItem: /^OutlineItem$/,
  information: /^DocInfo$/,
  element: /^StructElem$/,
  namespace: /^Namespace$/,
  fileSpecification: /^FileSpecification$/,
  embeddedFile: /^EmbeddedFileStream$/,
  embeddedFileParameters: /^EmbeddedFileParameter$/,
  pageLabel: /^PageLabel$/,
  bareLabel: /^PageLabel$/,
  markInfo: /^MarkInfo$/,
  cutLook: /^AppearanceCharacteristics$/,
  look: /^AppearanceCharacteristics$/,
  border: /^BorderStyle$/,
  borderEffect: /^BorderEffect$/,
  "decode parameters": /^Filter(LZW|Flate|CCITTFax|DCT)Decode$/,
};

const TEXTS = /^(string|date)/;
const NAMES = /^name$/;
/** What an array holds is for the copier to see. */
const LISTS = /^array$/;

/**
 * What the table of entries that a removal copies says otherwise than the model: entries that the model does not know
 * for such an object, texts that it does not know as texts, and texts or free names that are copied without a look.
 */
export function schemaDifferences(model: Model): string[] {
  const all: [string, Schema][] = [...Object.entries(SCHEMAS), ["decode parameters", DECODE_PARAMETERS]];
  return all.flatMap(([kind, schema]) => {
    const tables = TABLES[kind];
    const entries = tables && [...model].filter(([name]) => tables.test(name)).flatMap(([, rows]) => rows);
    if (!entries || entries.length === 0) return [`${kind}: the model has no table of it`];
    return Object.entries(schema).flatMap(([key, rule]) => {
      const known = entries.filter((entry) => entry.key === key);
      if (known.length === 0) return [`${kind}/${key}: is not in the model`];
      const said = differenceOf(rule, known);
      return said === undefined ? [] : [`${kind}/${key}: ${said}`];
    });
  });
}

function differenceOf(rule: string, known: readonly Entry[]): string | undefined {
  const types = known.flatMap((entry) => entry.types);
  const isText = types.some((type) => TEXTS.test(type));
  const isList = types.some((type) => LISTS.test(type));
  const takesNames = known.some(({ types, values }) =>
    types.some((type, at) => NAMES.test(type) && (values[at] ?? []).every((value) => value === "*")),
  );
  switch (rule) {
    case "plain":
      return isText ? "is a text, and copied as none" : undefined;
    case "name":
    case "said":
      return isList || types.some((type) => NAMES.test(type)) ? undefined : `is ${types.join(" or ")}, not a name`;
    case "text":
    case "neededText":
    case "collectionName":
    case "defaultAppearance":
      return isText || isList || takesNames ? undefined : `is ${types.join(" or ")}, not a text`;
    default:
      return types.some((type) => !TEXTS.test(type)) ? undefined : "is a text only";
  }
}
