import { type Call, indented, type Part, textOf, urlOf } from "./call.ts";

/** PHP with the cURL extension. */
export function php(call: Call): string {
  const { method, secret, headers = {}, json, form, saveAs } = call;
  const sent = [
    ...(secret ? [`'Authorization: Bearer ' . getenv('${secret}')`] : []),
    ...Object.entries(headers).map(([name, value]) => literal(`${name}: ${value}`)),
    ...(json === undefined ? [] : ["'Content-Type: application/json'"]),
  ];
  const body = json === undefined ? undefined : `<<<'JSON'\n${JSON.stringify(json, null, 2)}\nJSON`;
  const options = [
    "CURLOPT_RETURNTRANSFER => true",
    ...(method === "GET" || (method === "POST" && form) ? [] : [`CURLOPT_CUSTOMREQUEST => '${method}'`]),
    ...(sent.length > 0 ? [`CURLOPT_HTTPHEADER => [${sent.join(", ")}]`] : []),
    ...(body === undefined ? [] : [`CURLOPT_POSTFIELDS => ${body}`]),
    ...(form ? [`CURLOPT_POSTFIELDS => ${indented(`[\n    ${form.map(part).join(",\n    ")},\n]`, "    ")}`] : []),
  ];
  const answer = saveAs
    ? `file_put_contents(${literal(saveAs)}, $answer);\necho ${literal(`Saved ${saveAs}`)}, PHP_EOL;`
    : "print_r(json_decode($answer, true));";
  return `<?php
$call = curl_init(${literal(urlOf(call))});
curl_setopt_array($call, [
    ${options.join(",\n    ")},
]);
$answer = curl_exec($call);
if (curl_getinfo($call, CURLINFO_RESPONSE_CODE) >= 400 || $answer === false) exit($answer ?: curl_error($call));
${answer}`;
}

function part(one: Part): string {
  const name = literal(one.name);
  if ("file" in one) return `${name} => new CURLFile(${literal(one.file)})`;
  return `${name} => ${"variable" in one ? `getenv('${one.variable}')` : literal(textOf(one.value))}`;
}

function literal(text: string): string {
  return `'${text.replace(/['\\]/g, "\\$&")}'`;
}
