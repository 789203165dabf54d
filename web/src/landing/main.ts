import { codeBlock } from "../code.ts";
import { byId } from "../dom.ts";
import { showTheme } from "../theme.ts";
import { takeFiles } from "./take-files.ts";

showTheme();
takeFiles();
const curl = `curl -o hello.pdf \\
  "${location.origin}/v1/convert/html-to-pdf?format=binary" \\
  -H "Authorization: Bearer $QUIRE_API_KEY" \\
  --data-urlencode "html=<h1>Hello</h1>"`;

const markdown = `curl "${location.origin}/v1/pdf/inspect" \\
  -H "Authorization: Bearer $QUIRE_API_KEY" \\
  -F file=@order.pdf -F text=markdown`;
/** What the service answers, of the first page: test/inspect/markdown.test.ts. */
const answer = `"markdown": "# Order 42\\n\\n- Paper\\n- Ink\\n\\n
  | Article | Price |\\n| --- | --- |\\n
  | Paper | 36.00 |\\n| Ink | 4.50 |"`;

byId("copied-call").append(
  codeBlock([{ language: "curl", text: curl }], "A first call").element,
  codeBlock(
    [
      { language: "curl", text: markdown },
      { language: "Answer", text: answer },
    ],
    "A PDF's text as Markdown",
  ).element,
);
