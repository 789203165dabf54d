import { describe } from "vitest";
import { latin1 } from "../../../src/pdf-file/rope.ts";
import { openSecurity } from "../../../src/pdf-file/security/security.ts";
import { pdf, text } from "../../fixtures/pdf.ts";
import { bookOf, type Sample } from "../../fixtures/samples/sample.ts";
import { comeOutAsRecorded, openOrAreRefused } from "../../support/outcomes/outcomes.ts";
import { encryptDictionary } from "./encrypt-dictionary.ts";
import { VECTORS, type Vector } from "./vectors.ts";

const hex = (bytes: Uint8Array) => `<${Buffer.from(bytes).toString("hex")}>`;

/** Two pages and some information, encrypted as the vector says. */
function encrypted(vector: Vector, style: "table" | "stream", change: (dictionary: string) => string): Uint8Array {
  const id = Uint8Array.from(Buffer.from(vector.id0, "hex"));
  const security = openSecurity(encryptDictionary(vector), id, vector.user);
  const string = (value: string, number: number) => hex(security.encryptString(latin1(value), number, 0));
  const bodies = bookOf(2, { 6: `<</Title${string("A title", 6)}/Author${string("", 6)}>>` }, "/Outlines 30 0 R");
  for (const number of [11, 13]) {
    const [, data] = /stream\n([\s\S]*)\nendstream/.exec(bodies[number] as string) as unknown as [string, string];
    const sealed = text(security.encryptStream(latin1(data), new Map(), number, 0));
    bodies[number] = `<</Length ${sealed.length}>>\nstream\n${sealed}\nendstream`;
  }
  bodies[30] = "<</First 31 0 R>>";
  bodies[31] = `<</Title${string("A chapter", 31)}/Dest[12 0 R/Fit]>>`;
  const { V, R, Length, P, method, cleartextMetadata } = vector;
  const keys = (["O", "U", "OE", "UE"] as const).map((key) =>
    vector[key] === undefined ? "" : `/${key}<${vector[key]}>`,
  );
  const filters = method === undefined ? "" : `/CF<</StdCF<</CFM/${method}/AuthEvent/DocOpen>>>>/StmF/StdCF/StrF/StdCF`;
  const metadata = cleartextMetadata ? "/EncryptMetadata false" : "";
  bodies[7] = change(
    `<</Filter/Standard/V ${V}/R ${R}${Length === undefined ? "" : `/Length ${Length}`}/P ${P}${keys.join("")}${filters}${metadata}>>`,
  );
  return pdf(bodies, { style, trailer: `/Root 1 0 R/Info 6 0 R/Encrypt 7 0 R/ID[<${vector.id0}><${vector.id0}>]` });
}

const same = (dictionary: string) => dictionary;
const damages: [string, (dictionary: string) => string][] = [
  ["another handler", (dictionary) => dictionary.replace("/Standard", "/Other")],
  ["a handler that is no name", (dictionary) => dictionary.replace("/Standard", "(Standard)")],
  ["an unknown version", (dictionary) => dictionary.replace(/\/V \d/, "/V 9")],
  ["an unknown revision", (dictionary) => dictionary.replace(/\/R \d/, "/R 7")],
  ["no revision", (dictionary) => dictionary.replace(/\/R \d/, "")],
  ["no owner's key", (dictionary) => dictionary.replace(/\/O<[^>]*>/, "")],
  ["a user's key too short", (dictionary) => dictionary.replace(/\/U<..../, "/U<")],
  ["a user's key too long", (dictionary) => dictionary.replace(/\/U<([^>]*)>/, "/U<$10000>")],
  ["a wrong user's key", (dictionary) => dictionary.replace(/\/U<../, "/U<99")],
  ["permissions of another kind", (dictionary) => dictionary.replace(/\/P -?\d+/, "/P/All")],
  ["a length in bytes", (dictionary) => dictionary.replace(/\/Length 128/, "/Length 16")],
  ["a length too short", (dictionary) => dictionary.replace(/\/Length \d+/, "/Length 3")],
  ["filters that are a number", (dictionary) => dictionary.replace(/\/CF<<.*?>>>>/, "/CF 5")],
  ["a filter that is a number", (dictionary) => dictionary.replace(/\/StdCF<<.*?>>/, "/StdCF 5")],
  ["another filter beside it", (dictionary) => dictionary.replace("/CF<<", "/CF<</Odd 5/Identity<</CFM/V2>>")],
  ["no permissions", (dictionary) => dictionary.replace(/\/P -?\d+/, "")],
  ["a version that is null", (dictionary) => dictionary.replace(/\/V \d/, "/V null")],
  ["no length", (dictionary) => dictionary.replace(/\/Length \d+/, "")],
  ["filters that are not there", (dictionary) => dictionary.replace(/\/StmF\/StdCF/, "/StmF/Other")],
  ["plain strings", (dictionary) => dictionary.replace(/\/StrF\/StdCF/, "/StrF/Identity")],
  ["plain streams", (dictionary) => dictionary.replace(/\/StmF\/StdCF/, "")],
  ["a method None", (dictionary) => dictionary.replace(/\/CFM\/\w+/, "/CFM/None")],
  ["an unknown method", (dictionary) => dictionary.replace(/\/CFM\/\w+/, "/CFM/Odd")],
  ["a dictionary that is none", () => "17"],
  ["no dictionary", () => "null"],
];

/** Hashing the passwords of version 5 takes long. */
const old = VECTORS.filter(({ V }) => V < 5);
const recent = VECTORS.filter(({ V }) => V === 5);

const opened = (vectors: readonly Vector[]) =>
  vectors.flatMap((vector): Sample[] => [
    { name: `${vector.name}, the user's password`, file: encrypted(vector, "table", same), password: vector.user },
    { name: `${vector.name}, the owner's password`, file: encrypted(vector, "stream", same), password: vector.owner },
  ]);
const unopened = VECTORS.flatMap((vector): Sample[] => {
  const file = encrypted(vector, "table", same);
  return [
    { name: `${vector.name}, no password`, file },
    { name: `${vector.name}, a wrong password`, file, password: "wrong" },
  ];
});
const lengths = VECTORS.filter(({ V }) => V === 2).flatMap((vector) =>
  [4, 5, 16, 17, 39, 40, 47, 48, 127, 128, 129, 136].map((length): Sample => {
    const file = encrypted(vector, "table", (dictionary) => dictionary.replace(/\/Length \d+/, `/Length ${length}`));
    return { name: `${vector.name}, a length of ${length}`, file, password: vector.user };
  }),
);
const damaged = [...old.filter((_, at) => at % 3 === 0), ...recent.slice(0, 1)].flatMap((vector) =>
  damages.map(([name, change]): Sample => {
    return { name: `${vector.name}, ${name}`, file: encrypted(vector, "table", change), password: vector.user };
  }),
);

describe("encrypted documents", () => {
  comeOutAsRecorded({ encryption: opened(old) }, ["seen", "paints", "each page"]);
  comeOutAsRecorded({ "encryption of version 5": opened(recent) }, ["each page"]);
  comeOutAsRecorded({ "passwords that do not open": unopened }, ["paints"]);
  comeOutAsRecorded({ "damaged encryption": [...damaged, ...lengths] }, ["paints"]);
  openOrAreRefused({ encryption: opened(old) }, ["cropped"]);
});
