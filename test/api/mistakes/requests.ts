import { HTML, json, type Mistake, SPLIT, withHeaders } from "./mistake.ts";

const html = () => json({ html: "<p>Hi" });
const key = (Authorization: string): RequestInit => withHeaders(html(), { Authorization });

/** Keys, paths and methods. */
export const requests: Mistake[] = [
  ["no key", HTML, key("")],
  ["the key in X-API-Key", HTML, withHeaders(key(""), { "X-API-Key": "qk_1" })],
  ["the key in the address", `${HTML}?api_key=qk_1`, key("")],
  ["the key without Bearer", HTML, key("qk_0123456789")],
  ["Basic instead of Bearer", HTML, key("Basic cWs6")],
  ["Bearer written twice", HTML, key("Bearer Bearer qk_1")],
  ["an unset variable as the key", HTML, key("Bearer ")],
  ["`Bearer null`", HTML, key("Bearer null")],
  ["`Bearer undefined`", HTML, key("Bearer undefined")],
  ["quotes around the key", HTML, key('Bearer "qk_1"')],
  ["a placeholder instead of the key", HTML, key("Bearer YOUR_API_KEY")],
  ["POST /v1/crop", "/v1/crop", html()],
  ["POST /v1/pdf/split/ with a slash at the end", `${SPLIT}/`, html()],
  ["POST /v1/convert/images-to-pdf", "/v1/convert/images-to-pdf", html()],
  ["POST /v1/html", "/v1/html", html()],
  ["GET of an operation that wants POST", SPLIT, { method: "GET" }],
  ["DELETE of a file without its link", "/v1/files", { method: "DELETE" }],
  ["PUT", HTML, { ...html(), method: "PUT" }],
];
