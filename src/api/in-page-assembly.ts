import { type Answered, type Asked, performed, type Running } from "./in-page.ts";
import { assemble } from "./operations/assemble.ts";

/** Assembly alone, for a worker of its own: with the others, what they share would be more for each of them to load. */
export function perform(asked: Asked, running: Running): Promise<Answered> {
  return performed(assemble, asked, running);
}

/** It is loaded with its worker. */
export async function prepare(_: readonly string[]): Promise<void> {}
