import { Hono } from "hono";

/** What a Worker with the service's framework costs at least. */
export default new Hono().get("/", (c) => c.text("ok"));
