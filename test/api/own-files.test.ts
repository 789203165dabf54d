import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import type { DescribedOperation } from "../../src/api/operation.ts";
import { readOwnFile } from "../../src/api/own-files.ts";
import { type LinkTarget, signLink } from "../../src/deliver/links.ts";
import { IntakeProblem } from "../../src/intake/intake-problem.ts";
import type { Reservation } from "../../src/intake/reservation.ts";
import { bytes } from "../fixtures/bytes.ts";
import { tinyPdf } from "../fixtures/pdf.ts";
import { refusal, reservation } from "../intake/support.ts";
import { errorOf, form, knownKey, type TestApi, testApi } from "../support/api.ts";
import { echo } from "../support/echo.ts";

const KEY = "f/209901010000-own-files";
const inAnHour = () => Math.floor(Date.now() / 1000) + 3600;
beforeAll(async () => {
  await env.FILES.put(KEY, "0123456789");
});

const link = (changes: Partial<LinkTarget> = {}) =>
  signLink(
    env.DOWNLOAD_ORIGIN,
    { key: KEY, start: 2, end: 6, fileName: "a b.pdf", expires: inAnHour(), ...changes },
    env.LINK_SECRET,
  );
const read = async (text: string, memory?: Reservation, maxBytes = 4) =>
  readOwnFile(text, { env, field: "url", maxBytes, reservation: memory ?? (await reservation()) });

