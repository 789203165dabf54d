import * as engine from "../../engine.ts";
import { refuseField } from "../../errors/errors.ts";
import { outputName } from "../../intake/filename.ts";
import { inOneTurn } from "../../meter/turns.ts";
import { type Call, defineOperation, type Outcome, serviceOf } from "../operation.ts";
import { coverageNotes } from "./coverage.ts";
import { extentText, noSuchPage, pdfRefusal, unremovable } from "./pdf-refusal.ts";
import { READING_BYTES, readPdfSource, workingBytes } from "./pdf-source.ts";
import { protectedContent, protecting } from "./protect.ts";
import { foundAnswer, receipted, redactedAnswer } from "./redaction-answer.ts";
import { type Fields, fields, type Result, result } from "./redaction-fields.ts";
import { refuseNothing, refuseReceipt, requestOf } from "./redaction-request.ts";
import { expressionFault, pdfLimits } from "./shared-fields.ts";
import { textLayerAnswer } from "./text-layer.ts";

export const redact = defineOperation({
  id: "redact-pdf",
  method: "POST",
  path: "/v1/pdf/redact",
  summary: "Redact PDF",
  description:
    "Cuts texts and areas out of a PDF, so that they are in no place of the file: pages, annotations, fields, tags, " +
    "outline, Info, XMP. The result is a new file, which is read again before it is handed out. Exactly one of " +
    "`file`, `fileBase64` and `url`, and at least one of `areas`, `text`, `patterns` and `annotations`. Try it with " +
    "`dryRun` first.",
  fields,
  files: { file: { many: false, description: "The PDF to redact." } },
  base64Fields: ["fileBase64"],
  limits: pdfLimits,
  result,
  binaryType: "application/pdf",
  codes: { input: "INVALID_INPUT", unreachable: "INVALID_INPUT", failure: "PROCESSING_FAILED" },
  errors: ["INVALID_INPUT", "CORRUPTED_FILE", "FILE_TOO_LARGE", "PROCESSING_FAILED", "BUSY"],
  examples: {
    names: {
      url: "https://example.com/contract.pdf",
      text: [{ words: "Jane Doe" }],
      patterns: ["email", "iban"],
      dryRun: true,
    },
    area: {
      url: "https://example.com/contract.pdf",
      areas: [{ pageNumber: 1, area: { x: 20, y: 20, width: 60, height: 15, unit: "mm" } }],
      mark: { color: "#000000", label: "REDACTED" },
    },
  },
  run,
  refusalOf: (error) => pdfRefusal(error, misfitText),
});

async function run(call: Call<Fields>): Promise<Outcome<Result>> {
  const { fields: asked, work, signal } = call;
  refuseNothing(asked);
  if (asked.receipt) refuseReceipt(asked, call.isBinary);
  const source = await readPdfSource(call, "INVALID_INPUT");
  await call.reservation.grow(workingBytes(source.bytes) + READING_BYTES);
  const receipt =
    asked.receipt && (await (await import("../receipts.ts")).openReceipt(serviceOf(call), call, source.bytes));
  const document = inOneTurn(work, () => engine.openPdf(source.bytes, { password: asked.password, work }));
  const how = asked.dryRun ? undefined : await protecting(asked.protect, document);
  const { request: wanted, rules } = requestOf(asked, document);
  const { output } = asked;
  const fileName = outputName(output ?? source.name, output === undefined ? "-redacted" : "", "redacted.pdf");
  try {
    const isLaid = asked.textLayer !== undefined || asked.ocr || asked.onUnreadable === "ocr";
    const { request, laid } = isLaid
      ? await (await import("./redaction-reading.ts")).withRecognised(call, document, wanted)
      : { request: wanted };
    const answered = { rules, fileName, asked, layer: textLayerAnswer(laid) };
    if (asked.dryRun) return foundAnswer(await engine.findRedactions(document, { ...request, signal }), answered);
    const made = await engine.redactPdf(document, { ...request, signal, lastUse: true });
    const file = { length: made.file.size, pieces: made.file.pieces };
    const content = await protectedContent(file, how, call, document.size);
    const outcome = redactedAnswer(made, answered, content);
    if (!receipt) return outcome;
    const signed = await receipt(content, receipted(made, rules, outcome.result.counts));
    return { ...outcome, result: { ...outcome.result, receipt: signed } };
  } catch (error) {
    if (!(error instanceof engine.ExpressionProblem)) throw error;
    const { name, asked } = rules[error.rule]!;
    throw refuseField("INVALID_INPUT", `${name}.regex`, expressionFault(String(asked[1]), error));
  }
}

/** The field that does not fit the document, and why. */
function misfitText(misfit: engine.Misfit): [field: string, text: string] | undefined {
  switch (misfit.kind) {
    case "unsearched": {
      const notes = coverageNotes(misfit.coverage as engine.PagesCoverage);
      return [
        "onUnreadable",
        `${notes.join(" ")} Send onUnreadable "ocr" to read them, or "report" to cut what can be found.`,
      ];
    }
    case "no such finding":
      return [
        misfit.field,
        `nothing that is found has the id "${misfit.id}": send the ids of a dryRun with the same rules.`,
      ];
    case "too many findings":
      return ["text", `the rules find more than ${misfit.most} texts, the most that are cut at once.`];
    case "area outside page":
      return [`areas[${misfit.item}].area`, `The area lies outside page ${misfit.page}: ${extentText(misfit.extent)}.`];
    case "no such page":
      return [misfit.item === undefined ? "areas" : `areas[${misfit.item}].pageNumber`, noSuchPage(misfit)];
    case "unremovable":
      return ["onUnremovable", unremovable(misfit)];
    case "unproven":
      return [
        "onUnremovable",
        `once all is cut, page ${misfit.page} still reads like a text that is cut, or cannot be read again. Cut that ` +
          'place by an area, or send onUnremovable "drop": then nothing of that page stays.',
      ];
    default:
      return undefined;
  }
}
