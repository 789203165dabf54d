/** Tools that are loaded when they are first used; together, since each part of the page is a request more. */
export { HtmlTool, take as takeHtml, takeSettings as takeHtmlSettings } from "./html/tool.tsx";
export { OrganizeTool, take as takePages, takeSettings as takeMarks } from "./organize/tool.tsx";
export { isBusy as hasReceipt, ReceiptTool, take as takeReceipt } from "./receipt/tool.tsx";
