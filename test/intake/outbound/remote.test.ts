import { describe, expect, it } from "vitest";
import { MemoryBudget } from "../../../src/intake/memory-budget.ts";
import { UNREACHABLE } from "../../../src/intake/outbound/address.ts";
import { fetchRange, fetchRemote, type RemoteRules } from "../../../src/intake/outbound/remote.ts";
import { arriving, refusal, reservation, utf8 } from "../support.ts";

type Answer = (request: Request) => Response | Promise<Response>;

/** An internet of the given answers; it notes what was asked. */
function internet(answers: Record<string, Answer>): { fetcher: typeof fetch; asked: string[] } {
  const asked: string[] = [];
  const fetcher = async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input as RequestInfo, init as RequestInit);
    asked.push(request.url);
    const answer = answers[request.url];
    if (answer === undefined) throw new TypeError("connect ECONNREFUSED 10.0.0.7:80");
    return answer(request);
  };
  return { fetcher: fetcher as typeof fetch, asked };
}

async function rules(fetcher: typeof fetch, changes: Partial<RemoteRules> = {}): Promise<RemoteRules> {
  const base = { field: "url", maxBytes: 10_000, hopMs: 1000, totalMs: 2000 };
  return { ...base, reservation: await reservation(), fetcher, ...changes };
}

const redirect =
  (location: string, status = 302): Answer =>
  () =>
    new Response(null, { status, headers: { location } });
const file =
  (text: string, headers: Record<string, string> = {}): Answer =>
  () =>
    new Response(text, { headers });
const A = "https://a.example.com/x.pdf";

describe("fetching a remote file", () => {
  it("gives its bytes, and its type and name as the server says", async () => {
    const { fetcher } = internet({ [A]: file("%PDF", { "content-type": "text/plain", "content-length": "4" }) });
    const got = await fetchRemote(A, await rules(fetcher));
    expect(got).toEqual({ bytes: utf8("%PDF"), url: new URL(A), type: "text/plain", name: "x.pdf" });
  });

  it.each([
    ['attachment; filename="r é.pdf"', "r é.pdf"],
    ["attachment; filename=plain.pdf", "plain.pdf"],
    ["attachment; filename=\"x.pdf\"; filename*=UTF-8''%E2%82%AC.pdf", "€.pdf"],
    ['attachment; filename="../../etc/passwd"', "passwd"],
    ["inline", "x.pdf"],
  ])("takes the name from %s", async (disposition, name) => {
    const headers = new Headers();
    headers.set("content-disposition", disposition.replace("é", "\u00e9"));
    const { fetcher } = internet({ [A]: () => new Response("x", { headers }) });
    expect((await fetchRemote(A, await rules(fetcher))).name).toBe(name);
  });

  it("takes the name from the path, decoded and cleaned, or has none", async () => {
    const { fetcher } = internet({
      "https://a.example.com/d/J%C3%A4hr%2Flich.pdf?v=1": file("x"),
      "https://a.example.com/": file("x"),
    });
    expect((await fetchRemote("https://a.example.com/d/J%C3%A4hr%2Flich.pdf?v=1#top", await rules(fetcher))).name).toBe(
      "lich.pdf",
    );
    expect((await fetchRemote("https://a.example.com", await rules(fetcher))).name).toBeUndefined();
  });

  it("asks for unencoded bytes, and says who asks", async () => {
    const seen: (string | null)[] = [];
    const { fetcher } = internet({
      [A]: ({ headers, redirect: mode }) => {
        seen.push(headers.get("accept-encoding"), headers.get("user-agent"), headers.get("authorization"), mode);
        return new Response("x");
      },
    });
    await fetchRemote(A, await rules(fetcher));
    expect(seen).toEqual(["identity", "Quire/1.0", null, "manual"]);
  });

  it("follows up to five redirects, relative ones too", async () => {
    const hop = (n: number) => `https://a.example.com/${n}`;
    const answers = Object.fromEntries(
      [0, 1, 2, 3, 4].map((n) => [hop(n), redirect(`/${n + 1}`, [301, 302, 303, 307, 308][n])]),
    );
    const five = internet({ ...answers, [hop(5)]: file("end") });
    expect((await fetchRemote(hop(0), await rules(five.fetcher))).url.href).toBe(hop(5));
    const six = internet({ ...answers, [hop(5)]: redirect("/6"), [hop(6)]: file("end") });
    expect((await refusal(fetchRemote(hop(0), await rules(six.fetcher)))).message).toContain("more than 5 times");
    expect(six.asked).not.toContain(hop(6));
  });

  it.each([
    "http://127.0.0.1/",
    "http://169.254.169.254/latest/meta-data/",
    "http://[::ffff:127.0.0.1]/",
    "http://2130706433/",
    "//localhost/x",
    "http://metadata.google.internal/",
    "file:///etc/passwd",
    "http://user:pw@example.com/",
    "data:application/pdf;base64,AAAA",
  ])("never asks %s, though a redirect leads there", async (location) => {
    const { fetcher, asked } = internet({ [A]: redirect(location) });
    const problem = await refusal(fetchRemote(A, await rules(fetcher)));
    expect(problem).toMatchObject({ kind: "unreachable", field: "url" });
    expect(asked).toEqual([A]);
  });

  it("gives a private address the same message as one that does not answer", async () => {
    const { fetcher, asked } = internet({});
    const inside = await refusal(fetchRemote("http://10.0.0.7/", await rules(fetcher)));
    const silent = await refusal(fetchRemote("http://nobody.example.com/", await rules(fetcher)));
    expect([inside.kind, inside.message, inside.field]).toEqual([silent.kind, silent.message, silent.field]);
    expect(asked).toEqual(["http://nobody.example.com/"]);
  });

  it("refuses a name that resolves to anything private, at every hop, before asking it", async () => {
    const { fetcher, asked } = internet({
      [A]: redirect("https://rebind.example.com/"),
      "https://rebind.example.com/": file("x"),
    });
    const resolve = async (host: string) =>
      host === "a.example.com" ? ["93.184.216.34"] : ["93.184.216.34", "10.0.0.1"];
    const problem = await refusal(fetchRemote(A, await rules(fetcher, { resolve })));
    expect([problem.message, asked]).toEqual([UNREACHABLE, [A]]);
    const nowhere = await refusal(fetchRemote(A, await rules(fetcher, { resolve: async () => [] })));
    expect(nowhere.message).toBe(UNREACHABLE);
  });

  it("asks a loopback host only when it is listed", async () => {
    const local = "http://127.0.0.1:9000/a.pdf";
    const { fetcher } = internet({ [local]: file("x") });
    expect((await refusal(fetchRemote(local, await rules(fetcher)))).kind).toBe("unreachable");
    expect((await fetchRemote(local, await rules(fetcher, { allowHosts: ["127.0.0.1:9000"] }))).name).toBe("a.pdf");
  });
});

