import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { readOwnFile } from "../../src/api/own-files.ts";
import { type LinkTarget, signLink } from "../../src/deliver/links.ts";
import { IntakeProblem } from "../../src/intake/intake-problem.ts";
import type { Reservation } from "../../src/intake/reservation.ts";
import { bytes } from "../fixtures/bytes.ts";
import { refusal, reservation } from "../intake/support.ts";

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
    ["to a file that is gone", { key: `${KEY}-gone` }, "unreachable", /^url: the file of this link is not there/],
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
