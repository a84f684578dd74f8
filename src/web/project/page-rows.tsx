import type { ReactNode } from "react"
import { Button } from "../ui/button.tsx"
import { Failed, Missing, Waiting } from "../ui/empty.tsx"
import "./page-rows.css"

type Props<Row> = {
  list: {
    rows: readonly Row[] | undefined
    error: string | null
    hasMore?: boolean
    more?(): void
    again(): void
  }
  /** How many rows are drawn while it is read. */
  waiting: number
  className?: string
  /** What its columns are called, above rows of this class. */
  columns?: { row: string; names: readonly string[] }
  /** Instead of the rows if there are none. */
  empty: ReactNode
  children(row: Row): ReactNode
}

/** The rows that a page consists of, in a card; instead of them that they are read, or that this failed. */
export function PageRows<Row>(props: Props<Row>) {
  const { list, waiting, className = "", columns, empty, children } = props
  const { rows, error, hasMore = false, more, again } = list
  if (rows === undefined) {
    return error === null ? <Waiting rows={waiting} /> : <Failed message={error} onAgain={again} />
  }
  return (
    <>
      <Missing error={error} onAgain={again} />
      {rows.length === 0 ? (
        empty
      ) : (
        <ul className={`card rows ${className}`}>
          {columns && (
            <li className={`${columns.row} row-heads`} aria-hidden="true">
              {columns.names.map((name) => (
                <span key={name}>{name}</span>
              ))}
            </li>
          )}
          {rows.map(children)}
        </ul>
      )}
      {hasMore && (
        <div>
          <Button onClick={more}>Show more</Button>
        </div>
      )}
    </>
  )
}
