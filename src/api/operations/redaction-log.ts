import { type Finding, pdfOfLines, type RedactionPlan } from "../../engine.ts";
import type { Result } from "./redaction-fields.ts";
import type { AskedRule } from "./redaction-request.ts";
import { roundedArea } from "./shared-fields.ts";

type Row = Exclude<Result["log"], string | undefined>[number];

/** What a finding rests on, if not on text that is drawn. */
export function restOf({ recognised, confidence }: Finding): Pick<Finding, "recognised" | "confidence"> {
  return { ...(recognised && { recognised }), ...(confidence !== undefined && { confidence: Math.round(confidence) }) };
}

/** Page, place, rule and code of all that is cut: what is cut is not said. */
export function rowsOf(
  { findings, areas, elsewhere }: Pick<RedactionPlan, "findings" | "areas" | "elsewhere">,
  rules: readonly Pick<AskedRule, "name" | "code">[],
  asked: readonly { readonly code?: string | undefined }[],
): Row[] {
  const by = (name: string, code: string | undefined) => ({ rule: name, ...(code !== undefined && { code }) });
  const ruleOf = (rule: number) => by(rules[rule]!.name, rules[rule]!.code);
  const onPage = (page: number, area: Parameters<typeof roundedArea>[0]) =>
    ({ pageNumber: page, place: "page", count: 1, area: roundedArea(area) }) as const;
  return [
    ...findings.flatMap((one) =>
      one.areas.map((area) => ({ id: one.id, ...onPage(one.page, area), ...ruleOf(one.rule), ...restOf(one) })),
    ),
    ...areas.map(({ page, area, item }) => ({
      ...onPage(page, area),
      ...(item === undefined ? by("annotations", undefined) : by(`areas[${item}]`, asked[item]?.code)),
    })),
    ...elsewhere.map(({ place, rule, count }) => ({ place, count, ...ruleOf(rule) })),
  ];
}

export function csvLog(rows: readonly Row[]): string {
  const cell = (value: string | number | undefined): string => {
    const text = String(value ?? "");
    // A text that begins so would be a formula.
    const plain = /^[=+@-]/.test(text) && typeof value === "string" ? `'${text}` : text;
    return /[",\n;]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
  };
  const line = (cells: readonly (string | number | undefined)[]): string => `${cells.map(cell).join(",")}\r\n`;
  const rests = rows.some(({ recognised }) => recognised);
  return [
    `id,page,place,count,x,y,width,height,rule,code${rests ? ",recognised,confidence" : ""}\r\n`,
    ...rows.map(({ id, pageNumber, place, count, area, rule, code, recognised, confidence }) => {
      const more = rests ? [recognised && "yes", confidence] : [];
      return line([id, pageNumber, place, count, area?.x, area?.y, area?.width, area?.height, rule, code, ...more]);
    }),
  ].join("");
}

/** The log as pages, in base64: below what it is of, a table. */
export function pdfLog(rows: readonly Row[], { message, fileName }: Pick<Result, "message" | "fileName">): string {
  const line = (cells: readonly (string | number)[]): string =>
    cells.map((cell, at) => String(cell).padEnd([8, 7, 24, 14, 16, 0][at]!)).join("");
  const lines = rows.map(({ id = "", pageNumber = "", place, count, area, rule, code = "" }) => {
    const where = area ? `${area.x}, ${area.y}` : place;
    return line([id, pageNumber, where, area ? `${area.width} x ${area.height}` : `${count} times`, rule, code]);
  });
  const head = line(["id", "page", "place (x, y in points)", "size or count", "rule", "code"]);
  return btoa(pdfOfLines(["Redaction log", message, `File: ${fileName}`, "", head, ...lines], "Courier"));
}
