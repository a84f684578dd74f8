import { createStore } from "../ui/store.ts"

/** `lost` means that the page may be out of date. */
export type Connection = {
  state: "idle" | "live" | "lost"
  /** Counts reconnections; when it grows, visible data is read again. */
  epoch: number
  lostAt: Date | null
}

const connection = createStore<Connection>({ state: "idle", epoch: 0, lostAt: null })
let isSocketOpen = false
/** Streams that ended with an error and are not back yet. */
const lostStreams = new Set<symbol>()

function lose(): void {
  const { epoch, lostAt } = connection.get()
  connection.set({ state: "lost", epoch, lostAt: lostAt ?? new Date() })
}

/** Live again only when everything is back: what one stream missed may be what another page shows. */
function resume(): void {
  if (!isSocketOpen || lostStreams.size > 0) return
  const { state, epoch } = connection.get()
  connection.set({ state: "live", epoch: state === "lost" ? epoch + 1 : epoch, lostAt: null })
}

export function connected(): void {
  isSocketOpen = true
  resume()
}

export function disconnected(isWanted: boolean): void {
  isSocketOpen = false
  if (isWanted) connection.set({ ...connection.get(), state: "idle", lostAt: null })
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

export const useConnection = connection.use
