import type { Operation } from "urql"

let permissions: readonly string[] = []

/** Tells the client what the viewer may do in the project on screen. */
export function setPermissions(now: readonly string[]): void {
  permissions = now
}

/** "readsOnCall" → "on_call:read". */
const permissionOf = (variable: string): string =>
  `${variable
    .slice("reads".length)
    .replaceAll(/\B[A-Z]/g, "_$&")
    .toLowerCase()}:read`

/**
 * Fills in variables such as `$readsOnCall`, by which a document leaves out what the viewer may not read; pages do not
 * pass them.
 */
export function withPermissions(operation: Operation): Operation {
  const names = operation.query.definitions.flatMap((definition) =>
    "variableDefinitions" in definition
      ? (definition.variableDefinitions ?? []).map(({ variable }) => variable.name.value)
      : [],
  )
  const filled = names
    .filter((name) => name.startsWith("reads"))
    .map((name) => [name, permissions.includes(permissionOf(name))] as const)
  return filled.length === 0
    ? operation
    : { ...operation, variables: { ...operation.variables, ...Object.fromEntries(filled) } }
}
