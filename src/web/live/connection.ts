import { useSyncExternalStore } from "react"

/** `lost` means that the page may be out of date. */
export type Connection = {
  state: "idle" | "live" | "lost"
  /** Counts reconnections; when it grows, visible data is read again. */
  epoch: number
  lostAt: Date | null
}

let current: Connection = { state: "idle", epoch: 0, lostAt: null }
const listeners = new Set<() => void>()

function become(next: Connection): void {
  current = next
  for (const listener of listeners) listener()
}

export function connected(): void {
  const returns = current.state === "lost" ? 1 : 0
  become({ state: "live", epoch: current.epoch + returns, lostAt: null })
}

export function disconnected(isWanted: boolean): void {
  if (isWanted) become({ ...current, state: "idle", lostAt: null })
  else become({ ...current, state: "lost", lostAt: current.lostAt ?? new Date() })
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useConnection = (): Connection => useSyncExternalStore(subscribe, () => current)