describe("a remote file that cannot be had", () => {
  it.each([401, 404, 500, 304])("refuses an answer of status %i", async (status) => {
    const { fetcher } = internet({ [A]: () => new Response(null, { status }) });
    expect(await refusal(fetchRemote(A, await rules(fetcher)))).toMatchObject({
      kind: "unreachable",
      message: expect.stringContaining(String(status)),
    });
  });

  it("refuses a file that is too large, by its length before reading and by its bytes while reading", async () => {
    const body = "x".repeat(10_001);
    for (const headers of [{ "content-length": "10001" }, {}] as Record<string, string>[]) {
      const { fetcher } = internet({ [A]: file(body, headers) });
      expect(await refusal(fetchRemote(A, await rules(fetcher)))).toMatchObject({ kind: "too-large", field: "url" });
    }
  });

  it("gives up on a host that does not answer in time, and on a body that stops", async () => {
    const never: Answer = ({ signal }) =>
      new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("aborted"))));
    const silent = internet({ [A]: never });
    // The total time must not be what ends these.
    const patient = { hopMs: 20, totalMs: 600_000 };
    expect((await refusal(fetchRemote(A, await rules(silent.fetcher, patient)))).message).toBe(UNREACHABLE);
    const stalled = internet({
      [A]: () => new Response(new ReadableStream({ type: "bytes", pull: () => new Promise(() => undefined) })),
    });
    expect((await refusal(fetchRemote(A, await rules(stalled.fetcher, patient)))).kind).toBe("unreachable");
  });

  it("gives up after the total time, however lively the hops are", async () => {
    const { fetcher } = internet({
      [A]: () =>
        new Response(
          new ReadableStream({
            type: "bytes",
            async pull(controller) {
              await new Promise((resolve) => setTimeout(resolve, 2));
              controller.enqueue(new Uint8Array(10));
            },
          }),
        ),
    });
    expect((await refusal(fetchRemote(A, await rules(fetcher, { hopMs: 5000, totalMs: 40 })))).kind).toBe(
      "unreachable",
    );
  });

  it("stops when the client goes away", async () => {
    const client = new AbortController();
    const { fetcher } = internet({
      [A]: () => new Response(new ReadableStream({ type: "bytes", pull: () => new Promise(() => undefined) })),
    });
    setTimeout(() => client.abort(), 10);
    await refusal(fetchRemote(A, await rules(fetcher, { signal: client.signal })));
    expect(client.signal.aborted).toBe(true);
  });

  it("refuses a body that is shorter than declared", async () => {
    const { fetcher } = internet({
      [A]: () => new Response(arriving([utf8("short")]), { headers: { "content-length": "100" } }),
    });
    expect((await refusal(fetchRemote(A, await rules(fetcher)))).kind).toBe("unreachable");
  });

  it("is busy when no memory comes free", async () => {
    const { fetcher } = internet({ [A]: file("x".repeat(100), { "content-length": "100" }) });
    const budget = new MemoryBudget(100);
    await budget.reserve(50, { waitMs: 5 });
    const held = await budget.reserve(0, { waitMs: 5 });
    expect((await refusal(fetchRemote(A, await rules(fetcher, { reservation: held })))).kind).toBe("busy");
  });
});

