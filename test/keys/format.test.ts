import { expect, it, vi } from "vitest";
import { generateKey, isWellFormed, newKeyId } from "../../src/keys/format.ts";

it("the service makes keys that are all different and pass their own checksum", () => {
  const keys = Array.from({ length: 200 }, generateKey);
  expect(new Set(keys).size).toBe(200);
  for (const key of keys) {
    expect(key).toMatch(/^qk_[0-9A-Za-z]{38}$/);
    expect(isWellFormed(key)).toBe(true);
  }
});

it("the service refuses every single-character typo, swapped letters and a missing end", () => {
  const key = generateKey();
  for (let i = 3; i < key.length; i++) {
    const typo = key.slice(0, i) + (key[i] === "a" ? "b" : "a") + key.slice(i + 1);
    expect(isWellFormed(typo), typo).toBe(false);
  }
  expect(isWellFormed(key.slice(0, -1))).toBe(false);
  expect(isWellFormed(`${key}x`)).toBe(false);
  expect(isWellFormed(key.replace("qk_", "sk_"))).toBe(false);
});

it("the service gives each key an id of 64 bits that no other has", () => {
  const draws = [0, 0, 1].map((byte) => new Uint8Array(8).fill(byte));
  const random = vi.spyOn(crypto, "getRandomValues").mockImplementation(() => draws.shift() as never);
  expect(newKeyId(new Set())).toBe("0000000000000000");
  expect(newKeyId(new Set(["0000000000000000"]))).toBe("0101010101010101");
  random.mockRestore();
});
