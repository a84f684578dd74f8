import { Lexer, Source, TokenKind } from "graphql"
import { DomainError } from "../../kernel/errors.ts"
import { maxTokens } from "./limits.ts"

/** Levels of brackets of any kind. The parser recurses for each, so a deep document would overflow the stack. */
export const maxBrackets = 50

const opening = new Set<TokenKind>([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L])
const closing = new Set<TokenKind>([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R])

/**
 * Refuses deeply nested documents in linear time, before parsing. Stops at the parser's token limit, which the
 * parser reports itself.
 * @throws {GraphQLError} if the text cannot be tokenized.
 */
export function refuseNesting(text: string): DomainError | null {
  const lexer = new Lexer(new Source(text))
  let level = 0
  for (let count = 0; count < maxTokens; count += 1) {
    const { kind, line, column } = lexer.advance()
    if (kind === TokenKind.EOF) return null
    if (closing.has(kind)) level -= 1
    if (!opening.has(kind)) continue
    level += 1
    if (level <= maxBrackets) continue
    return new DomainError(
      "validation_failed",
      `The document has brackets nested more than ${maxBrackets} levels deep at line ${line}, column ${column}. Send large values as variables.`,
    )
  }
  return null
}
