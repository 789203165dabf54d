import { batch, signal } from "@preact/signals";
import { announce } from "../../dom.ts";
import { bytes, count, plural } from "../../format.ts";
import { ChooseFiles } from "../parts/choose-files.tsx";
import { type Hashed, hashedOf } from "../redact/report.ts";
import { type Given, givenIn, type Key, roleOf, type Statement, type Verdict, verdictOf } from "./check.ts";

type Shown = Extract<Given, { statement: Statement }> & { name: string };

/** The name of a receipt that cannot be read. */
const damaged = signal<string | undefined>(undefined);
const receipt = signal<Shown | undefined>(undefined);
const files = signal<readonly (Hashed & { name: string })[]>([]);
/** Keys that somebody gave, in place of those of this service. */
const givenKeys = signal<{ name: string; keys: readonly Key[] } | undefined>(undefined);
const verdict = signal<Verdict | "no keys" | undefined>(undefined);
const isReading = signal(false);

export const isBusy = (): boolean =>
  isReading.value || receipt.value !== undefined || damaged.value !== undefined || files.value.length > 0;

export async function take(chosen: readonly File[]): Promise<void> {
  isReading.value = true;
  for (const file of chosen) {
    const { name } = file;
    const given = await givenIn(file);
    if (given.kind === "keys") givenKeys.value = { name, keys: given.keys };
    else if (given.kind === "damaged") damaged.value = name;
    else if (given.kind !== "file") {
      damaged.value = undefined;
      receipt.value = { ...given, name };
    } else {
      const hashed = (await hashedOf(file)) as Hashed;
      files.value = [...files.value.filter((one) => one.sha256 !== hashed.sha256), { name, ...hashed }];
    }
  }
  await check();
  isReading.value = false;
  announce(headline());
}

async function check(): Promise<void> {
  const now = receipt.value;
  if (now?.kind !== "receipt") return;
  const keys = givenKeys.value?.keys ?? (await keysHere());
  verdict.value = keys ? await verdictOf(now.text, now.kid, keys) : "no keys";
}

async function keysHere(): Promise<Key[] | undefined> {
  try {
    const { keys } = (await (await fetch("/.well-known/quire-keys")).json()) as { keys: Key[] };
    return keys;
  } catch {
    return undefined;
  }
}

function startAgain(): void {
  batch(() => {
    receipt.value = undefined;
    damaged.value = undefined;
    files.value = [];
    givenKeys.value = undefined;
    verdict.value = undefined;
  });
}

/** All in one line. */
function headline(): string {
  const now = receipt.value;
  if (damaged.value) return "The receipt is damaged";
  if (!now) return "The receipt is missing";
  const isOther = files.value.some(({ sha256 }) => roleOf(sha256, now.statement) === undefined);
  if (now.kind === "receipt" && verdict.value === "wrong") return "This receipt is wrong";
  if (isOther) return "A file is another one";
  if (now.kind === "report") return "Not signed";
  if (verdict.value !== "right") return "Not checked";
  const roles = new Set(files.value.map(({ sha256 }) => roleOf(sha256, now.statement)));
  return roles.size === 2 ? "The receipt is right" : "The signature is right";
}

export function ReceiptTool() {
  const now = receipt.value;
  return (
    <section class="start receipt" aria-label="Check a receipt">
      <div class="receipt-inner">
        <h1>{isReading.value ? "Reading …" : headline()}</h1>
        <ul class="checks">
          {damaged.value && (
            <Line sign="✗">
              <strong>{damaged.value}</strong> is a receipt of which a part is missing or was changed. Ask for it again.
            </Line>
          )}
          {now && <Signed now={now} />}
          {now && <OneOf now={now} of="input" what="the file that was redacted" />}
          {now && <OneOf now={now} of="output" what="the redacted file" />}
          {files.value
            .filter(({ sha256 }) => !now || roleOf(sha256, now.statement) === undefined)
            .map(({ name, sha256 }) => (
              <Line key={sha256} sign={now ? "✗" : "?"}>
                <strong>{name}</strong>{" "}
                {now ? "is neither of the two files, or was changed." : "waits for its receipt."}
              </Line>
            ))}
        </ul>
        {now && <Says statement={now.statement} />}
        <div class="row">
          <ChooseFiles
            label={now ? "Add a file" : "Add the receipt"}
            class="primary"
            onFiles={(files) => void take(files)}
          />
          <button type="button" onClick={startAgain}>
            Check another
          </button>
        </div>
        <p class="hint">
          Checked on this machine: only the public keys are asked for. A receipt proves who signed it, and of which
          files it is. It does not prove that nothing readable is left: see{" "}
          <a href="/docs/redaction">what can still be learned</a>.
        </p>
      </div>
    </section>
  );
}

