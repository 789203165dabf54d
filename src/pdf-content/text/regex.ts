import { RE2JS, RE2JSException } from "re2js";
import { type Expression, ExpressionProblem } from "./search.ts";

/**
 * Compiles an expression of RE2, which takes time in proportion to the text, whatever the expression. `^` and `$` match
 * at the ends of lines.
 */
export function compileExpression(source: string, caseSensitive: boolean, mostStates: number): Expression {
  const compiled = compile(source, RE2JS.MULTILINE | (caseSensitive ? 0 : RE2JS.CASE_INSENSITIVE));
  const size = compiled.programSize();
  if (size > mostStates) {
    throw new ExpressionProblem(`it has ${size} states; ${mostStates} are accepted. Repeat less often.`);
  }
  return {
    size,
    *spans(text) {
      const matcher = compiled.matcher(text);
      while (matcher.find()) if (matcher.end() > matcher.start()) yield [matcher.start(), matcher.end()];
    },
    find(text) {
      const matcher = compiled.matcher(text);
      if (!matcher.find()) return undefined;
      const groups = Array.from({ length: matcher.groupCount() }, (_, at) => matcher.group(at + 1) ?? "");
      return { match: matcher.group() ?? "", groups };
    },
  };
}

function compile(source: string, flags: number): RE2JS {
  try {
    return RE2JS.compile(source, flags);
  } catch (error) {
    if (error instanceof RE2JSException) throw new ExpressionProblem(`${error.message}.`);
    throw error;
  }
}
