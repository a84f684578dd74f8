import { Kind, visit, type DefinitionNode, type DocumentNode } from "graphql"
import { DomainError } from "../../kernel/errors.ts"

/** Refuses cyclic and unused fragments before validation, whose field comparison overflows the stack on a cycle. */
export function refuseFragments(document: DocumentNode): DomainError | null {
  const spreads = new Map<string, string[]>()
  const open: string[] = []
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) {
      const { value } = definition.name
      spreads.set(value, [...(spreads.get(value) ?? []), ...spreadsIn(definition)])
    } else if (definition.kind === Kind.OPERATION_DEFINITION) {
      open.push(...spreadsIn(definition))
    }
  }
  const state = new Map<string, "open" | "done">()

  function cycleFrom(name: string): string | null {
    if (state.get(name) === "open") return name
    if (state.get(name) === "done") return null
    state.set(name, "open")
    for (const next of spreads.get(name) ?? []) {
      const found = cycleFrom(next)
      if (found !== null) return found
    }
    state.set(name, "done")
    return null
  }

  for (const name of open) {
    const cycle = cycleFrom(name)
    if (cycle !== null) return refused(`The fragment ${cycle} spreads itself.`)
  }
  const unused = [...spreads.keys()].find((name) => !state.has(name))
  return unused === undefined ? null : refused(`The fragment ${unused} is never used. Remove it.`)
}

function spreadsIn(definition: DefinitionNode) {
  const names: string[] = []
  visit(definition, {
    [Kind.FRAGMENT_SPREAD](node) {
      names.push(node.name.value)
    },
  })
  return names
}

const refused = (detail: string) => new DomainError("validation_failed", detail)
