import createClient from "openapi-fetch";
import type { paths } from "../out/openapi-typescript.ts";

/** openapi-fetch leaves forms to whoever calls. */
function formOf(body: object): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) {
    for (const item of Array.isArray(value) && value[0] instanceof Blob ? value : [value]) {
      form.append(name, item instanceof Blob || typeof item === "string" ? item : JSON.stringify(item));
    }
  }
  return form;
}

/** What a program does with the types that openapi-typescript makes. */
export async function use(baseUrl: string, key: string, file: File, image: File) {
  const client = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${key}` } });
  const asForm = { bodySerializer: formOf, headers: { "Content-Type": null } };
  const cropArea = { x: 10, y: 10, width: 100, height: 50, unit: "pt" as const };
  const cropped = await client.POST("/v1/pdf/crop", {
    body: { file, cropData: [{ pageNumber: 1, cropArea }], coordinates: "page" },
    ...asForm,
  });
  const split = await client.POST("/v1/pdf/split", {
    body: { file, splitMode: "ranges", ranges: ["1", "2-"] },
    ...asForm,
  });
  const pages = await client.POST("/v1/pdf/split", {
    body: { file, splitMode: "individual", pageNumbers: [1, 3] },
    ...asForm,
  });
  const images = await client.POST("/v1/convert/image-to-pdf", {
    params: { query: { format: "binary" } },
    body: { file: [image, image], pageSize: "A4" } as never,
    parseAs: "blob",
    ...asForm,
  });
  const wrong = await client.POST("/v1/pdf/split", {
    body: { file, splitMode: "ranges", ranges: ["9"] },
    ...asForm,
  });
  return {
    cropped: cropped.data,
    split: split.data,
    pages: pages.data,
    images: images.data as unknown,
    wrong: wrong.error,
  };
}
