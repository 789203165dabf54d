/** Faults that others reported of the button "Deploy to Cloudflare", by what wrangler says; and what to do. */
const KNOWN: [said: RegExp, what: string][] = [
  // Code 10042 where a bucket is asked for, 10136 where a Worker with one is deployed; 10042 is also said of
  // namespaces.
  [
    /enable R2/i,
    "R2 is not enabled in this account. Enable it in Cloudflare's dashboard, under R2 (it asks for a payment method; " +
      "10 GB are free), then deploy again.",
  ],
  [
    /KV namespace '?[\w-]+'? (?:is not valid|(?:was )?not found)/i,
    "wrangler.toml names a KV namespace of another account. Remove the line `id` below [[kv_namespaces]], and deploy " +
      "again: the namespace is then made in yours.",
  ],
];

/** What to do about a failure of wrangler, where it is a known one. */
export function adviceFor(error: unknown): string | undefined {
  const said = saidBy(error);
  return KNOWN.find(([pattern]) => pattern.test(said))?.[1];
}

export function saidBy(error: unknown): string {
  const { stdout, stderr } = error as { stdout?: string; stderr?: string };
  return [stderr, stdout].filter(Boolean).join("\n") || String(error);
}
