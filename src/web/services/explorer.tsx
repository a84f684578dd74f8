import type { ReactNode } from "react"
import { Failed, Waiting } from "../ui/empty.tsx"
import type { Range } from "../ui/range.ts"
import { VirtualRows } from "../ui/virtual-rows.tsx"
import { faultOf } from "./edit-query.ts"
import { FacetList } from "./facet-list.tsx"
import { isNotStarted, NoTelemetry } from "./no-telemetry.tsx"
import { QueryBar } from "./query-bar.tsx"
import type { Window } from "./use-window.ts"
import { VolumeChart, type VolumeStep } from "./volume-chart.tsx"
import "./explorer.css"

type Props<Row> = {
  signal: "logs" | "spans"
  /** What is found: "logs" or "traces". */
  what: "logs" | "traces"
  query: string
  window: Window
  placeholder: string
  facets: readonly { field: string; label: string }[]
  onQuery(query: string): void
  onRange(range: Range): void
  /** Matches over time; null while new ones come in by themselves. */
  volume: { label: string; steps: readonly VolumeStep[] } | null
  /** Above the rows: how many there are. */
  count: string
  list: { rows: readonly Row[] | undefined; error: string | null; again(): void; onEnd(): void }
  rows: { label: string; height: number; keyOf(row: Row): string; waiting: number }
  /** What the query can become. */
  uses: ReactNode
  /** Shown if nothing matches. */
  empty: ReactNode
  /** Beside the rows. */
  detail?: ReactNode
  children(row: Row): ReactNode
}

/** Search in a signal: the query, the most frequent values, matches over time, and the rows. */
export function Explorer<Row>(props: Props<Row>) {
  const { signal, what, query, window, onQuery, onRange, volume, list, detail, children } = props
  const { rows, error } = list
  const isNothing =
    volume !== null &&
    (rows === undefined ? isNotStarted(error) : query === "" && rows.length === 0)
  const isFault = error !== null && faultOf(error)?.at !== null
  return (
    <>
      <QueryBar
        signal={signal}
        query={query}
        times={window.times}
        placeholder={props.placeholder}
        error={isFault ? error : null}
        onQuery={onQuery}
      />
      {isNothing ? (
        <NoTelemetry what={what} />
      ) : (
        <div className="explorer" data-detail={detail !== undefined || undefined}>
          <FacetList
            signal={signal === "logs" ? "LOGS" : "SPANS"}
            query={query}
            times={window.times}
            fields={props.facets}
            onQuery={onQuery}
          />
          <div className="explorer-main">
            {volume !== null && (
              <VolumeChart
                {...volume}
                from={window.from}
                until={window.until}
                onBrush={(from, until) =>
                  onRange({ from: from.toISOString(), until: until.toISOString() })
                }
              />
            )}
            <div className="explorer-line">
              <p className="explorer-count muted small" aria-live="polite">
                {props.count}
              </p>
              {props.uses}
            </div>
            {rows === undefined && error === null && <Waiting rows={props.rows.waiting} />}
            {rows === undefined && error !== null && !isFault && (
              <Failed message={error} onAgain={list.again} />
            )}
            {rows?.length === 0 && volume !== null && props.empty}
            {rows !== undefined && rows.length > 0 && (
              <div className="log-rows">
                <VirtualRows
                  label={props.rows.label}
                  rows={rows}
                  rowKey={props.rows.keyOf}
                  height={props.rows.height}
                  onEnd={list.onEnd}
                >
                  {children}
                </VirtualRows>
              </div>
            )}
          </div>
          {detail}
        </div>
      )}
    </>
  )
}
