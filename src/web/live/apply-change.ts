import { useState } from "react"
import { useMutation, type AnyVariables, type CombinedError, type TypedDocumentNode } from "urql"
import type { Refusal } from "../ui/refusal.ts"
import { errorInWords } from "./live-read.ts"
import { sentence } from "../ui/capital.ts"

export type Change<Data, Variables> = {
  /** The data, or null if the change was refused; `refusal` then says why. */
  run(variables: Variables): Promise<Data | null>
  isRunning: boolean
  refusal: Refusal | null
  clear(): void
}

export function useChange<Data, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
): Change<Data, Variables> {
  const [{ fetching }, execute] = useMutation(document)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  return {
    async run(variables) {
      setRefusal(null)
      const { data, error } = await execute(variables)
      if (error !== undefined) setRefusal(readRefusal(error))
      return error === undefined ? (data ?? null) : null
    },
    isRunning: fetching,
    refusal,
    clear: () => setRefusal(null),
  }
}

function readRefusal(error: CombinedError): Refusal {
  const issues = new Map<string, string>()
  for (const { extensions } of error.graphQLErrors) {
    const listed: unknown = extensions["errors"]
    if (!Array.isArray(listed)) continue
    for (const issue of listed as unknown[]) {
      if (!isIssue(issue) || issues.has(issue.pointer)) continue
      issues.set(issue.pointer, sentence(issue.detail))
    }
  }
  return { message: errorInWords(error), issues }
}

const isIssue = (value: unknown): value is { pointer: string; detail: string } =>
  typeof value === "object" &&
  value !== null &&
  "pointer" in value &&
  typeof value.pointer === "string" &&
  "detail" in value &&
  typeof value.detail === "string"
