type Method = "GET" | "POST" | "PUT" | "DELETE";

/** A guide of docs/, an operation of the reference, or another page. */
export type NavEntry =
  | { guide: string; title: string }
  | { operation: string; method: Method; title: string }
  | { page: string; title: string };

const guide = (name: string, title: string): NavEntry => ({ guide: name, title });
const operation = (method: Method, id: string, title: string): NavEntry => ({ operation: id, method, title });

/** The navigation of the documentation, by task: the guides of each task, then its operations. */
const NAV: [title: string, entries: NavEntry[]][] = [
  [
    "Start",
    [
      { page: "/docs", title: "Overview" },
      guide("start", "First call"),
      guide("uploading", "Uploading"),
      guide("clients", "Clients"),
      guide("browsers", "From a browser (CORS)"),
      guide("not-offered", "What is not offered"),
      guide("mcp", "Agents (MCP)"),
      operation("POST", "mcp", "MCP messages"),
    ],
  ],
  [
    "Crop",
    [
      guide("crop", "To an area"),
      guide("auto-crop", "Automatic crop"),
      guide("areas", "Several areas of a page"),
      guide("removal", "Removing what is outside"),
      operation("POST", "cropPdf", "Crop PDF"),
    ],
  ],
  [
    "Inspect",
    [
      guide("inspect", "What pages are and say"),
      guide("conformance", "PDF/A and PDF/UA"),
      operation("POST", "inspectPdf", "Page dimensions (file)"),
      operation("GET", "inspectPdfByPath", "Page dimensions (URL)"),
    ],
  ],
  [
    "Redact",
    [
      guide("redaction", "What is cut and proved"),
      operation("POST", "redactPdf", "Redact PDF"),
      operation("GET", "receiptKeys", "Keys of receipts"),
    ],
  ],
  ["Split", [guide("split", "What a part holds"), operation("POST", "splitPdf", "Split PDF")]],
  ["Scans", [guide("scans", "Words of pictures"), guide("brought-words", "Words that you bring")]],
  ["Assemble", [guide("assemble", "Join, order, turn"), operation("POST", "assemblePdf", "Assemble PDFs")]],
  ["Images", [guide("images", "Formats and pages"), operation("POST", "imageToPdf", "Images to PDF")]],
  [
    "HTML",
    [
      guide("html", "How pages are printed"),
      guide("html-options", "Options"),
      guide("books-contracts-forms", "Books, contracts, forms"),
      guide("html-sessions", "Sessions"),
      operation("POST", "htmlToPdf", "HTML to PDF"),
    ],
  ],
  ["Finish", [guide("finishing", "Title and password")]],
  [
    "Links",
    [
      guide("links", "Links and files"),
      operation("PUT", "putUpload", "Upload link"),
      operation("DELETE", "deleteFile", "Delete a file"),
    ],
  ],
  [
    "Errors",
    [guide("errors", "Errors"), guide("mistakes", "Mistakes and answers"), guide("idempotency", "Repeating a request")],
  ],
  ["Limits", [guide("limits", "Limits"), operation("GET", "limits", "Every limit"), guide("benchmarks", "Speed")]],
  ["Security", [guide("using-safely", "Using it safely"), guide("security", "What is defended")]],
  [
    "Moving here",
    [
      guide("from-gotenberg", "From Gotenberg and others"),
      guide("from-stirling", "From Stirling-PDF"),
      guide("from-pdf-lib", "From pdf-lib"),
    ],
  ],
  [
    "Operate",
    [
      guide("deployment", "Deploy"),
      guide("container", "In a container"),
      guide("operations", "Run"),
      guide("cost", "Cost and scale"),
      guide("architecture", "Architecture"),
      operation("GET", "health", "Health"),
      { page: "/docs/administration", title: "Admin API" },
    ],
  ],
];

export const GUIDES = NAV.flatMap(([, entries]) => entries).filter((entry) => "guide" in entry);

/** The navigation beside every page of the documentation. On a phone the styles fold it behind its summary. */
export function navHtml(current?: string): string {
  const lists = NAV.map(([title, entries]) => {
    const items = entries.map((entry) => {
      const here = "guide" in entry && entry.guide === current ? ' aria-current="page"' : "";
      const verb =
        "operation" in entry ? ` <span class="verb ${entry.method.toLowerCase()}">${entry.method}</span>` : "";
      return `<li><a href="${hrefOf(entry)}"${here}>${entry.title}${verb}</a></li>`;
    });
    return `<p class="label">${title}</p><ul>${items.join("")}</ul>`;
  });
  return `<details class="docs-menu"><summary>All pages</summary></details>
<nav class="docs-nav" aria-label="Documentation">
${lists.join("\n")}
</nav>`;
}

function hrefOf(entry: NavEntry): string {
  if ("guide" in entry) return `/docs/${entry.guide}`;
  return "operation" in entry ? `/docs#${entry.operation}` : entry.page;
}

/** The same list for agents: each page as Markdown. */
export function llmsText(): string {
  const lists = NAV.map(([title, entries]) => {
    const items = entries.map((entry) => `- [${entry.title}](${markdownOf(entry)})`);
    return `## ${title}\n\n${items.join("\n")}`;
  });
  return `# Quire

> Crops and splits PDFs, binds images into one, and prints HTML and web pages, over HTTP. Each operation is one request.

The whole interface is in [openapi.json](/openapi.json). Agents call the operations as tools at \`/mcp\`,
or with curl as the skill [SKILL.md](/docs/skill.md) says.

${lists.join("\n\n")}
`;
}

function markdownOf(entry: NavEntry): string {
  if ("guide" in entry) return `/docs/${entry.guide}.md`;
  if ("operation" in entry) return `/docs/reference/${entry.operation}.md`;
  return entry.page === "/docs" ? "/docs/reference.md" : `${entry.page}.md`;
}
