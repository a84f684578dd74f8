import { useCallback, useRef, useState } from "react"

/** Selected rows, or everything that matches the filter. */
export type Selected = { ids: ReadonlySet<string>; isAll: boolean }

const none: Selected = { ids: new Set(), isAll: false }

/** The selection of a list, by checkbox, key or range, over all its pages. */
export function useSelection(rows: readonly { id: string }[] | undefined) {
  const [selected, setSelected] = useState<Selected>(none)
  const last = useRef<string | null>(null)
  const current = useRef(rows)
  current.current = rows

  /** Selects or deselects one row, or all between the last one and it. */
  const toggle = useCallback((id: string, isRange: boolean) => {
    const ids = (current.current ?? []).map((row) => row.id)
    const from = last.current === null ? -1 : ids.indexOf(last.current)
    const to = ids.indexOf(id)
    last.current = id
    setSelected((before) => {
      const next = new Set(before.isAll ? ids : before.ids)
      if (isRange && from >= 0 && to >= 0) {
        for (const one of ids.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(one)
      } else if (!next.delete(id)) next.add(id)
      return { ids: next, isAll: false }
    })
  }, [])
  /** Selects all of a group, or none of it if all are selected. */
  const toggleAll = useCallback((ids: readonly string[]) => {
    setSelected((before) => {
      const next = new Set(before.isAll ? current.current?.map((row) => row.id) : before.ids)
      const isWhole = ids.every((id) => next.has(id))
      for (const id of ids) {
        if (isWhole) next.delete(id)
        else next.add(id)
      }
      return { ids: next, isAll: false }
    })
  }, [])
  const clear = useCallback(() => setSelected(none), [])
  const selectAll = useCallback(() => setSelected({ ids: new Set(), isAll: true }), [])
  const has = (id: string) => selected.isAll || selected.ids.has(id)
  return { selected, has, toggle, toggleAll, clear, selectAll }
}
