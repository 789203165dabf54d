import { z } from "zod";
import { defineOperation } from "../../src/api/operation.ts";
import { outputName } from "../../src/intake/filename.ts";
import { Rope } from "../../src/pdf-file/rope.ts";

const MIB = 1024 * 1024;

/** The least operation there can be: gives back what it was given. It stands for all of them in tests of the frame. */
export const echo = defineOperation({
  id: "echo",
  method: "POST",
  path: "/v1/echo",
  summary: "Echo",
  description: "Gives a file back.",
  fields: z.object({
    url: z.string().optional().describe("URL of a file."),
    note: z.string().max(10).optional().describe("A note."),
    margin: z.number().min(0).default(0).describe("A number."),
    flag: z.boolean().optional().describe("A flag."),
    mode: z.enum(["one", "two"]).optional().describe("A choice."),
    items: z
      .array(z.object({ width: z.number().positive(), unit: z.enum(["pt", "mm"]).optional() }))
      .optional()
      .describe("A list."),
    fail: z.enum(["engine", "bug"]).optional().describe("How to fail."),
  }),
  files: { file: { many: true, description: "The file." } },
  base64Fields: ["fileBase64"],
  limits: { fileBytes: MIB, bodyBytes: 2 * MIB },
  result: z.object({
    success: z.literal(true),
    message: z.string(),
    fileName: z.string(),
    downloadUrl: z.string(),
    expiresAt: z.string(),
    bytes: z.number(),
    fields: z.looseObject({}),
    warnings: z.array(z.string()).optional(),
  }),
  binaryType: "application/pdf",
  codes: { input: "INVALID_INPUT", unreachable: "INVALID_INPUT", failure: "PROCESSING_FAILED" },
  fieldCodes: { mode: "INVALID_SPLIT_MODE" },
  errors: ["INVALID_INPUT", "PROCESSING_FAILED"],
  examples: { note: { note: "hello" } },
  async run(call) {
    if (call.fields.fail === "bug") throw new Error("secret detail");
    const remote = call.fields.url === undefined ? [] : [await call.fetchRemote(call.fields.url, "url")];
    const content = new Rope();
    for (const { bytes } of [...call.files, ...remote]) content.push(bytes);
    const name = outputName(call.files[0]?.name, "-echo", "echo.pdf");
    const { url: _, ...fields } = call.fields;
    return {
      result: { message: "Done – fertig.", fileName: name, bytes: content.length, fields },
      file: { content, name, type: "application/pdf" },
    };
  },
});
