import type { GraphQLFormattedError } from "graphql"
import { isProblemCode } from "../http/refusal.ts"
import { visible } from "./untrusted.ts"

/** A failed call as the agent reads it: what is wrong and what to do. */
export class ToolError extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

export const notFound = (noun: string, find: string): ToolError =>
  new ToolError("not_found", `There is no such ${noun} in this key's project. ${find}`)

/** What the agent can do about a refusal of the domain. */
const remedies: Partial<Record<string, string>> = {
  validation_failed: "Correct the arguments and call again.",
  not_found: "Check the id; ids of other projects do not exist for this key.",
  conflict: "Read the state again, then decide.",
  unavailable: "Wait a few seconds, then call again with the same arguments.",
  plan_required: "A person has to change the project's plan.",
}

export function errorOf({ message, extensions }: GraphQLFormattedError): ToolError {
  const given = extensions?.["code"]
  const code = isProblemCode(given) ? given : "internal_error"
  const remedy = remedies[code]
  return new ToolError(code, remedy === undefined ? message : `${message} ${remedy}`)
}

const longest = 1000

export const errorText = ({ code, message }: ToolError): string =>
  visible(`${code}: ${message.slice(0, longest)}`)
