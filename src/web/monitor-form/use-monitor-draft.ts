import { useState } from "react"
import type { DraftName, MonitorDraft } from "./form-draft.ts"

type Changes = Partial<MonitorDraft>

function read(key: string): Changes {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? "{}")
    return typeof stored === "object" && stored !== null ? stored : {}
  } catch {
    // Storage is disabled, or holds something else.
    return {}
  }
}

function write(key: string, changes: Changes): void {
  try {
    if (Object.keys(changes).length === 0) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(changes))
  } catch {
    // Storage is disabled: the draft lasts as long as the page.
  }
}

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

export type DraftForm = {
  draft: MonitorDraft
  /** What `draft` is compared with: the saved monitor, or an empty form. */
  saved: MonitorDraft
  changed: ReadonlySet<DraftName>
  /** Whether the page opened with changes that were not saved earlier. */
  isRestored: boolean
  change(changes: Changes): void
  discard(): void
}

/** What is typed into a monitor's form, kept in this tab until it is saved or discarded. */
export function useMonitorDraft(name: string, saved: MonitorDraft): DraftForm {
  const key = `watchkeeper.monitor.${name}`
  const [changes, setChanges] = useState(() => read(key))
  const [isRestored, setRestored] = useState(Object.keys(changes).length > 0)
  const differing = Object.entries(changes).filter(
    ([field, value]) => !isSame(value, saved[field as DraftName]),
  )
  const become = (next: Changes) => {
    setChanges(next)
    write(key, next)
  }
  return {
    draft: { ...saved, ...changes },
    saved,
    changed: new Set(differing.map(([field]) => field as DraftName)),
    isRestored,
    change(more) {
      const all = Object.entries({ ...changes, ...more })
      become(
        Object.fromEntries(
          all.filter(([field, value]) => !isSame(value, saved[field as DraftName])),
        ),
      )
    },
    discard() {
      setRestored(false)
      become({})
    },
  }
}
