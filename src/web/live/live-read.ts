import { useEffect, useRef, useState } from "react"
import { useQuery, type AnyVariables, type TypedDocumentNode } from "urql"
import { useConnection } from "./connection.ts"

type Read<Data> = {
  data: Data | undefined
  error: string | null
  /** True until the first data arrives. */
  isFirst: boolean
  again(): void
}

/** Between tries while the server is unreachable. */
const firstPauseMs = 1000
const longestPauseMs = 30_000

/**
 * Reads a document: cached data first, then the server's; again after a reconnection. While the server is unreachable
 * the last data stays, and it is tried again: a request can fail although the connection of subscriptions lasts.
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
  const isUnreachable = error?.networkError !== undefined && !fetching && !pause
  const failures = useRef(0)
  useEffect(() => {
    if (!isUnreachable) {
      if (error === undefined && !fetching) failures.current = 0
      return undefined
    }
    const pauseMs = Math.min(firstPauseMs * 2 ** failures.current, longestPauseMs)
    failures.current += 1
    const timer = setTimeout(() => execute({ requestPolicy: "network-only" }), pauseMs)
    return () => clearTimeout(timer)
  }, [isUnreachable, error, fetching, execute])
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
