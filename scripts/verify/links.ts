import { type Check, type Finding, notExamined } from "./check.ts";
import { type Made, makeFile } from "./operations.ts";
import { described, expectThat, type Service } from "./service.ts";

/** Links of earlier runs, with which an expired link can be tried. */
export interface FormerLinks {
  /** One that has ended by now. */
  ended(): Promise<string | undefined>;
  keep(link: string, expiresAt: string): Promise<void>;
}

async function headOf(service: Service, link: string | URL, init: Parameters<Service["ask"]>[1] = {}) {
  const answer = await service.ask(link, init);
  await answer.arrayBuffer();
  return answer;
}

async function serve(service: Service): Promise<string> {
  const { downloadUrl } = await makeFile(service);
  expectThat(new URL(downloadUrl).host !== new URL(service.given.api).host, "links lead to the API's own host");
  const bytes = await service.download(downloadUrl);
  const head = await headOf(service, downloadUrl, { method: "HEAD" });
  expectThat(Number(head.headers.get("Content-Length")) === bytes.length, "HEAD tells another length");
  const part = await service.ask(downloadUrl, { headers: { Range: "bytes=10-19" } });
  const ten = Buffer.from(await part.arrayBuffer());
  expectThat(part.status === 206 && ten.equals(bytes.subarray(10, 20)), `a range answered ${part.status}`);
  const etag = head.headers.get("ETag") ?? "";
  const unchanged = await headOf(service, downloadUrl, { headers: { "If-None-Match": etag } });
  expectThat(unchanged.status === 304, `If-None-Match answered ${unchanged.status}`);
  const policy = head.headers.get("Content-Security-Policy") ?? "";
  expectThat(policy.includes("sandbox"), "a file would run as a page of the download host");
  return `${new URL(downloadUrl).host}: whole, HEAD, a range, unchanged`;
}

/** Ways of changing a link, and the answer that each must get. */
function forgeries({ downloadUrl }: Made, api: string): [what: string, link: URL, status: number[]][] {
  const changed = (change: (url: URL) => void): URL => {
    const url = new URL(downloadUrl);
    change(url);
    return url;
  };
  const set = (name: string, value: string) => changed((url) => url.searchParams.set(name, value));
  const query = new URL(downloadUrl).searchParams;
  const signature = query.get("signature") as string;
  const other = `${signature.startsWith("A") ? "B" : "A"}${signature.slice(1)}`;
  return [
    ["a wrong signature", set("signature", other), [403]],
    ["no signature", changed((url) => url.searchParams.delete("signature")), [403]],
    ["a path without its query", changed((url) => (url.search = "")), [404]],
    ["a later end", set("expires", String(Number(query.get("expires")) + 3600)), [403]],
    ["an end in the past", set("expires", "1000000000"), [403]],
    ["another range", set("range", "0-10"), [403]],
    ["a further parameter", set("more", "1"), [403]],
    ["another name", changed((url) => (url.pathname = url.pathname.replace(/[^/]+$/, "other.pdf"))), [403]],
    ["the API's host", new URL(downloadUrl.replace(new URL(downloadUrl).origin, api)), [404]],
    [
      "the API on the downloads' host",
      changed((url) => Object.assign(url, { pathname: "/health", search: "" })),
      [404],
    ],
  ];
}

async function refuse(service: Service): Promise<string> {
  const made = await makeFile(service);
  const tried = forgeries(made, new URL(service.given.api).origin);
  for (const [what, link, expected] of tried) {
    const answer = await headOf(service, link);
    expectThat(expected.includes(answer.status), `${what} was answered ${answer.status}, not ${expected.join(" or ")}`);
  }
  return tried.map(([what]) => what).join(", ");
}

async function last(service: Service): Promise<string> {
  const { expiresAt } = await makeFile(service);
  const minutes = (Date.parse(expiresAt) - Date.now()) / 60_000;
  expectThat(
    minutes > 58 && minutes < 62,
    `a link is valid for ${minutes.toFixed(1)} minutes, by this machine's clock`,
  );
  return `${minutes.toFixed(1)} minutes`;
}

async function end(service: Service, former: FormerLinks): Promise<string | Finding> {
  const link = await former.ended();
  const { downloadUrl, expiresAt } = await makeFile(service);
  await former.keep(downloadUrl, expiresAt);
  if (link === undefined) return notExamined("no link of an earlier run has ended: run the command again in an hour");
  const answer = await service.ask(link);
  const said = await described(answer);
  expectThat([410, 403].includes(answer.status), `a link of an earlier run, which has ended, answered ${said}`);
  return said;
}

const check = (name: string, run: Check["run"]): Check => ({ group: "links", name, run });

export function links(former: FormerLinks): Check[] {
  return [
    check("a link serves its file on a host of its own", serve),
    check("a changed link is refused", refuse),
    check("a link is valid for one hour", last),
    check("a link that has ended is refused", (service) => end(service, former)),
  ];
}
