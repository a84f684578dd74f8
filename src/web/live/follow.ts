import { useState } from "react"
import type { AnyVariables, TypedDocumentNode } from "urql"
import { useEvents } from "./events.ts"

type Held<Row> = { key: string; rows: ReadonlyMap<string, Row> }

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
  const key = JSON.stringify(variables)
  const [held, hold] = useState<Held<Row>>({ key, rows: new Map() })
  useEvents(document, variables, pick, {
    pause,
    onRows(rows) {
      hold((before) => ({
        key,
        rows: new Map([
          ...(before.key === key ? before.rows : []),
          ...rows.map((row) => [row.id, row] as const),
        ]),
      }))
      onRows?.(rows)
    },
  })
  return held.key === key ? held.rows : nothing
}

const nothing: ReadonlyMap<string, never> = new Map<string, never>()
