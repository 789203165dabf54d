import puppeteer from "puppeteer-core";
import { ensureBrowser } from "../../../scripts/lib/local-browser.ts";
import { article, invoice, report } from "../../bench/inputs/pages.ts";
import { startLocalService } from "../../bench/lib/local-service.ts";

/** A page as the browser prints it by itself, and as the service finishes it in each of its ways. */
export interface Print {
  readonly name: string;
  readonly plain: Uint8Array;
  readonly finished: ReadonlyMap<string, Uint8Array | undefined>;
}

const FORM = `<html lang=en><title>Form</title><form><label>Name <input name=name value=Ada required></label>
<label>Born <input type=date name=born></label><label><input type=checkbox name=news checked>News</label>
<label><input type=radio name=way value=post checked>Post</label><label><input type=radio name=way value=mail>Mail</label>
<label>Town <select name=town><option>Paris<option selected>Rome</select></label>
<label>Several <select name=some multiple><option selected>One<option>Two</select></label>
<label>Text <textarea name=text>Lines</textarea></label><button type=submit>Send</button></form>`;
const BOOK = `<html lang=en><title>Book</title><style>h1 { break-before: page; string-set: chapter content() }
a::after { content: leader(dotted) target-counter(attr(href), page) } @page { @top-left { content: string(chapter) }
@bottom-right { content: counter(page) } } .note { float: footnote }</style><a href="#one">One</a><h1 id=one>One</h1>
<p>Text<span class=note>A note.</span> and <a href="https://example.com/">a link</a>.<h1>Two</h1><figure>
<svg width=40 height=40 role=img aria-label=Disc><circle cx=20 cy=20 r=20 fill=red opacity=.5 /></svg>
<figcaption>A disc</figcaption></figure><table><tr><th scope=col>A<th>B<tr><td>1<td>2</table><ul><li>x<li>y</ul>`;
const PAGES = { invoice: invoice(), report: report(), article: article(), form: FORM, book: BOOK };
const WAYS = {
  print: {},
  fields: { forms: "fields" },
  watermark: { watermark: { text: "Draft", opacity: 0.3 } },
  archive: { conformance: ["pdfa-3b", "pdfua-1"], conformanceMode: "report" },
  protected: { protect: { ownerPassword: "owner" } },
  attached: { metadata: { title: "Title", author: "A. Author", language: "en" }, tagged: false },
} as const;

/** Prints made pages; a way that the service refuses has no file. */
export async function* prints(): AsyncGenerator<Print> {
  const { executable } = await ensureBrowser();
  const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  const browser = await puppeteer.launch({ executablePath: executable, args });
  const service = await startLocalService();
  try {
    for (const [name, html] of Object.entries(PAGES)) {
      const page = await browser.newPage();
      await page.setContent(html);
      const plain = await page.pdf({ tagged: true, outline: true, printBackground: true });
      await page.close();
      const finished = new Map<string, Uint8Array | undefined>();
      for (const [way, options] of Object.entries(WAYS)) {
        const answer = await fetch(`${service.api}/v1/convert/html-to-pdf?format=binary`, {
          method: "POST",
          headers: { authorization: `Bearer ${service.key}`, "content-type": "application/json" },
          body: JSON.stringify({ html, ...options }),
        });
        const body = new Uint8Array(await answer.arrayBuffer());
        if (!answer.ok) console.log(`refused: ${name}, ${way}: ${new TextDecoder().decode(body).slice(0, 300)}`);
        finished.set(way, answer.ok ? body : undefined);
      }
      yield { name, plain, finished };
    }
  } finally {
    await Promise.all([browser.close(), service.stop()]);
  }
}
