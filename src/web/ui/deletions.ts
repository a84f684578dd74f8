import { createStore } from "./store.ts"

/** A deletion that can still be undone, and the page it was made on. */
export type Deletion = { path: string; send(): Promise<void> }

/** Ids that lists leave out, also after they were deleted, and how many deletions were carried out. */
type Shown = { hidden: ReadonlySet<string>; count: number }

const waiting = new Set<Deletion>()
const shown = createStore<Shown>({ hidden: new Set(), count: 0 })

export const useShown = shown.use

const setHidden = (ids: Iterable<string>) => shown.set({ ...shown.get(), hidden: new Set(ids) })

export function hide(ids: readonly string[], deletion: Deletion): void {
  waiting.add(deletion)
  setHidden([...shown.get().hidden, ...ids])
}

export const bringBack = (ids: readonly string[]): void =>
  setHidden([...shown.get().hidden].filter((id) => !ids.includes(id)))

export const stopWaiting = (deletion: Deletion): void => void waiting.delete(deletion)
export const countDeletion = (): void => shown.set({ ...shown.get(), count: shown.get().count + 1 })

/** Sends those that still wait, such as before the session ends; with a path, those made on other pages. */
export async function sendDeletions(except?: string): Promise<void> {
  await Promise.all([...waiting].filter(({ path }) => path !== except).map((one) => one.send()))
}
