import { putKey } from "../../scripts/lib/local-keys.ts";
import { generateKey } from "../../src/keys/format.ts";
import { tinyPdf } from "../bench/inputs/tiny.ts";
import { type Sending, send } from "../bench/lib/http.ts";
import { startLocalService } from "../bench/lib/local-service.ts";
import { table } from "../bench/lib/report.ts";
import { filePart, postJson, upload } from "../bench/lib/requests.ts";
import { percentile } from "../bench/lib/statistics.ts";

/** What a customer sends who floods, at once and again after each refusal. */
const FLOOD = { renders: 300, splits: 100 };
/** What another one does meanwhile: as many at a time as a key may, three renders to a split. */
const NEIGHBOUR = { renders: 18, splits: 6 };
const LEAST_SHARE = 0.5;

interface Customer {
  name: string;
  key: string;
  done: number[];
  refused: number;
  failed: number;
}

type Kind = "render" | "split";

const html = `<!doctype html><h1>Invoice</h1>${"<p>Item 10.00</p>".repeat(30)}`;
const pdf = tinyPdf(40);

/** A neighbour works alone, then another one beside a flood: at least half of what was done alone is to be done beside it. */
export async function floodRun(seconds: number): Promise<{ text: string; isGood: boolean }> {
  const [alone, beside, flooder] = ["alone", "beside the flood", "the flood"].map((name) => newCustomer(name)) as [
    Customer,
    Customer,
    Customer,
  ];
  const service = await startLocalService({}, async (state) => {
    for (const { key, name } of [alone, beside, flooder]) {
      await putKey({ state }, key, { id: name.replaceAll(" ", "-"), name, createdAt: new Date().toISOString() });
    }
  });
  try {
    // Browsers start, and code is compiled, before anything is counted.
    await during(5, [[service.api, newCustomer("warm", service.key), NEIGHBOUR]]);
    await during(seconds, [[service.api, alone, NEIGHBOUR]]);
    await during(seconds, [
      [service.api, flooder, FLOOD],
      [service.api, beside, NEIGHBOUR],
    ]);
  } finally {
    await service.stop();
  }
  const share = beside.done.length / alone.done.length;
  const rows = [alone, beside, flooder].map(({ name, done, refused, failed }) => {
    const of = (percent: number) => (done.length === 0 ? "–" : percentile(done, percent).toFixed(0));
    return [name, String(done.length), of(50), of(95), String(refused), String(failed)];
  });
  const isGood = share >= LEAST_SHARE && alone.failed + beside.failed === 0;
  const text = [
    ...table(["customer", "done", "p50 ms", "p95 ms", "refused", "failed"], rows),
    "",
    `Beside the flood the neighbour got ${Math.round(share * 100)} % done of what it does alone; at least ${LEAST_SHARE * 100} % are asked for: ${isGood ? "met" : "NOT met"}.`,
  ].join("\n");
  return { text, isGood };
}

function newCustomer(name: string, key = generateKey()): Customer {
  return { name, key, done: [], refused: 0, failed: 0 };
}

async function during(
  seconds: number,
  customers: readonly (readonly [api: string, customer: Customer, at: { renders: number; splits: number }])[],
): Promise<void> {
  const until = Date.now() + seconds * 1000;
  await Promise.all(
    customers.flatMap(([api, customer, { renders, splits }]) => [
      ...Array.from({ length: renders }, () => lane(api, customer, "render", until)),
      ...Array.from({ length: splits }, () => lane(api, customer, "split", until)),
    ]),
  );
}

async function lane(api: string, customer: Customer, kind: Kind, until: number): Promise<void> {
  while (Date.now() < until) {
    const { status, headers, ms } = await send(request(api, customer.key, kind));
    // What began in time and ended after it was done beside nobody.
    if (Date.now() > until) return;
    if (status === 200) customer.done.push(ms);
    else if (status === 429 || status === 503) {
      customer.refused++;
      await new Promise((resolve) => setTimeout(resolve, Number(headers["retry-after"] ?? 1) * 1000));
    } else customer.failed++;
  }
}

function request(api: string, key: string, kind: Kind): Sending {
  if (kind === "render") return postJson({ api, key }, "/v1/convert/html-to-pdf", { html }, "binary");
  const parts = [
    filePart("forty.pdf", pdf),
    { name: "splitMode", value: "ranges" },
    { name: "ranges", value: '["1-10","11-20","21-30","31-40"]' },
  ];
  return upload({ api, key }, "/v1/pdf/split", parts, "json");
}
