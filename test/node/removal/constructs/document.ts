import { deflated, pdf, stream } from "../../../fixtures/pdf.ts";
import { bodiesOf, type Construct, construct, onePage } from "../construct.ts";

const inCatalog = (
  name: string,
  entries: (word: string) => string,
  objects: (word: string) => Record<number, string> = () => ({}),
) => construct(`document: ${name}`, ({ word }) => onePage("", { catalog: entries(word), objects: objects(word) }));

const inPage = (
  name: string,
  entries: (word: string) => string,
  objects: (word: string) => Record<number, string> = () => ({}),
) => construct(`page: ${name}`, ({ word }) => onePage("", { page: entries(word), objects: objects(word) }));

const file = (word: string) =>
  `<</Type/Filespec/F(${word}.txt)/UF(${word}.txt)/Desc(${word})/AFRelationship/Data/EF<</F 20 0 R>>>>`;
const attached = (word: string) => ({ 20: deflated(`attached: ${word}`, "/Type/EmbeddedFile") });
const xmp = (word: string) => ({ 20: stream(`<x>${word}</x>`, "/Type/Metadata/Subtype/XML") });

const trees: [string, (word: string) => string][] = [
  ["Dests", () => "[3 0 R/XYZ 0 0 0]"],
  ["JavaScript", (word) => `<</S/JavaScript/JS(${word})>>`],
  ["EmbeddedFiles", file],
  ["AP", () => "20 0 R"],
  ["Pages", () => "20 0 R"],
  ["Templates", () => "20 0 R"],
  ["IDS", (word) => `<</S/SPS/ID(${word})/T(${word})/O[]>>`],
  ["URLS", (word) => `<</S/SPS/T(${word})/O[]>>`],
  ["Renditions", (word) => `<</S/MR/N(${word})>>`],
  ["AlternatePresentations", (word) => `<</Type/SlideShow/Subtype/Embedded/Mine(${word})>>`],
  ["Unheard", (word) => `(${word})`],
];

