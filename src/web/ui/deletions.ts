import { useSyncExternalStore } from "react"

/** A deletion that can still be undone, and the page it was made on. */
export type Deletion = { path: string; send(): Promise<void> }

/** Ids that lists leave out, also after they were deleted, and how many deletions were carried out. */
type Shown = { hidden: ReadonlySet<string>; count: number }

const waiting = new Set<Deletion>()
let shown: Shown = { hidden: new Set(), count: 0 }
const listeners = new Set<() => void>()

function become(next: Shown): void {
  shown = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useShown = (): Shown => useSyncExternalStore(subscribe, () => shown)

export function hide(ids: readonly string[], deletion: Deletion): void {
  waiting.add(deletion)
  become({ ...shown, hidden: new Set([...shown.hidden, ...ids]) })
}

export const bringBack = (ids: readonly string[]): void =>
  become({ ...shown, hidden: new Set([...shown.hidden].filter((id) => !ids.includes(id))) })

export const stopWaiting = (deletion: Deletion): void => void waiting.delete(deletion)
export const countDeletion = (): void => become({ ...shown, count: shown.count + 1 })

/** Sends those that still wait, such as before the session ends; with a path, those made on other pages. */
export async function sendDeletions(except?: string): Promise<void> {
  await Promise.all([...waiting].filter(({ path }) => path !== except).map((one) => one.send()))
}
