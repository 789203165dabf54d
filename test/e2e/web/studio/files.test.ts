import { describe, expect, it } from "vitest";
import { lockedPdf, png } from "../../../fixtures/documents.ts";
import { expectAccessible } from "../browser.ts";
import { service } from "../service.ts";
import { awkward, choose, draw, drop, openTool, paste, press } from "../studio.ts";

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

  it("that cannot be opened are refused, in words for people", async () => {
    const { page } = await openTool("split");
    await choose(page, "Choose a PDF", { name: "no.pdf", mimeType: "application/pdf", buffer: Buffer.from("no pdf") });
    await page.getByText("This file cannot be read as a PDF.").waitFor();
    await expectAccessible(page);
    await choose(page, "Choose a PDF", { name: "a.png", mimeType: "image/png", buffer: png(4, 4) });
    await page.getByText("a.png is an image.").waitFor();
  });

  it("of another kind are named as what they are, with what to do", async () => {
    const { page } = await openTool("split");
    const letter = (name: string) => ({ name, mimeType: "", buffer: Buffer.from("PK\x03\x04 and more") });
    await choose(page, "Choose a PDF", letter("letter.docx"));
    const said = "letter.docx is a Word document. Save it as a PDF in the program that made it, and open that here.";
    await page.getByText(said).waitFor();
    await page.getByRole("link", { name: "Images" }).click();
    await choose(page, "Choose images", letter("table.XLSX"));
    await page.getByText("table.XLSX is a spreadsheet.").waitFor();
    expect(await page.getByRole("button", { name: "Bind 0 images" }).isDisabled()).toBe(true);
    await page.getByRole("link", { name: "HTML" }).click();
    await drop(page, ".panel", [letter("talk.pptx")]);
    await page.getByText("talk.pptx is a presentation.").waitFor();
    await page.getByRole("link", { name: "Organize" }).click();
    await choose(page, "Choose PDFs or images", letter("book.epub"));
    await page.getByText("book.epub is a book.").waitFor();
  });

  it("that are protected ask for the password, and name no fault before one is typed", async () => {
    const { page } = await openTool("split");
    const buffer = await lockedPdf("open sesame");
    await choose(page, "Choose a PDF", { name: "locked.pdf", mimeType: "application/pdf", buffer });
    const field = page.getByLabel("Password of locked.pdf");
    await page.getByText("This PDF needs a password.").waitFor();
    expect(await field.getAttribute("aria-invalid")).toBe(null);
    await field.fill("wrong");
    await page.keyboard.press("Enter");
    await page.getByText("That password does not open it.").waitFor();
    expect(await field.getAttribute("aria-invalid")).toBe("true");
  });

  it("from an address are fetched by the service, and shown", async () => {
    const made = await openTool("html");
    await made.page.getByRole("button", { name: /^Print 1 page/ }).click();
    const link = (await made.page.getByRole("link", { name: "Save", exact: true }).getAttribute("href")) as string;
    const { page } = await openTool("split");
    await page.getByText("From an address").click();
    await page.getByLabel("Address", { exact: true }).fill("no address");
    await press(page, "Open");
    await page.getByText("Enter an address, such as www.example.com/report.pdf.").waitFor();
    await page.getByLabel("Address", { exact: true }).fill(link);
    await press(page, "Open");
    await press(page, "As code");
    expect(await page.getByRole("region", { name: "The call in curl" }).textContent()).toContain("--form-string 'url=");
  });
});

describe("a file that is dropped on an open document", () => {
  it("is named if it cannot be opened, and the document stays", async () => {
    const { page } = await openTool("crop");
    await choose(page, "Choose a PDF", await awkward("first.pdf"));
    await page.getByRole("application").waitFor();
    await drop(page, ".stage", [{ name: "no.pdf", mimeType: "application/pdf", buffer: Buffer.from("no pdf") }]);
    await page.getByRole("alert").filter({ hasText: "no.pdf: This file cannot be read as a PDF." }).waitFor();
    await expectAccessible(page);
    await press(page, "Close this message");
    await page.getByRole("alert").waitFor({ state: "detached" });
    const locked = { name: "locked.pdf", mimeType: "application/pdf", buffer: await lockedPdf("open sesame") };
    await drop(page, ".stage", [locked]);
    await page.getByText("This PDF needs a password.").waitFor();
    await page.getByText("first.pdf", { exact: true }).waitFor();
    await page.getByLabel("Password of locked.pdf").fill("open sesame");
    await page.keyboard.press("Enter");
    await page.getByText("locked.pdf", { exact: true }).waitFor();
  });

  it("takes the place of work only if that is wanted, and a second one is named", async () => {
    const { page } = await openTool("crop");
    await choose(page, "Choose a PDF", await awkward("first.pdf"));
    await draw(page, [0.2, 0.2], [0.8, 0.8]);
    await drop(page, ".stage", [await awkward("second.pdf")]);
    const question = page.getByRole("dialog", { name: "Open second.pdf?" });
    await question.waitFor();
    await expectAccessible(page);
    await press(page, "Keep first.pdf");
    await page.getByText("first.pdf", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Page 1, cropped" }).waitFor();
    await drop(page, ".stage", [await awkward("third.pdf"), await awkward("fourth.pdf")]);
    await press(page, "Open it");
    await page.getByText("third.pdf", { exact: true }).waitFor();
    await page.getByText("One PDF at a time: fourth.pdf was not opened.").waitFor();
  });
});
