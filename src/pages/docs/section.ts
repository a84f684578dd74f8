import type { Html } from "../../platform/html.ts"

/** An operation of /v1, as documented. */
export type Operation = {
  id: string
  method: string
  path: string
  scope: string
  answer: { example: unknown } | null
}

export type Section = { id: string; title: string; body: Html }

/** Input of all sections. */
export type Guide = { base: string; operations: readonly Operation[] }

/** Example response of an operation. */
export function exampleOf({ operations }: Guide, id: string): unknown {
  const found = operations.find((one) => one.id === id)
  if (!found?.answer) throw new Error(`no example for ${id}`)
  return found.answer.example
}
