import { useEffect, useRef, useState } from "react"
import type { AnyVariables, TypedDocumentNode } from "urql"
import { useClient } from "urql"

type Held<Row> = { key: string; rows: ReadonlyMap<string, Row> }

/** Events of one moment are shown together: a stream's opening state is one picture, not a hundred. */
const gatherMs = 40

/**
 * Keeps what a stream tells, by id, and hands each event on. The stream opens with the present state,
 * so the rows it brings may stand over those of a query read before or after.
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
    const { unsubscribe } = client
      .subscription(document, latest.current.variables)
      .subscribe(({ data }) => {
        if (data === undefined) return
        gathered.push(latest.current.pick(data))
        timer ??= setTimeout(show, gatherMs)
      })
    return () => {
      clearTimeout(timer)
      unsubscribe()
    }
  }, [client, document, key, pause])

  return held.key === key ? held.rows : nothing
}

const nothing: ReadonlyMap<string, never> = new Map<string, never>()
