import { each, type Row as Told } from "../wound.ts";

type Row = readonly [number: string, year: number, told: "test" | "text", shape: string, text: string];
const rows = (all: readonly Row[]): Told[] =>
  all.map(([number, year, told, shape, text]) => [number, year, told, shape, () => Buffer.from(text)]);
const many = (count: number, text: string) => text.repeat(count);

export const marked = rows([
  ["PR 1853", 2020, "test", "a heading of 50,000 spaces", `# #${many(50_000, " ")}a`],
  ["PR 1864", 2021, "test", "a row of underscores before a letter", `${many(50_000, "_")} a`],
  ["PR 2302", 2021, "test", "a list of 10,000 items", many(10_000, "- a\n")],
  [
    "CVE-2022-21680",
    2022,
    "test",
    "a definition between 30,000 spaces",
    `[x]:${many(15_000, " ")}x ${many(15_000, " ")} x`,
  ],
  [
    "CVE-2022-21681",
    2022,
    "test",
    "5,000 brackets of references that do not end",
    `[x]: x\n\n${many(5000, "[\\[\\](")}`,
  ],
  ["PR 2818", 2023, "test", "100,000 brackets", many(100_000, "[")],
  ["PR 2818", 2023, "test", "50,000 brackets with points", many(50_000, "[.")],
  ["PR 2818", 2023, "test", "100,000 less-than signs", many(100_000, "<")],
  ["PR 3902", 2026, "test", "20,000 links that do not end", many(20_000, "a[b](c")],
  ["PR 3906", 2026, "test", "100,000 underscores and a letter", `${many(100_000, "_")} a`],
  [
    "PR 3918",
    2026,
    "test",
    "a bracket before 5,000 codes of ticks",
    `[${each(5000, (i) => `\`\`\`\`code${i}\`\`\`\` `)}`,
  ],
  ["PR 3947", 2026, "test", "a tab, a vertical tab and the end of a line", "\t\v\n"],
  ["PR 4013", 2026, "test", "a link to 50,000 spaces", `[](${many(50_000, " ")}`],
  ["PR 4014", 2026, "test", "a declaration of 50,000 greater-than signs", `<!x ${many(50_000, "a>")}`],
  ["PR 4014", 2026, "test", "a paragraph that 50,000 tildes interrupt", `intro\n${many(50_000, "~")}`],
  ["PR 4017", 2026, "test", "90,000 points behind strokes", many(90_000, "\\.")],
  ["PR 4017", 2026, "test", "50,000 codes", many(50_000, "`x` ")],
  ["PR 4017", 2026, "test", "48,000 references to one definition", `[a]: x\n\n${many(48_000, "[a] ")}`],
]);

export const markdownIt = rows([
  ["issue 736", 2020, "test", "600 rows of ticks, each longer than the last", each(600, (i) => `e${many(i, "`")}`)],
  ["issue 737", 2020, "test", "190,000 less-than signs and one that ends them", `${many(190_000, "<")}>`],
  ["issue 735", 2020, "test", "40,000 stars and underscores that cross", many(40_000, "**_* ")],
  ["cmark 389", 2020, "test", "stars and underscores that do not match", many(10_000, "*a ") + many(20_000, "_a*_ ")],
  ["12.3.0", 2021, "test", "stars around a letter", `${many(60_000, "*")}a${many(60_000, "*")}`],
  ["CVE-2022-21670", 2022, "test", "a line of 150,000 spaces that breaks off", `x${many(150_000, " ")}x  \nx`],
  ["issue 996", 2024, "text", "a definition of 60,000 lines that does not end", `[a]: b "${many(60_000, "c\n")}`],
  [
    "issue 1000",
    2024,
    "text",
    "a table of 3,000 columns and as many rows of one cell",
    `${many(3000, "|a")}|\n${many(3000, "|-")}|\n${many(3000, "|b\n")}`,
  ],
  ["14.1.1", 2026, "test", "an address of 70,000 stars", `https://test.com?${many(70_000, "*")}a`],
  ["14.2.0", 2026, "test", "160,000 quotation marks", many(160_000, '"')],
]);

export const pythonMarkdown = rows([
  ["PR 991", 2020, "text", "50,000 quotations in each other", `${many(50_000, "> ")}a`],
  ["PR 1055", 2020, "test", "lines of 50,000 strokes that are no rule", `${many(50_000, "- ")}a`],
  [
    "commit of 2021-05-07",
    2021,
    "text",
    "a fence whose name is 50,000 spaces",
    `\`\`\`${many(50_000, " ")}\n${many(3000, "``` {\n")}`,
  ],
  ["PR 1537", 2025, "text", "tags and declarations that do not end", many(20_000, "<foo <![a ")],
  ["PR 1554", 2025, "test", "a comment that ends wrongly", many(8000, "<!-- a -- >\nb\n")],
  ["PR 1578", 2025, "test", "20,000 comments that do not end", many(20_000, "<!-- and ")],
  ["PR 1586", 2025, "test", "20,000 tags that close nothing", many(20_000, "`</` and ")],
]);
