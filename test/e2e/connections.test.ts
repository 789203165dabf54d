import { expect, inject, it } from "vitest";
import { descendants } from "../support/process-memory.ts";

const { api, key, pid } = inject("service");

it("one workerd answers: no second one in front of it keeps connections that the first one ends", () => {
  expect(descendants(pid).filter(({ name }) => name === "workerd")).toHaveLength(1);
});

it("answers every POST after a pause in which kept connections end", async () => {
  const post = async () => {
    const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/pdf" };
    const answer = await fetch(`${api}/v1/pdf/inspect`, { method: "POST", headers, body: "no PDF" });
    await answer.text();
    return answer.headers.has("X-Request-Id");
  };
  const burst = () => Promise.all(Array.from({ length: 16 }, post));
  expect(await burst()).not.toContain(false);
  for (let pause = 0; pause < 2; pause++) {
    await new Promise((resolve) => setTimeout(resolve, 4_900));
    expect(await burst()).not.toContain(false);
  }
}, 30_000);
