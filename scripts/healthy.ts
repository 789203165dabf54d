import { isHealthy } from "./lib/service.ts";

/** Ends with 0 where the service of this container answers. */
const port = Number(process.env.PORT ?? 8787);
process.exit((await isHealthy(port, process.env.QUIRE_API_ORIGIN ?? `http://localhost:${port}`)) ? 0 : 1);
