import { expect, it } from "vitest";
import { Cdp } from "../../../src/html/browser/cdp.ts";
import { HTML_LIMITS } from "../../../src/html/html-limits.ts";

/** A socket that says what it is told to. */
class FakeSocket extends EventTarget {
  readonly sent: string[] = [];
  send(text: string): void {
    this.sent.push(text);
  }
  close(): void {}
  say(message: object): void {
    this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(message) }));
  }
}

function connected(memory?: { grow(bytes: number): Promise<void>; shrink(bytes: number): void }) {
  const socket = new FakeSocket();
  const cdp = new Cdp(socket as unknown as WebSocket, memory);
  const lost = cdp.lost.catch((error: Error & { kind?: string }) => error);
  return { socket, cdp, lost };
}
const event = (characters: number) => ({ method: "Some.event", params: { text: "x".repeat(characters) } });
const turn = () => new Promise((resolve) => setTimeout(resolve, 1));

it("counts a large message until its handlers are done", async () => {
  let held = 0;
  let finish = () => {};
  const { socket, cdp } = connected({
    async grow(bytes) {
      held += bytes;
    },
    shrink(bytes) {
      held -= bytes;
    },
  });
  cdp.onEvent = () =>
    new Promise((resolve) => {
      finish = resolve;
    });
  socket.say(event(100_000));
  await turn();
  expect(held).toBeGreaterThan(300_000);
  finish();
  await turn();
  expect(held).toBe(0);
  socket.say(event(100));
  expect(held).toBe(0);
});

it("counts a message of more than 16 KiB, and none below", async () => {
  let most = 0;
  const { socket } = connected({
    async grow(bytes) {
      most = Math.max(most, bytes);
    },
    shrink() {},
  });
  const small = 16 * 1024 - JSON.stringify(event(0)).length;
  socket.say(event(small));
  await turn();
  expect(most).toBe(0);
  socket.say(event(small + 1));
  await turn();
  expect(most).toBe(3 * (16 * 1024 + 1));
});

it("ends the render, and listens no more, when one message is too large", async () => {
  const { socket, cdp, lost } = connected();
  let events = 0;
  cdp.onEvent = () => void events++;
  socket.say(event(HTML_LIMITS.messageChars + 1));
  expect((await lost).kind).toBe("too-large");
  socket.say(event(100_000));
  await turn();
  expect(events).toBe(0);
  // The connection is needed to take the page down.
  const closing = cdp.send("Target.disposeBrowserContext");
  socket.say({ id: 1, result: {} });
  expect(await closing).toEqual({});
});

it("ends the render when messages together are too large, while none is done", async () => {
  const { socket, cdp, lost } = connected();
  cdp.onEvent = () => new Promise(() => undefined);
  const most = HTML_LIMITS.messageChars - 1000;
  for (let i = 0; i < 2; i++) socket.say(event(most));
  await turn();
  socket.say(event(most));
  expect((await lost).kind).toBe("too-large");
});

it("takes the socket's own refusal of a message for the page's doing, and any other end for the browser's", async () => {
  for (const [code, kind] of [
    [1009, "too-large"],
    [1006, undefined],
  ] as const) {
    const { socket, lost } = connected();
    socket.dispatchEvent(Object.assign(new Event("close"), { code }));
    expect((await lost).kind).toBe(kind);
  }
});

it("ends the render where there is no room for a message", async () => {
  const busy = new Error("busy");
  const { socket, lost } = connected({ grow: () => Promise.reject(busy), shrink: () => undefined });
  socket.say(event(100_000));
  expect(await lost).toBe(busy);
});
