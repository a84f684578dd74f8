import {
  Kind,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type SelectionSetNode,
} from "graphql"
import { DomainError } from "../../kernel/errors.ts"

/** Ten fragments that share half of their twenty fields take about a thousand comparisons. */
const maxComparisons = 5000

/**
 * Refuses documents whose overlapping fields would make validation slow: it compares each field with every other of
 * the same name in the same place, and each fragment with its siblings.
 */
export function refuseOverlap(document: DocumentNode): DomainError | null {
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) {
      fragments.set(definition.name.value, definition)
    }
  }
  let comparisons = 0

  /** Counts comparisons in selections that are merged in the response, and in everything below. */
  function count(merged: SelectionSetNode[]): void {
    const { fields, spreads } = collect(merged, fragments)
    comparisons += pairs(spreads)
    for (const same of fields.values()) {
      // Counts each field once as well, so that mutually nested fragments end here.
      comparisons += 1 + pairs(same.length)
      if (comparisons > maxComparisons) return
      count(same.flatMap(({ selectionSet }) => selectionSet ?? []))
    }
  }

  for (const definition of document.definitions) {
    if (definition.kind === Kind.OPERATION_DEFINITION) count([definition.selectionSet])
  }
  return comparisons <= maxComparisons
    ? null
    : new DomainError(
        "validation_failed",
        "The document selects the same fields too often in one place. Select each field once, or send several requests.",
      )
}

const pairs = (many: number): number => (many * (many - 1)) / 2

function collect(merged: SelectionSetNode[], fragments: Map<string, FragmentDefinitionNode>) {
  const fields = new Map<string, FieldNode[]>()
  const spread = new Set<string>()
  const open = [...merged]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const selection of next.selections) {
      if (selection.kind === Kind.FIELD) {
        const name = selection.alias?.value ?? selection.name.value
        const same = fields.get(name)
        if (same === undefined) fields.set(name, [selection])
        else same.push(selection)
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        open.push(selection.selectionSet)
      } else if (!spread.has(selection.name.value)) {
        spread.add(selection.name.value)
        const fragment = fragments.get(selection.name.value)
        if (fragment !== undefined) open.push(fragment.selectionSet)
      }
    }
  }
  return { fields, spreads: spread.size }
}
