import { autoCrop, crop, PdfProblem } from "quire-engine";

/** Answers a PDF that is posted to it without its white margins. */
export default {
  async fetch(request) {
    if (request.method !== "POST") return new Response("POST a PDF.\n", { status: 405, headers: { Allow: "POST" } });
    try {
      const pdf = new Uint8Array(await request.arrayBuffer());
      const { definitions } = await autoCrop(pdf, { margin: 10 });
      const { file } = await crop(pdf, { definitions });
      const headers = { "Content-Type": "application/pdf", "Content-Length": String(file.size) };
      return new Response(file.stream(), { headers });
    } catch (error) {
      if (error instanceof PdfProblem) return new Response(`${error.message}\n`, { status: 400 });
      throw error;
    }
  },
};