export const documentConstructs: Construct[] = [
  ...trees.map(([name, value]) =>
    inCatalog(
      `names of ${name}`,
      (word) => `/Names<</${name}<</Limits[(${word})(${word})]/Names[(${word})${value(word)}]>>>>`,
      attached,
    ),
  ),
  inCatalog(
    "names in a tree of two levels",
    () => "/Names<</Dests<</Kids[21 0 R]>>>>",
    (word) => ({
      21: `<</Limits[(${word})(${word})]/Names[(${word})<</D[3 0 R/Fit]/Mine(${word})>>]>>`,
    }),
  ),
  inCatalog("destinations by name, as before PDF 1.2", (word) => `/Dests<</${word}[3 0 R/XYZ 0 0 0]>>`),
  inCatalog(
    "outline",
    () => "/Outlines 20 0 R",
    (word) => ({
      20: "<</Type/Outlines/First 21 0 R/Last 21 0 R/Count 2>>",
      21: `<</Title(${word})/Parent 20 0 R/First 22 0 R/Last 22 0 R/Count 1/Dest[3 0 R/XYZ 10 30 0]>>`,
      22:
        `<</Title(deeper)/Parent 21 0 R/A<</S/URI/URI(http://${word}/)/Next<</S/JavaScript/JS(${word})>>>>` +
        `/SE 23 0 R>>`,
      23: `<</Type/StructElem/S/P/T(${word})>>`,
    }),
  ),
  inCatalog(
    "outline in UTF-16",
    () => "/Outlines 20 0 R",
    (word) => ({
      20: "<</Type/Outlines/First 21 0 R/Last 21 0 R/Count 1>>",
      21: `<</Title<feff${Buffer.from(word, "utf16le").swap16().toString("hex")}>/Parent 20 0 R>>`,
    }),
  ),
  inCatalog("XMP", () => "/Metadata 20 0 R", xmp),
  inCatalog("associated files", (word) => `/AF[${file(word)}]`, attached),
  inCatalog(
    "article threads",
    () => "/Threads[20 0 R]",
    (word) => ({
      20: `<</Type/Thread/F 21 0 R/I<</Title(${word})/Subject(${word})>>>>`,
      21: "<</Type/Bead/T 20 0 R/N 21 0 R/V 21 0 R/P 3 0 R/R[10 10 90 90]>>",
    }),
  ),
  inCatalog(
    "private data of programs",
    (word) => `/PieceInfo<</A<</Private<</Deep(${word})>>/LastModified(D:2020)>>>>`,
  ),
  inCatalog("a script at opening", (word) => `/OpenAction<</S/JavaScript/JS(${word})>>`),
  inCatalog(
    "a script in a stream",
    () => "/OpenAction<</S/JavaScript/JS 20 0 R>>",
    (word) => ({ 20: deflated(word) }),
  ),
  inCatalog("a destination at opening", (word) => `/OpenAction(${word})`),
  inCatalog("a link at opening", (word) => `/OpenAction<</S/URI/URI(${word})>>`),
  inCatalog("actions of its own", (word) => `/AA<</WC<</S/JavaScript/JS(${word})>>/DP<</S/Launch/F(${word})>>>>`),
  inCatalog(
    "layers that nothing shows",
    (word) =>
      `/OCProperties<</OCGs[20 0 R]/D<</Order[(${word})[20 0 R]]/Name(${word})/Creator(${word})>>` +
      `/Configs[<</Name(${word})>>]>>`,
    (word) => ({
      20: `<</Type/OCG/Name(${word})>>`,
    }),
  ),
  inCatalog("labels of pages", (word) => `/PageLabels<</Nums[0<</S/D/P(${word}-)>>]>>`),
  inCatalog(
    "output intents",
    (word) =>
      `/OutputIntents[<</Type/OutputIntent/S/GTS_PDFA1/OutputConditionIdentifier(${word})/Info(${word})` +
      `/RegistryName(${word})/DestOutputProfile 20 0 R>>]`,
    (word) => ({
      20: stream(word, "/N 3"),
    }),
  ),
  inCatalog("the base of links", (word) => `/URI<</Base(http://${word}/)>>`),
  inCatalog("a collection", (word) => `/Collection<</D(${word})/Schema<</A<</N(${word})/Subtype/S>>>>>>`),
  inCatalog("permissions by signature", (word) => `/Perms<</DocMDP<</Type/Sig/Name(${word})/Contents(${word})>>>>`),
  inCatalog(
    "security store",
    () => "/DSS<</Certs[20 0 R]/VRI<</A<</Cert[20 0 R]>>>>>>",
    (word) => ({ 20: stream(word) }),
  ),
  inCatalog("requirements", (word) => `/Requirements[<</S/EnableJavaScripts/RH[<</S/JS/Script(${word})>>]>>]`),
  inCatalog(
    "preferences that nobody knows",
    (word) => `/ViewerPreferences<</HideMenubar true/Mine(${word})/${word} true>>`,
  ),
  inCatalog(
    "names that are none of those that open it",
    (word) =>
      `/PageMode/${word}/PageLayout/${word}/PageLabels<</Nums[0<</S/${word}>>]>>` +
      `/ViewerPreferences<</Direction/${word}/Duplex/${word}/PrintScaling/${word}>>`,
  ),
  inCatalog("legal attestation", (word) => `/Legal<</Attestation(${word})>>`),
  inCatalog("what a spider found", (word) => `/SpiderInfo<</V 1/C[<</URL(${word})>>]>>`),
  inCatalog(
    "document parts",
    () => "/DPartRoot 20 0 R",
    (word) => ({
      20: `<</Type/DPartRoot/DPartRootNode 21 0 R/NodeNameList[/${word}]>>`,
      21: `<</Type/DPart/Parent 20 0 R/Start 3 0 R/End 3 0 R/DPM<</Mine(${word})>>>>`,
    }),
  ),
  inCatalog("extensions", (word) => `/Extensions<</${word}<</BaseVersion/1.7/ExtensionLevel 3/URL(${word})>>>>`),
  inCatalog(
    "an entry that nobody knows",
    (word) => `/Mine(${word})/${word} 20 0 R`,
    (word) => ({ 20: `<</A(${word})>>` }),
  ),
  construct("document: information", ({ word }) =>
    pdf(
      {
        ...bodiesOf(""),
        10:
          `<</Title(${word})/Author(${word})/Subject(${word})/Keywords(${word})/Creator(${word})` +
          `/Producer(${word})/Mine(${word})/${word}(x)>>`,
      },
      {
        trailer: "/Root 1 0 R/Info 10 0 R",
      },
    ),
  ),
  construct("document: an entry of the trailer that nobody knows", ({ word }) =>
    pdf(bodiesOf(""), { trailer: `/Root 1 0 R/Mine(${word})/DocChecksum/${word}` }),
  ),
  construct("document: an entry of the page tree that nobody knows", ({ word }) =>
    pdf({
      ...bodiesOf(""),
      2: `<</Type/Pages/Kids[3 0 R]/Count 1/Mine(${word})/Resources<</Properties<</A<</B(${word})>>>>>>>>`,
    }),
  ),
  inPage(
    "thumbnail",
    () => "/Thumb 20 0 R",
    (word) => ({
      20: stream(word, "/Width 8/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray"),
    }),
  ),
  inPage("private data of programs", (word) => `/PieceInfo<</A<</Private(${word})>>>>/LastModified(${word})`),
  inPage("metadata", () => "/Metadata 20 0 R", xmp),
  inPage("associated files", (word) => `/AF[${file(word)}]`, attached),
  inPage(
    "beads",
    () => "/B[20 0 R]",
    (word) => ({
      20: "<</Type/Bead/T 21 0 R/N 20 0 R/V 20 0 R/P 3 0 R/R[10 10 90 90]>>",
      21: `<</Type/Thread/F 20 0 R/I<</Title(${word})>>>>`,
    }),
  ),
  inPage("actions", (word) => `/AA<</O<</S/JavaScript/JS(${word})>>/C<</S/URI/URI(${word})>>>>`),
  inPage(
    "viewports",
    (word) =>
      `/VP[<</Type/Viewport/BBox[10 10 90 90]/Name(${word})/Measure<</Subtype/RL/R(${word})/X[]/Y[]/D[]/A[]>>>>]`,
  ),
  inPage("separations", (word) => `/SeparationInfo<</Pages[3 0 R]/DeviceColorant/${word}>>`),
  inPage("presentation steps", (word) => `/PresSteps<</Type/NavNode/NA<</S/URI/URI(${word})>>>>`),
  inPage("a template's name", (word) => `/TemplateInstantiated/${word}/ID(${word})`),
  inPage("output intents", (word) => `/OutputIntents[<</S/GTS_PDFX/Info(${word})>>]`),
  inPage("the guides of boxes", (word) => `/BoxColorInfo<</TrimBox<</C[1 0 0]/Mine(${word})>>>>`),
  inPage("an order of its annotations that nobody knows", (word) => `/Tabs/${word}`),
  inPage("an entry that nobody knows", (word) => `/Mine(${word})/${word}<</A[(${word})]>>`),
  construct("page: resources of kinds that nobody knows", ({ word }) =>
    onePage("", { resources: `/Mine<</A(${word})>>/${word}[(x)]` }),
  ),
];
