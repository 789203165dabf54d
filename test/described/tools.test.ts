import { expect, it } from "vitest";
import { OFFERS, operationsOf } from "../../src/api/operations/index.ts";
import { toolsOf } from "../../src/described/tools.ts";

const tools = toolsOf(await operationsOf(OFFERS));

it("the list of tools takes little of what a model can read", () => {
  expect(JSON.stringify(tools).length).toBeLessThan(46_000);
});

it("an argument of a tool is no file, and no base64 of one", () => {
  for (const { inputSchema } of tools) {
    const { properties } = inputSchema as { properties: Record<string, unknown> };
    expect(Object.keys(properties)).not.toContain("file");
    expect(JSON.stringify(properties)).not.toMatch(/"(fileB|b)ase64":/);
  }
});

it("a tool says what it returns, and each of its arguments is described", () => {
  for (const { description, inputSchema } of tools) {
    expect(description).toMatch(/returns|Returns|Tells/);
    const { properties } = inputSchema as { properties: Record<string, { description?: string }> };
    for (const [name, argument] of Object.entries(properties)) expect(argument.description, name).toBeTruthy();
  }
});

it("a tool says what its answer holds, without the words that stand in the documentation", () => {
  for (const { name, outputSchema } of tools) {
    const { type, properties } = outputSchema as { type: string; properties: Record<string, unknown> };
    expect([type, Object.keys(properties).length > 3], name).toEqual(["object", true]);
  }
  expect(JSON.stringify(tools.map(({ outputSchema }) => outputSchema)).length).toBeLessThan(4_400);
});
