import puppeteer from "@cloudflare/puppeteer";

/** What is commonly deployed on the platform: a browser of its own for each request, driven as the platform's examples do. */
export default {
  async fetch(request, env) {
    if (request.method !== "POST") return new Response("ok");
    const { url } = await request.json();
    const browser = await puppeteer.launch(env.BROWSER);
    try {
      const page = await browser.newPage();
      await page.goto(url, { waitUntil: "networkidle0" });
      const pdf = await page.pdf({ format: "a4", printBackground: true });
      return new Response(pdf, { headers: { "Content-Type": "application/pdf" } });
    } finally {
      await browser.close();
    }
  },
};
