import type { Interpreter } from "./interpreter.ts";

export type Handler = (on: Interpreter) => void;
export type Handlers = Readonly<Record<string, Handler>>;
