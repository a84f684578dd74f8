import { observeWindowOffset, useWindowVirtualizer } from "@tanstack/react-virtual"
import {
  startTransition,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type RefObject,
} from "react"
import { heightAt, type Heights, type RowRange } from "./virtual-rows.tsx"

type Props = {
  list: RefObject<HTMLElement | null>
  count: number
  heights: Heights
  current: number | undefined
  onRange(range: RowRange): void
}

/** Reports which rows of a list are in or near the window; renders nothing. */
export function VisibleRange({ list, count, heights, current, onRange }: Props) {
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
  }, [list])
  const virtual = useWindowVirtualizer({
    count,
    estimateSize: (index) => heightAt(heights, index),
    overscan: 12,
    scrollMargin: offset,
    observeElementOffset: (list, report) => {
      const stop = observeWindowOffset(list, report)
      // The library then scrolls to the position of its first render, which the visitor may have left since.
      report(window.scrollY, false)
      return stop
    },
  })
  const items = virtual.getVirtualItems()
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? -1
  const isFirstReport = useRef(true)
  useLayoutEffect(() => {
    if (last < 0) return
    // While scrolling, the rows must be there in the same frame; what is below the first ones may come later.
    if (isFirstReport.current) startTransition(() => onRange({ first, last }))
    else onRange({ first, last })
    isFirstReport.current = false
  }, [first, last, onRange])
  useEffect(() => {
    if (current !== undefined && current >= 0) virtual.scrollToIndex(current)
  }, [virtual, current])
  useEffect(() => virtual.measure(), [virtual, heights])
  return null
}
