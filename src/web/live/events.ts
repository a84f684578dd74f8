import { useEffect, useRef } from "react"
import { useClient, type AnyVariables, type CombinedError, type TypedDocumentNode } from "urql"
import { streamLost, streamResumed } from "./connection.ts"
import { retryMs } from "./retry.ts"

/** Events that arrive together are passed on together: the initial snapshot of a stream is one update. */
const usualMs = 40

/** A stream of nothing sends nothing: without an error for this long, it is back. */
const resumedMs = 2_000

/** Error code of a stream that ended because of a temporary shortage; the client subscribes again. */
const passing: unknown[] = ["unavailable", "internal_error", "rate_limited"]
const mayPass = ({ networkError, graphQLErrors }: CombinedError): boolean =>
  networkError !== undefined ||
  graphQLErrors.some(({ extensions }) => passing.includes(extensions["code"]))

type Options<Row> = { pause?: boolean; gatherMs?: number; onRows(rows: Row[]): void }

/** Passes on the events of a stream in batches; a stream that failed is opened again. */
export function useEvents<Data, Variables extends AnyVariables, Row>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  pick: (data: Data) => Row,
  { pause = false, gatherMs = usualMs, onRows }: Options<Row>,
): void {
  const client = useClient()
  const key = JSON.stringify(variables)
  const latest = useRef({ variables, pick, onRows })
  useEffect(() => {
    latest.current = { variables, pick, onRows }
  })

  useEffect(() => {
    if (pause) return undefined
    let gathered: Row[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    const show = () => {
      const rows = gathered
      gathered = []
      timer = undefined
      latest.current.onRows(rows)
    }
    let again: ReturnType<typeof setTimeout> | undefined
    let quiet: ReturnType<typeof setTimeout> | undefined
    let leave = () => {}
    let failures = 0
    const stream = Symbol("stream")
    const resumed = () => {
      clearTimeout(quiet)
      failures = 0
      streamResumed(stream)
    }
    const begin = () => {
      leave()
      again = undefined
      if (failures > 0) quiet = setTimeout(resumed, resumedMs)
      const { unsubscribe } = client
        .subscription(document, latest.current.variables)
        .subscribe(({ data, error }) => {
          // The data next to an error is still valid.
          if (error !== undefined) {
            if (again !== undefined || !mayPass(error)) return
            clearTimeout(quiet)
            streamLost(stream)
            again = setTimeout(begin, retryMs(failures))
            failures += 1
            return
          }
          if (data === undefined) return
          resumed()
          gathered.push(latest.current.pick(data))
          timer ??= setTimeout(show, gatherMs)
        })
      leave = unsubscribe
    }
    begin()
    return () => {
      clearTimeout(again)
      clearTimeout(timer)
      resumed()
      leave()
    }
  }, [client, document, key, pause, gatherMs])
}

/** Passes on what changed: a stream starts with the current state, which is no change. */
export function useChangeEvents<
  Data,
  Variables extends AnyVariables,
  Change extends { isSnapshot: boolean },
>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  pick: (data: Data) => Change,
  onChanges: (changes: Change[]) => void,
  { pause = false } = {},
): void {
  useEvents(document, variables, pick, {
    pause,
    onRows(events) {
      const changes = events.filter(({ isSnapshot }) => !isSnapshot)
      if (changes.length > 0) onChanges(changes)
    },
  })
}
