import { useEffect, useRef, useState } from "react"
import type { AnyVariables, TypedDocumentNode } from "urql"
import { useQuery } from "urql"
import { useConnection } from "./connection.ts"

type Read<Data> = {
  data: Data | undefined
  error: string | null
  /** True until the first data arrives. */
  isFirst: boolean
  again(): void
}

/**
 * Reads a document: cached data first, then the server's; again after a reconnection. The last data stays while the
 * server is unreachable.
 */
export function useRead<Data, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  { pause = false } = {},
): Read<Data> {
  const { epoch } = useConnection()
  const seen = useRef(epoch)
  const [{ data, error, fetching }, execute] = useQuery({
    query: document,
    variables,
    pause,
    requestPolicy: "cache-and-network",
  })
  const again = () => execute({ requestPolicy: "network-only" })
  const asked = JSON.stringify(variables)
  const [last, setLast] = useState<{ asked: string; data: Data } | null>(null)
  if (data !== undefined && last?.data !== data) setLast({ asked, data })
  const isKept = error?.networkError !== undefined && last?.asked === asked
  const shown = data ?? (isKept ? last.data : undefined)
  useEffect(() => {
    if (seen.current === epoch || pause) return
    seen.current = epoch
    execute({ requestPolicy: "network-only" })
  }, [epoch, execute, pause])
  return {
    data: shown,
    error: error === undefined ? null : errorInWords(error),
    isFirst: shown === undefined && error === undefined && (fetching || pause),
    again,
  }
}

type ShownError = {
  message: string
  networkError?: Error | undefined
  graphQLErrors: readonly { message: string }[]
}

export function errorInWords({ networkError, graphQLErrors, message }: ShownError): string {
  if (networkError !== undefined) return "The server cannot be reached. Check the connection."
  return graphQLErrors.map((error) => error.message).join(" ") || message
}
