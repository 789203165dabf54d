import { checkLink, signLink } from "../../../src/deliver/links.ts";
import type { Random } from "../../../test/fixtures/random.ts";
import { fuzzBody, readFuzzBody } from "../../../test/support/fuzz-body.ts";
import { mutateBytes } from "../mutate.ts";
import type { Target } from "../target.ts";

const boundary = "b0undary";

/** Bodies from intake's own tests, mutated. The reader must say "read" or name the refusal. */
function bodyTarget(kind: "multipart" | "json", extension: string): Target {
  const contentType = kind === "multipart" ? `multipart/form-data; boundary=${boundary}` : "application/json";
  return {
    extension,
    make(random) {
      let body = fuzzBody(random.below(2 ** 31));
      while (body.contentType !== contentType) body = fuzzBody(random.below(2 ** 31));
      return random.next() < 0.3 ? mutateBytes(body.bytes, random) : body.bytes;
    },
    check: (input) => readFuzzBody({ name: kind, contentType, bytes: new Uint8Array(input) }, input.length % 2 === 0),
  };
}

const origin = "https://files.example.com";
const secrets = { current: "a secret of the fuzzer", previous: "the one before" };
const now = Date.parse("2026-01-01T00:00:00Z");

/** A link that was altered anywhere must open nothing except what was signed. */
const linksTarget: Target = {
  extension: "txt",
  async make(random) {
    const target = {
      key: `2026/${random.below(1e6)}/report.pdf`,
      start: random.below(1000),
      end: 1000 + random.below(1e6),
      fileName: random.pick(["a.pdf", "ü & co.pdf", "a/b.pdf", "100%.pdf"]),
      expires: now / 1000 + random.below(7200) - 3600,
    };
    const secret = random.next() < 0.8 ? secrets.current : secrets.previous;
    const link = await signLink(origin, target, secret);
    return new TextEncoder().encode(`${link}\n${alterText(link, random)}`);
  },
  async check(input) {
    const [signed = "", altered = ""] = new TextDecoder().decode(input).split("\n");
    if (!URL.canParse(altered)) return "no URL";
    const truth = await checkLink(new URL(signed), secrets, 0);
    const answer = await checkLink(new URL(altered), secrets, now);
    if (!answer.ok) return answer.reason;
    if (!truth.ok || JSON.stringify(truth.target) !== JSON.stringify(answer.target)) {
      throw new Error("an altered link opens what was not signed");
    }
    if (answer.target.expires * 1000 <= now) throw new Error("a link opens after its hour");
    return "the same";
  },
};

function alterText(link: string, random: Random): string {
  let text = link;
  for (let changes = random.below(3); changes >= 0; changes--) {
    const at = origin.length + random.below(text.length - origin.length);
    const drawn = random.pick([..."0123456789abcXYZ-_=&?%/.#+ "]);
    const removed = random.below(3);
    text = text.slice(0, at) + (random.next() < 0.7 ? drawn : "") + text.slice(at + removed);
  }
  return text.replaceAll("\n", "");
}

export const intakeTargets = {
  multipart: bodyTarget("multipart", "txt"),
  json: bodyTarget("json", "json"),
  links: linksTarget,
} satisfies Record<string, Target>;
