import { Readable } from "node:stream";
import express from "express";
import { Quire, QuireError } from "quire-client";

const quire = new Quire({ apiKey: process.env.QUIRE_API_KEY, baseUrl: process.env.QUIRE });
const app = express();

const invoice = (number) => `<h1>Invoice ${number}</h1><p>Thank you.</p>`;

app.get("/invoices/:number", ({ params }, answer) => answer.send(invoice(Number(params.number))));

app.get("/invoices/:number/pdf", async ({ params }, answer, next) => {
  try {
    const number = Number(params.number);
    const { blob } = await quire.htmlToPdf(
      { html: invoice(number), metadata: { title: `Invoice ${number}` } },
      { format: "binary" },
    );
    answer.type("pdf").attachment(`invoice-${number}.pdf`);
    Readable.fromWeb(blob.stream()).pipe(answer);
  } catch (error) {
    // The service says what to change, and whether it helps to try again.
    if (error instanceof QuireError) answer.status(error.retryable ? 503 : 500).send(error.message);
    else next(error);
  }
});

const server = app.listen(Number(process.env.PORT ?? 3000), () => {
  console.log(`http://localhost:${server.address().port}/invoices/42/pdf`);
});
