import type { Env as HonoEnv } from "hono";
import { HonoBase } from "hono/hono-base";
import { TrieRouter } from "hono/router/trie-router";

/** hono with one of its routers: the others would be a hundredth of the Worker, for microseconds of a request. */
export function routes<Variables extends HonoEnv>(): HonoBase<Variables> {
  return new HonoBase<Variables>({ router: new TrieRouter() });
}
