/** What is loaded when it is first used, tools and results; together, since each part of the page is a request more. */
export { HtmlTool, take as takeHtml, takeSettings as takeHtmlSettings } from "./html/tool.tsx";
export { OrganizeTool, take as takePages, takeSettings as takeMarks } from "./organize/tool.tsx";
export { Batch } from "./parts/batch.tsx";
export { CodeDialog } from "./parts/code-dialog.tsx";
export { FinishingForm } from "./parts/finishing-form.tsx";
export { RemovalReport } from "./parts/removal-report.tsx";
export { Result } from "./parts/result.tsx";
export { Searchable } from "./reading/searchable.tsx";
export { isBusy as hasReceipt, ReceiptTool, take as takeReceipt } from "./receipt/tool.tsx";
export { RedactionReport } from "./redact/result.tsx";
export { SplitResult } from "./split/result.tsx";
