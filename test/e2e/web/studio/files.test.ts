import { describe, expect, it } from "vitest";
import { png } from "../../../fixtures/documents.ts";
import { expectAccessible } from "../browser.ts";
import { service } from "../service.ts";
import { awkward, choose, drop, openTool, paste, press } from "../studio.ts";

describe("files", () => {
  it("that are dropped anywhere are opened, and take no work away", async () => {
    const { page } = await openTool("crop");
    await drop(page, ".brand", [await awkward("dropped.pdf")]);
    await page.getByText("dropped.pdf", { exact: true }).waitFor();
    expect(page.url()).toBe(`${service.api}/studio#crop`);
    await drop(page, ".stage-bar", [await awkward("another.pdf")]);
    await page.getByText("another.pdf", { exact: true }).waitFor();
    await paste(page, await awkward("pasted.pdf"));
    await page.getByText("pasted.pdf", { exact: true }).waitFor();
  });

  it("that cannot be opened are told so, in words for people", async () => {
    const { page } = await openTool("split");
    await choose(page, "Choose a PDF", { name: "no.pdf", mimeType: "application/pdf", buffer: Buffer.from("no pdf") });
    await page.getByText("This file cannot be read as a PDF.").waitFor();
    await expectAccessible(page);
    await choose(page, "Choose a PDF", { name: "a.png", mimeType: "image/png", buffer: png(4, 4) });
    await page.getByText("a.png is an image.").waitFor();
  });

  it("from an address are fetched by the service, and shown", async () => {
    const made = await openTool("html");
    await made.page.getByRole("button", { name: /^Print 1 page/ }).click();
    const link = (await made.page.getByRole("link", { name: "Save", exact: true }).getAttribute("href")) as string;
    const { page } = await openTool("split");
    await page.getByText("From an address").click();
    await page.getByLabel("Address", { exact: true }).fill("example.com");
    await press(page, "Open");
    await page.getByText("Enter an address that begins with https://.").waitFor();
    await page.getByLabel("Address", { exact: true }).fill(link);
    await press(page, "Open");
    await press(page, "As code");
    expect(await page.getByRole("region", { name: "The call in curl" }).textContent()).toContain("--form-string 'url=");
  });
});
