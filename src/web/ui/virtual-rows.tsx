import { Suspense, useEffect, useMemo, useRef, useState, type ReactNode } from "react"
import "./virtual-rows.css"
import { lazyPart } from "../lazy-part.ts"

type Props<Row> = {
  label: string
  rows: readonly Row[]
  rowKey(row: Row): string
  /** Height of each row in CSS pixels; a function must be the same at each call, or the rows are measured again. */
  height: number | ((row: Row) => number)
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

const VisibleRange = lazyPart(() => import("./visible-range.tsx"), "VisibleRange")

/** A long list of rows in the page's scroll; only the visible ones are in the document. */
export function VirtualRows<Row>(props: Props<Row>) {
  const { label, rows, rowKey, height, onEnd, onShow, current, children } = props
  const list = useRef<HTMLUListElement>(null)
  const [{ first, last }, setRange] = useState(firstRows)
  const heights = useMemo(
    () => (typeof height === "number" ? height : rows.map((row) => height(row))),
    [rows, height],
  )
  const tops = useMemo(() => topsOf(heights), [heights])
  const topOf = (index: number) => tops?.[index] ?? index * heightAt(heights, index)
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
        style={{ height: topOf(rows.length) }}
      >
        {rows.slice(first, last + 1).map((row, at) => (
          <li
            key={rowKey(row)}
            aria-setsize={rows.length}
            aria-posinset={first + at + 1}
            style={{
              height: heightAt(heights, first + at),
              transform: `translateY(${topOf(first + at)}px)`,
            }}
          >
            {children(row, first + at)}
          </li>
        ))}
      </ul>
      <Suspense>
        <VisibleRange
          list={list}
          count={rows.length}
          heights={heights}
          current={current}
          onRange={setRange}
        />
      </Suspense>
    </>
  )
}

/** One height for all rows, or one for each. */
export type Heights = number | readonly number[]

export const heightAt = (heights: Heights, index: number): number =>
  typeof heights === "number" ? heights : (heights[index] ?? 0)

/** Where each row begins and the last one ends; null if a multiplication says it. */
function topsOf(heights: Heights): readonly number[] | null {
  if (typeof heights === "number") return null
  const tops = [0]
  for (const height of heights) tops.push((tops.at(-1) ?? 0) + height)
  return tops
}
