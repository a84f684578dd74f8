import { Kind, visit, type DocumentNode } from "graphql"
import { DomainError } from "../../kernel/errors.ts"
import type { Variables } from "./page-size.ts"

/** Levels of lists and objects in a variable; deeper JSON could overflow the stack of recursive code. */
const maxLevels = 20

/** PostgreSQL stores neither NUL nor unpaired surrogates. */
function fault(value: string): string | null {
  if (value.includes("\u0000")) return "must not contain a NUL character"
  if (!value.isWellFormed()) return "must not contain an unpaired surrogate"
  return null
}

/** Refuses variables with text that PostgreSQL cannot store. */
export function refuseVariables(variables: Variables): DomainError | null {
  const open = [{ value: variables as unknown, path: "#", level: 0 }]
  for (let item = open.pop(); item !== undefined; item = open.pop()) {
    const { value, path, level } = item
    if (typeof value === "string") {
      const detail = fault(value)
      if (detail !== null) return refused(path, detail)
    } else if (typeof value === "object" && value !== null) {
      if (level > maxLevels) {
        return refused(path, `must not be nested more than ${maxLevels} levels deep`)
      }
      for (const [key, below] of Object.entries(value)) {
        if (fault(key) !== null) return refused(path, "must not have such a key")
        const pointer = `${path}/${key.slice(0, 100).replaceAll("~", "~0").replaceAll("/", "~1")}`
        open.push({ value: below, path: pointer, level: level + 1 })
      }
    }
  }
  return null
}

/** Same, for literals in the document. */
export function refuseLiterals(document: DocumentNode): DomainError | null {
  let found: DomainError | null = null
  visit(document, {
    [Kind.STRING](node) {
      const detail = fault(node.value)
      if (detail === null) return
      const { line, column } = node.loc?.startToken ?? { line: 0, column: 0 }
      found ??= refused("#/query", `${detail}, as the text at line ${line}, column ${column} does`)
    },
  })
  return found
}

const refused = (pointer: string, detail: string) =>
  new DomainError("validation_failed", `The input is not valid: ${pointer} ${detail}`, [
    { pointer, detail },
  ])
