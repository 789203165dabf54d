import { createClient, createConfig } from "../out/hey-api/client";
import { cropPdf, imageToPdf, splitPdf } from "../out/hey-api/sdk.gen";

/** What a program does with the client that @hey-api/openapi-ts makes. */
export async function use(baseUrl: string, auth: string, file: File, image: File) {
  const client = createClient(createConfig({ baseUrl, auth }));
  const cropArea = { x: 10, y: 10, width: 100, height: 50 };
  const cropped = await cropPdf({ client, body: { file, cropData: [{ pageNumber: 1, cropArea }] } });
  const split = await splitPdf({ client, body: { file, splitMode: "ranges", ranges: ["1", "2-"] } });
  const pages = await splitPdf({ client, body: { file, splitMode: "individual", pageNumbers: [1, 3] } });
  const images = await imageToPdf({
    client,
    body: { file: [image, image], pageSize: "A4" },
    query: { format: "binary" },
    parseAs: "blob",
  });
  const wrong = await splitPdf({ client, body: { file, splitMode: "ranges", ranges: ["9"] } });
  return {
    cropped: cropped.data,
    split: split.data,
    pages: pages.data,
    images: images.data as unknown,
    wrong: wrong.error,
  };
}