describe("a link of the service as the input of a request", () => {
  it("gives the bytes that it leads to, under their name, and takes memory for them", async () => {
    const memory = await reservation();
    expect(await read(await link(), memory)).toMatchObject({ bytes: bytes("2345"), name: "a b.pdf" });
    expect(memory.held).toBe(4);
  });

  it("waits for memory before the file is read, and is refused when there is none", async () => {
    const none = new IntakeProblem("busy", "There is no room.");
    const full = { grow: () => Promise.reject(none) } as unknown as Reservation;
    expect(await refusal(read(await link(), full))).toBe(none);
  });

  it.each<[string, Partial<LinkTarget>, string, RegExp]>([
    ["that has expired", { expires: 1_700_000_000 }, "unreachable", /^url: this link of the service has expired\.$/],
    ["to a file that is gone", { key: `${KEY}-gone` }, "unreachable", /^url: this link's file no longer exists/],
    ["to more bytes than are accepted", { end: 7 }, "too-large", /^url: the file is larger than 4 bytes\.$/],
  ])("%s is refused", async (_, changes, kind, says) => {
    const problem = await refusal(read(await link(changes)));
    expect([problem.kind, problem.field]).toEqual([kind, "url"]);
    expect(problem.message).toMatch(says);
  });

  it("that was altered is refused, or cut short", async () => {
    const whole = await link();
    for (const altered of [whole.replace("range=2-", "range=1-"), whole.slice(0, whole.indexOf("&"))]) {
      const problem = await refusal(read(altered));
      expect(problem.kind).toBe("unreachable");
      expect(problem.message).toContain("was altered, or is not whole");
    }
  });
});

it.each(["https://example.com/a.pdf", "https://files.quire.test.example.com/f/a", "a.pdf", ""])(
  "any other address is left to be fetched: %j",
  async (text) => {
    expect(await read(text)).toBeUndefined();
  },
);

describe("a file that is deleted by the key that made it", () => {
  let api: TestApi;
  beforeAll(async () => {
    const { split } = await import("../../src/api/operations/split.ts");
    api = await testApi([echo as unknown as DescribedOperation, split]);
  });

  const remove = (link: string, key = api.key) =>
    api.request(`/v1/files?${new URLSearchParams({ url: link })}`, {
      method: "DELETE",
      headers: { Authorization: `Bearer ${key}` },
    });
  const made = async (path: string, fields: Parameters<typeof form>[0]) => {
    const answer = await api.request(path, { method: "POST", body: form(fields) });
    return (await answer.json()) as { downloadUrl: string; zipDownloadUrl: string; files: { downloadUrl: string }[] };
  };
  const echoed = async () => (await made("/v1/echo", { file: bytes("secret") })).downloadUrl;
  const statusOf = async (link: string) => (await api.follow(link)).status;

  it("is no longer behind its link, and can be deleted again", async () => {
    const link = await echoed();
    expect(await statusOf(link)).toBe(200);
    const answer = await remove(link);
    expect([answer.status, await answer.text()]).toEqual([204, ""]);
    const followed = await api.follow(link);
    expect([followed.status, (await errorOf(followed)).message]).toEqual([
      404,
      expect.stringContaining("no longer stored"),
    ]);
    expect((await remove(link)).status).toBe(204);
  });

  it("takes the other parts of its split along, which lie in one file", async () => {
    const parts = await made("/v1/pdf/split", { file: tinyPdf(2), splitMode: "individual", pageNumbers: "[1,2]" });
    const links = [parts.zipDownloadUrl, ...parts.files.map(({ downloadUrl }) => downloadUrl)];
    expect(await Promise.all(links.map(statusOf))).toEqual([200, 200, 200]);
    expect((await remove(links[1] as string)).status).toBe(204);
    expect(await Promise.all(links.map(statusOf))).toEqual([404, 404, 404]);
  });

  it("was put to the upload link of an agent with that key", async () => {
    const params = { name: "create_upload", arguments: { fileName: "a.pdf", bytes: 3 } };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
    const headers = { "Content-Length": String(body.length) };
    const answer = await api.request("/mcp", { method: "POST", body, headers });
    const { result } = (await answer.json()) as { result: { structuredContent: { uploadUrl: string; url: string } } };
    const { uploadUrl, url } = result.structuredContent;
    const put = { method: "PUT", body: "abc", headers: { Authorization: "", "Content-Length": "3" } };
    expect((await api.request(uploadUrl.replace("https://api.quire.test", ""), put)).status).toBe(201);
    expect((await remove(uploadUrl)).status).toBe(400);
    expect((await remove(url)).status).toBe(204);
    expect(await statusOf(url)).toBe(404);
  });

  it("stays where another key, a visitor or nobody asks", async () => {
    const link = await echoed();
    const answers = await Promise.all([remove(link, await knownKey()), remove(link, "demo"), remove(link, "qk_wrong")]);
    expect(await Promise.all(answers.map(async (answer) => [answer.status, (await errorOf(answer)).code]))).toEqual([
      [403, "FORBIDDEN"],
      [401, "AUTHENTICATION_REQUIRED"],
      [401, "AUTHENTICATION_REQUIRED"],
    ]);
    expect(await statusOf(link)).toBe(200);
  });

  it.each<[string, (link: string) => string | Promise<string>, number, RegExp]>([
    ["was altered", (made) => made.replace("range=0-", "range=1-"), 403, /^url: this link was altered/],
    ["is cut off", (made) => made.slice(0, made.indexOf("&")), 403, /as %26/],
    ["is another service's", () => "https://example.com/a.pdf", 400, /^url: send one link.*"https:\/\/example.com/],
    ["is no address", () => "a.pdf", 400, /"a.pdf" was sent\.$/],
    ["is missing", () => "", 400, /"" was sent\.$/],
    ["has expired", () => link({ expires: 1_700_000_000 }), 410, /^url: this link has expired/],
    ["is of before there were owners", () => link(), 403, /^url: this file was made with another API key/],
  ])("is named by a link; one that %s is refused", async (_, change, status, says) => {
    const answer = await remove(await change(await echoed()));
    const { message, field } = await errorOf(answer);
    expect([answer.status, field]).toEqual([status, "url"]);
    expect(message).toMatch(says);
  });

  it("is named by one link, not by two", async () => {
    const answer = await api.request("/v1/files?url=a&url=b", { method: "DELETE" });
    expect((await errorOf(answer)).message).toContain("; 2 were sent.");
  });
});
