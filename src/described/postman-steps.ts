/**
 * What the collection needs and an OpenAPI document lacks: variables, and values that one request takes from another's
 * answer.
 */
export const VARIABLES: Record<string, { value: string; description: string }> = {
  apiKey: { value: "", description: "A key: `npm start` prints one, the dashboard makes others." },
  adminSecret: { value: "", description: "The Worker's ADMIN_SECRET; only for the requests of Admin." },
  pdfUrl: {
    value: "",
    description: "The address of a PDF, encoded. The first request of Documents sets it to what it made.",
  },
  keyId: { value: "", description: 'Set by "Create a key".' },
  uploadUrl: { value: "", description: "Set by the request to /mcp." },
};

/** Sessions can be changed only from the dashboard's own pages. */
const OWN_PAGE = { Origin: "{{baseUrl}}", "X-Quire-Admin": "1" };

/** Values that requests take from the variables, and bodies that the OpenAPI document does not show. */
export const TAKEN: Record<
  string,
  {
    url?: string;
    query?: Record<string, string>;
    path?: Record<string, string>;
    header?: Record<string, string>;
    body?: string;
  }
> = {
  inspectPdfByPath: { query: { filePath: "{{pdfUrl}}" } },
  mcp: {
    body: JSON.stringify(
      {
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name: "create_upload", arguments: { fileName: "hello.html", bytes: "<h1>Hello</h1>".length } },
      },
      null,
      2,
    ),
  },
  putUpload: { url: "{{uploadUrl}}", body: "<h1>Hello</h1>" },
  adminSignIn: { header: OWN_PAGE, body: JSON.stringify({ secret: "{{adminSecret}}" }, null, 2) },
  adminSignOut: { header: OWN_PAGE },
  adminChangeKey: { path: { id: "{{keyId}}" } },
  adminRotateKey: { path: { id: "{{keyId}}" } },
  adminRevokeKey: { path: { id: "{{keyId}}" } },
  adminKeyUsage: { path: { id: "{{keyId}}" } },
};

/** Where an answer holds the value for a later request. */
const SAVED: Record<string, { variable: string; member: string; encoded?: boolean }> = {
  cropPdf: { variable: "pdfUrl", member: "downloadUrl", encoded: true },
  mcp: { variable: "uploadUrl", member: "result.structuredContent.uploadUrl" },
  adminCreateKey: { variable: "keyId", member: "record.id" },
};

/** The script that saves the value for a later request. */
export function savedBy(operationId: string): Record<string, unknown>[] {
  const saved = SAVED[operationId];
  if (!saved) return [];
  const member = `pm.response.json().${saved.member}`;
  // Postman puts a variable into an address without escaping it.
  const value = saved.encoded ? `encodeURIComponent(${member})` : member;
  const exec = [`pm.collectionVariables.set("${saved.variable}", ${value});`];
  return [{ listen: "test", script: { type: "text/javascript", exec } }];
}
