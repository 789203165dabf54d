import { codeBlock } from "../code.ts";
import { byId } from "../dom.ts";
import { heldKey } from "../held-key.ts";

const key = heldKey() || "$QUIRE_API_KEY";
const curl = `curl -o hello.pdf \\
  "${location.origin}/v1/convert/html-to-pdf?format=binary" \\
  -H "Authorization: Bearer ${key}" \\
  --data-urlencode "html=<h1>Hello</h1>"`;

byId("copied-call").append(codeBlock([{ language: "curl", text: curl }], "A first call").element);