describe("fetching a range", () => {
  const WHOLE = "0123456789";
  /** If-Match, as the server was told it. */
  const matches: (string | null | undefined)[] = [];
  const serve =
    (etag: string): Answer =>
    ({ headers }) => {
      const asked = /bytes=(-?\d+)-?(\d*)/.exec(headers.get("range") ?? "")!;
      const from = Number(asked[1]) < 0 ? Math.max(0, 10 + Number(asked[1])) : Number(asked[1]);
      const to = asked[2] ? Math.min(9, Number(asked[2])) : 9;
      matches.push(headers.get("if-match"));
      const matched = matches.at(-1);
      if (matched !== null && matched !== etag) return new Response(null, { status: 412 });
      return new Response(WHOLE.slice(from, to + 1), {
        status: 206,
        headers: { "content-range": `bytes ${from}-${to}/10`, etag },
      });
    };

  it("gives the start, the end and the middle of a file", async () => {
    const { fetcher } = internet({ [A]: serve('"1"') });
    const set = await rules(fetcher);
    for (const [start, end, text] of [
      [0, 4, "0123"],
      [-3, undefined, "789"],
      [-30, undefined, WHOLE],
      [4, undefined, "456789"],
      [8, 50, "89"],
    ] as const) {
      const range = await fetchRange(A, start, end, set);
      expect(range).toMatchObject({ supported: true, bytes: utf8(text), total: 10, validator: '"1"' });
    }
  });

  it("asks for the file that it knows, and for any before it knows one", async () => {
    const { fetcher } = internet({ [A]: serve('"1"') });
    matches.length = 0;
    const { validator } = (await fetchRange(A, 0, 4, await rules(fetcher))) as { validator: string };
    expect(await fetchRange(A, 5, 10, { ...(await rules(fetcher)), validator })).toMatchObject({
      bytes: utf8("56789"),
    });
    expect(matches).toEqual([null, '"1"']);
  });

  it("refuses when the file changed between two ranges", async () => {
    const changed = internet({ [A]: serve('"2"') });
    const problem = await refusal(fetchRange(A, 0, 4, { ...(await rules(changed.fetcher)), validator: '"1"' }));
    expect(problem.message).toContain("changed");
  });

  it("says so when the server sends files only whole, or ranges encoded", async () => {
    const span = { "content-range": "bytes 0-3/10" };
    for (const answer of [
      file(WHOLE),
      () => new Response(null, { status: 416 }),
      () => new Response("0123", { status: 206, headers: { "content-type": "multipart/byteranges; boundary=x" } }),
      () => new Response("0123", { status: 206, headers: { ...span, "content-encoding": "br" } }),
    ] as Answer[]) {
      const { fetcher } = internet({ [A]: answer });
      expect(await fetchRange(A, 0, 4, await rules(fetcher))).toEqual({ supported: false });
    }
  });

  it("refuses another range than it asked for", async () => {
    for (const span of ["bytes 1-4/10", "bytes 0-2/10", "bytes 0-9/4"]) {
      const { fetcher } = internet({
        [A]: () => new Response("0123", { status: 206, headers: { "content-range": span } }),
      });
      expect((await refusal(fetchRange(A, 0, 4, await rules(fetcher)))).kind).toBe("unreachable");
    }
  });

  it("checks addresses as for whole files", async () => {
    const { fetcher, asked } = internet({ [A]: redirect("http://127.0.0.1/") });
    expect((await refusal(fetchRange(A, 0, 4, await rules(fetcher)))).message).toBe(UNREACHABLE);
    expect((await refusal(fetchRange("http://[::1]/", 0, 4, await rules(fetcher)))).message).toBe(UNREACHABLE);
    expect(asked).toEqual([A]);
  });
});