const WORDS = { "✓": "Right", "✗": "Wrong", "?": "Open" };

function Line({ sign, children }: { sign: keyof typeof WORDS; children: preact.ComponentChildren }) {
  const kind = { "✓": "good", "✗": "bad", "?": "open" }[sign];
  return (
    <li class={kind}>
      <span class="check-sign" role="img" aria-label={WORDS[sign]}>
        {sign}
      </span>
      <span>{children}</span>
    </li>
  );
}

function Signed({ now }: { now: Shown }) {
  if (now.kind === "report") {
    return (
      <Line sign="?">
        <strong>{now.name}</strong> is a report without a signature: anyone could have written it.
      </Line>
    );
  }
  const { service = "" } = now.statement;
  const whose = givenKeys.value ? `a key of ${givenKeys.value.name}` : `a key of this service, ${location.host}`;
  switch (verdict.value) {
    case "right":
      return (
        <Line sign="✓">
          <strong>{now.name}</strong> is signed with {whose}.
        </Line>
      );
    case "wrong":
      return (
        <Line sign="✗">
          <strong>{now.name}</strong> was changed, or not signed with {whose}.
        </Line>
      );
    case "other key":
      return (
        <Line sign="?">
          <strong>{now.name}</strong> is not signed with {whose}. It names {service}: save{" "}
          <code>/.well-known/quire-keys</code> of that service, if you trust it, and add the file here.
        </Line>
      );
    default:
      return (
        <Line sign="?">
          {verdict.value === "no keys"
            ? "The public keys cannot be fetched. Try again with a network, or add a file of them."
            : "This browser does not know signatures of this kind (Ed25519). Try a newer one."}
        </Line>
      );
  }
}

function OneOf({ now, of, what }: { now: Shown; of: "input" | "output"; what: string }) {
  const known = now.statement[of];
  const file = files.value.find(({ sha256 }) => sha256 === known?.sha256);
  if (file) {
    return (
      <Line sign="✓">
        <strong>{file.name}</strong> is {what}.
      </Line>
    );
  }
  return (
    <Line sign="?">
      {known ? `Add ${what}, of ${bytes(known.bytes)}, to compare it.` : `It does not say which file is ${what}.`}
    </Line>
  );
}

function Says({ statement }: { statement: Statement }) {
  const { service, engine, time, rules, areas, pages } = statement;
  return (
    <dl class="says">
      {pages.recognised > 0 && (
        <>
          <dt>Recognised</dt>
          <dd>{plural(pages.recognised, "page")}, whose words nobody compared with their pictures.</dd>
        </>
      )}
      {pages.partly + pages.pictures > 0 && (
        <>
          <dt>Not searched</dt>
          <dd>
            {plural(pages.pictures, "page")} of pictures, and parts of {pages.partly}. Read: {pages.read}.
          </dd>
        </>
      )}
      <dt>Made</dt>
      <dd>
        {new Date(time).toLocaleString("en-GB")}
        {service !== undefined && ` by ${service}`}
        {engine !== undefined && `, ${engine}`}
      </dd>
      <dt>Cut</dt>
      <dd>
        <ul>
          {rules.map(({ rule, onPages, elsewhere }) => (
            <li key={rule}>
              {rule.replace(/^text\[(\d+)\]$/, (_, at) => `Text ${Number(at) + 1}`)}: {count(onPages)} on pages,{" "}
              {count(elsewhere)} elsewhere
            </li>
          ))}
          <li>{plural(areas, "area")}</li>
        </ul>
      </dd>
    </dl>
  );
}
