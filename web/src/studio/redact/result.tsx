import { plural } from "../../format.ts";
import { phase } from "../job.ts";
import { Batch } from "../parts/batch.tsx";
import { RemovalReport, SaveReport } from "../parts/removal-report.tsx";
import { Small } from "../parts/small.tsx";
import { notRead } from "./report.ts";
import { haveSigned, ofOthers } from "./request.ts";
import * as state from "./state.ts";

export type RedactionProps = NonNullable<typeof state.result.value> & { onPage: (page: number) => void };

/** What was cut, with its totals first, and what others can check. */
export function RedactionReport({ made, answer, report, what, onPage }: RedactionProps) {
  const { redaction } = answer;
  const fileName = made.fileName.replace(/\.pdf$/i, "");
  const pages = new Set([...answer.findings, ...answer.areas].map(({ pageNumber }) => pageNumber)).size;
  const places = Map.groupBy(
    answer.counts.flatMap(({ elsewhere }) => elsewhere),
    ({ place }) => place,
  );
  const elsewhere = [...places].map(([place, all]) => `${place} ${all.reduce((sum, { count }) => sum + count, 0)}`);
  const isCut = answer.areas.length > 0 || answer.counts.some(({ found }) => found > 0);
  const notes = notRead(answer.coverage);
  const nowhere = answer.counts.filter(({ found }) => found === 0).map(({ text }) => text);
  const totals = [
    ...(nowhere.length > 0 ? [`Found nowhere: ${nowhere.join(", ")}.`] : []),
    ...(what === "" ? [] : [`Cut: ${what}, on ${plural(pages, "page")}.`]),
    ...(elsewhere.length > 0 ? [`The same texts elsewhere: ${elsewhere.join(", ")}.`] : []),
  ];
  return (
    <>
      {redaction && (
        <RemovalReport
          key={made.url}
          removal={redaction}
          fileName={fileName}
          isProven={isCut && redaction.verified}
          proven={
            !isCut
              ? "Nothing was found, and nothing was cut."
              : redaction.verified
                ? "The finished file was read again: what was cut is not left in it."
                : "The finished file was read again, as far as it can be: what was cut is not left in what was read."
          }
          before={notes}
          totals={totals}
          json={report}
          onPage={onPage}
        />
      )}
      {state.plan.value.partly.length > 0 && (
        <p class="notice warn">Places without a tick stay, and the same texts outside the pages with them.</p>
      )}
      <Receipt receipt={answer.receipt} fileName={fileName} />
      <Batch
        operation="redact"
        doing="Redacting"
        fields={() => ofOthers(made.call)}
        hint="The same texts, and boxes on pages of the same numbers, are cut. Files of which not all can be searched are named, and left as they are."
      />
    </>
  );
}

function Receipt({ receipt, fileName }: { receipt: string | undefined; fileName: string }) {
  return (
    <section class="group" aria-label="Receipt">
      <h2>Receipt</h2>
      {receipt === undefined ? (
        <>
          <p class="hint">
            The report has the hashes of both files, and is not signed. The service signs only what it has made itself:
            to get a signed receipt, your file is sent.
          </p>
          <div class="row">
            <Small disabled={!!phase.value} onClick={() => void haveSigned()}>
              Send, and get a receipt
            </Small>
            <a class="button compact" href="#receipt">
              Check a receipt
            </a>
          </div>
        </>
      ) : (
        <>
          <p class="hint">
            The service has made this file of yours, and signed the receipt. Save both: the receipt is of these very
            files.
          </p>
          <div class="row">
            <SaveReport
              label="Save receipt"
              fileName={`${fileName}-receipt.json`}
              make={() => new Blob([JSON.stringify({ receipt }, null, 2)], { type: "application/json" })}
            />
            <a class="button compact" href="#receipt">
              Check a receipt
            </a>
          </div>
        </>
      )}
    </section>
  );
}
