import type { DocumentNode, GraphQLSchema } from "graphql"
import { GraphQLError, Kind, parse, specifiedRules, validate, visit } from "graphql"
import { DomainError } from "./errors.ts"
import { refuseFragments } from "./limits/fragments.ts"
import { maxTokens, refuseSize } from "./limits/limits.ts"
import { measure } from "./limits/measure.ts"
import { refuseLiterals } from "./limits/text.ts"

const maxErrors = 20

/**
 * Parses and validates a document. The limits stand before the rules of validation, some of which take
 * quadratic time. Sizes that depend on variables are judged again with each request.
 *
 * @param isKnown strangers neither introspect nor hear which names come close.
 */
export function prepare(
  schema: GraphQLSchema,
  text: string,
  isKnown: boolean,
): DocumentNode | readonly GraphQLError[] {
  try {
    const document = parse(text, { maxLexicalTokens: maxTokens })
    const refused =
      refuseFragments(document) ??
      refuseOperations(schema, document) ??
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
