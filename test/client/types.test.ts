import { expect, it } from "vitest";
import committed from "../../client/src/types.ts?raw";
import { clientTypes, type Document } from "../../scripts/lib/client-types.ts";
import { OFFERS, operationsOf } from "../../src/api/operations/index.ts";
import { openApiDocument } from "../../src/described/openapi.ts";

it("the client has the types of the interface as it is; `npm run client-types` writes them anew", async () => {
  const document = JSON.parse(JSON.stringify(openApiDocument(await operationsOf(OFFERS)))) as Document;
  expect(committed).toBe(clientTypes(document));
});
