import { useState } from "react"
import type { Draft } from "./builder-context.ts"
import type { StatusPage } from "./status-page-documents.ts"

const keyOf = (pageId: string) => `watchkeeper.status-page.${pageId}`

function read(pageId: string): Draft {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(pageId)) ?? "{}")
    return typeof stored === "object" && stored !== null ? stored : {}
  } catch {
    // Storage is disabled, or holds something else.
    return {}
  }
}

function write(pageId: string, draft: Draft): void {
  try {
    if (Object.keys(draft).length === 0) sessionStorage.removeItem(keyOf(pageId))
    else sessionStorage.setItem(keyOf(pageId), JSON.stringify(draft))
  } catch {
    // Storage is disabled: the draft lasts as long as the page.
  }
}

/** Unsaved settings of a page, without those that equal the saved ones. */
export function useDraft(pageId: string) {
  const [draft, setDraft] = useState(() => read(pageId))
  const become = (next: Draft) => {
    setDraft(next)
    write(pageId, next)
  }
  return {
    draft,
    discard: (fields: readonly (keyof Draft)[]) =>
      become(
        Object.fromEntries(
          Object.entries(draft).filter(([name]) => !fields.includes(name as keyof Draft)),
        ),
      ),
    change(page: StatusPage, changes: Draft) {
      const all = { ...draft, ...changes }
      const differing = Object.entries(all).filter(
        ([name, value]) => JSON.stringify(value) !== JSON.stringify(page[name as keyof Draft]),
      )
      become(Object.fromEntries(differing))
    },
  }
}
