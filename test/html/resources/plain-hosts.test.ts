import { expect, it } from "vitest";
import { plainHosts } from "../../../src/html/resources/plain-hosts.ts";

it("finds the hosts that a document names by http, and no others", () => {
  const document = `<img src="http://One.example/a"><a href='http://two.example:8080'>http://three.example:80,
    https://four.example http://[::1]:9/ HTTP://five.example http://`;
  expect([...plainHosts(new TextEncoder().encode(document))]).toEqual([
    "one.example",
    "two.example:8080",
    "three.example",
    "[::1]:9",
  ]);
});

it("keeps no more hosts than a page could ask", () => {
  const document = Array.from({ length: 20_000 }, (_, at) => `http://h${at}.example/`).join(" ");
  expect(plainHosts(new TextEncoder().encode(document)).size).toBe(10_000);
});
