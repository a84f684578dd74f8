import { useSyncExternalStore } from "react"

/** `lost` means that the page may be out of date. */
export type Connection = {
  state: "idle" | "live" | "lost"
  /** Counts reconnections; when it grows, visible data is read again. */
  epoch: number
  lostAt: Date | null
}

let current: Connection = { state: "idle", epoch: 0, lostAt: null }
let isSocketOpen = false
/** Streams that ended with an error and are not back yet. */
const lostStreams = new Set<symbol>()
const listeners = new Set<() => void>()

function become(next: Connection): void {
  current = next
  for (const listener of listeners) listener()
}

const lose = () => become({ ...current, state: "lost", lostAt: current.lostAt ?? new Date() })

/** Live again only when everything is back: what one stream missed may be what another page shows. */
function resume(): void {
  if (!isSocketOpen || lostStreams.size > 0) return
  const returns = current.state === "lost" ? 1 : 0
  become({ state: "live", epoch: current.epoch + returns, lostAt: null })
}

export function connected(): void {
  isSocketOpen = true
  resume()
}

export function disconnected(isWanted: boolean): void {
  isSocketOpen = false
  if (isWanted) become({ ...current, state: "idle", lostAt: null })
  else lose()
}

export function streamLost(stream: symbol): void {
  lostStreams.add(stream)
  lose()
}

/** The stream is back, or nobody follows it anymore. */
export function streamResumed(stream: symbol): void {
  if (lostStreams.delete(stream)) resume()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useConnection = (): Connection => useSyncExternalStore(subscribe, () => current)
