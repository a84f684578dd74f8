import type { ReactNode } from "react"
import { Button } from "./button.tsx"
import { Empty, Missing, Waiting } from "./empty.tsx"

type Props<Row> = {
  label: string
  /** What `useMore` returned. */
  list: {
    rows: readonly Row[] | undefined
    error: string | null
    hasMore: boolean
    more(): void
    again(): void
  }
  /** Those of its rows that are shown; all of them if left out. */
  shown?: readonly Row[] | undefined
  /** Title and text without any. */
  empty: readonly [title: string, text: ReactNode]
  /** Below the text without any. */
  add?: ReactNode
  children(row: Row): ReactNode
}

/** A card with the rows of a list: while it is read, without any, and with more of them on request. */
export function ListCard<Row>({ label, list, shown, empty, add, children }: Props<Row>) {
  const { rows, error, hasMore, more, again } = list
  const listed = shown ?? rows
  const [title, text] = empty
  return (
    <section className="card" aria-label={label}>
      <Missing error={error} onAgain={again} />
      {rows === undefined && error === null && <Waiting />}
      {listed?.length === 0 && (
        <Empty title={title}>
          <p>{text}</p>
          {add}
        </Empty>
      )}
      <ul>{listed?.map(children)}</ul>
      {hasMore && (
        <div className="part-foot">
          <Button onClick={more}>Show more</Button>
        </div>
      )}
    </section>
  )
}
