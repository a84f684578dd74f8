import { useEffect, useRef, useState } from "react"
import type { AnyVariables, CombinedError, TypedDocumentNode } from "urql"
import { useClient } from "urql"
import { retryMs } from "./client.ts"
import { streamLost, streamResumed } from "./connection.ts"

type Held<Row> = { key: string; rows: ReadonlyMap<string, Row> }

/** Events that arrive together are rendered together: the initial snapshot of a stream is one update. */
const gatherMs = 40

/** A stream of nothing sends nothing: without an error for this long, it is back. */
const resumedMs = 2_000

/** Error code of a stream that ended because of a temporary shortage; the client subscribes again. */
const passing: unknown[] = ["unavailable", "internal_error", "rate_limited"]
const mayPass = ({ networkError, graphQLErrors }: CombinedError): boolean =>
  networkError !== undefined ||
  graphQLErrors.some(({ extensions }) => passing.includes(extensions["code"]))

/**
 * Keeps the latest row of a stream by id and passes each event on. A stream starts with the current state, so its
 * rows may replace those of a query; a stream that failed is opened again.
 */
export function useFollow<Data, Variables extends AnyVariables, Row extends { id: string }>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  pick: (data: Data) => Row,
  { pause = false, onRows }: { pause?: boolean; onRows?: (rows: Row[]) => void } = {},
): ReadonlyMap<string, Row> {
  const client = useClient()
  const key = JSON.stringify(variables)
  const [held, hold] = useState<Held<Row>>({ key, rows: new Map() })
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
      hold((before) => ({
        key,
        rows: new Map([
          ...(before.key === key ? before.rows : []),
          ...rows.map((row) => [row.id, row] as const),
        ]),
      }))
      latest.current.onRows?.(rows)
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
  }, [client, document, key, pause])

  return held.key === key ? held.rows : nothing
}

const nothing: ReadonlyMap<string, never> = new Map<string, never>()
