import {
  GraphQLError,
  Kind,
  parse,
  specifiedRules,
  validate,
  visit,
  type DocumentNode,
  type GraphQLSchema,
} from "graphql"
import { DomainError } from "../kernel/errors.ts"
import { refuseFragments } from "./limits/fragments.ts"
import { maxTokens, refuseSize } from "./limits/limits.ts"
import { measure } from "./limits/measure.ts"
import { refuseNesting } from "./limits/nesting.ts"
import { refuseOverlap } from "./limits/overlap.ts"
import { refuseLiterals } from "./limits/text.ts"

const maxErrors = 20

/**
 * Parses and validates a document. Limits are checked before the parser, which recurses, and before validation,
 * parts of which take quadratic time. Sizes that depend on variables are checked again for each request.
 * @param isKnown anonymous callers get neither introspection nor suggestions of similar names.
 */
export function prepare(
  schema: GraphQLSchema,
  text: string,
  isKnown: boolean,
): DocumentNode | readonly GraphQLError[] {
  try {
    const nested = refuseNesting(text)
    if (nested !== null) return [nested]
    const document = parse(text, { maxLexicalTokens: maxTokens })
    const refused =
      refuseFragments(document) ??
      refuseOperations(schema, document) ??
      refuseOverlap(document) ??
      refuseLiterals(document) ??
      (isKnown ? null : refuseIntrospection(document))
    if (refused !== null) return [refused]
    const errors = validate(schema, document, specifiedRules, {
      maxErrors,
      hideSuggestions: !isKnown,
    })
    return errors.length > 0 ? errors : document
  } catch (error) {
    if (error instanceof GraphQLError) return [error]
    throw error
  }
}

function refuseOperations(schema: GraphQLSchema, document: DocumentNode): DomainError | null {
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue
    const refused = refuseSize(measure(schema, document, definition, {}))
    if (refused !== null) return refused
  }
  return null
}

function refuseIntrospection(document: DocumentNode): DomainError | null {
  let isAsked = false
  visit(document, {
    [Kind.FIELD]({ name }) {
      isAsked ||= name.value === "__schema" || name.value === "__type"
    },
  })
  return isAsked
    ? new DomainError(
        "unauthorized",
        "Introspection needs a session or an API key. The schema is also in schema/schema.graphql.",
      )
    : null
}
