import { registerHooks } from "node:module";

/** The generators are written for the API of TypeScript 5, which 7 does not have. */
registerHooks({
  resolve: (specifier, context, next) => next(specifier === "typescript" ? "typescript-5" : specifier, context),
});
