import { useWindowVirtualizer } from "@tanstack/react-virtual"
import type { ReactNode } from "react"
import { useEffect, useLayoutEffect, useRef, useState } from "react"
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

/** A long list of rows of one height in the page's scroll; only the visible ones are in the document. */
export function VirtualRows<Row>(props: Props<Row>) {
  const { label, rows, rowKey, height, onEnd, onShow, current, children } = props
  const list = useRef<HTMLUListElement>(null)
  const [offset, setOffset] = useState(0)
  useLayoutEffect(() => {
    const place = () => {
      const top = list.current?.getBoundingClientRect().top ?? 0
      setOffset(Math.round(top + window.scrollY))
    }
    place()
    const observer = new ResizeObserver(place)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [])
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => height,
    overscan: 12,
    scrollMargin: offset,
    getItemKey: (index) => {
      const row = rows[index]
      return row === undefined ? index : rowKey(row)
    },
  })
  const items = virtual.getVirtualItems()
  const last = items.at(-1)?.index ?? -1
  const isNearEnd = rows.length > 0 && last >= rows.length - 5
  const end = useRef(onEnd)
  useEffect(() => {
    end.current = onEnd
  })
  useEffect(() => {
    if (isNearEnd) end.current?.()
  }, [isNearEnd, rows.length])
  const first = items[0]?.index ?? 0
  const shown = useRef(onShow)
  useEffect(() => {
    shown.current = onShow
  })
  useEffect(() => {
    shown.current?.(rows.slice(first, last + 1))
  }, [rows, first, last])
  useEffect(() => {
    if (current !== undefined && current >= 0) virtual.scrollToIndex(current)
  }, [virtual, current])
  useEffect(() => virtual.measure(), [virtual, height])
  return (
    <ul
      ref={list}
      className="virtual-rows"
      aria-label={label}
      style={{ height: virtual.getTotalSize() }}
    >
      {items.map(({ index, key, start }) => {
        const row = rows[index]
        return (
          row !== undefined && (
            <li
              key={key}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
              style={{ height, transform: `translateY(${start - offset}px)` }}
            >
              {children(row, index)}
            </li>
          )
        )
      })}
    </ul>
  )
}
