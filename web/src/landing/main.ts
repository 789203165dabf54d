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

byId("copied-call").append(codeBlock([{ language: "curl", text: curl }], "A first call").element);
