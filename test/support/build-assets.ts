import { buildWeb } from "../../scripts/build-web.ts";
import { IS_BUILT } from "../../scripts/lib/built.ts";

/** The Worker's static assets must be there before it is. */
export default async function setup(): Promise<void> {
  if (!IS_BUILT) await buildWeb();
}
