import type { Html } from "../html.ts"

/** What the pages tell of an operation of /v1. */
export type Operation = {
  id: string
  method: string
  path: string
  scope: string
  answer: { example: unknown } | null
}

export type Section = { id: string; title: string; body: Html }

/** What the sections are written from. */
export type Guide = { base: string; operations: readonly Operation[] }

/** The answer that the reference shows for an operation. */
export function exampleOf({ operations }: Guide, id: string): unknown {
  const found = operations.find((one) => one.id === id)
  if (!found?.answer) throw new Error(`there is no example of ${id}`)
  return found.answer.example
}
