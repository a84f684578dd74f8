import type { ReactNode } from "react"
import { lazy, Suspense, useEffect, useRef, useState } from "react"
import "./virtual-rows.css"

type Props<Row> = {
  label: string
  rows: readonly Row[]
  rowKey(row: Row): string
  /** Height of each row in CSS pixels. */
  height: number
  /** Called when the last rows come into view. */
  onEnd?(): void
  /** Called with the rows in the document, when they change. */
  onShow?(rows: readonly Row[]): void
  /** Index of the row that must be in view, if it changes. */
  current?: number | undefined
  children(row: Row, index: number): ReactNode
}

/** Indices of the rows in the document. */
export type RowRange = { first: number; last: number }

/** Shown before it is known what fits the window, which also loads later. */
const firstRows: RowRange = { first: 0, last: 19 }

const VisibleRange = lazy(() =>
  import("./visible-range.tsx").then(({ VisibleRange }) => ({ default: VisibleRange })),
)

/** A long list of rows of one height in the page's scroll; only the visible ones are in the document. */
export function VirtualRows<Row>(props: Props<Row>) {
  const { label, rows, rowKey, height, onEnd, onShow, current, children } = props
  const list = useRef<HTMLUListElement>(null)
  const [{ first, last }, setRange] = useState(firstRows)
  const isNearEnd = rows.length > 0 && last >= rows.length - 5
  const end = useRef(onEnd)
  useEffect(() => {
    end.current = onEnd
  })
  useEffect(() => {
    if (isNearEnd) end.current?.()
  }, [isNearEnd, rows.length])
  const shown = useRef(onShow)
  useEffect(() => {
    shown.current = onShow
  })
  useEffect(() => {
    shown.current?.(rows.slice(first, last + 1))
  }, [rows, first, last])
  return (
    <>
      <ul
        ref={list}
        className="virtual-rows"
        aria-label={label}
        style={{ height: rows.length * height }}
      >
        {rows.slice(first, last + 1).map((row, at) => (
          <li
            key={rowKey(row)}
            aria-setsize={rows.length}
            aria-posinset={first + at + 1}
            style={{ height, transform: `translateY(${(first + at) * height}px)` }}
          >
            {children(row, first + at)}
          </li>
        ))}
      </ul>
      <Suspense>
        <VisibleRange
          list={list}
          count={rows.length}
          height={height}
          current={current}
          onRange={setRange}
        />
      </Suspense>
    </>
  )
}
