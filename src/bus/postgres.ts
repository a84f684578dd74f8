import pg from "pg"
import type { Log } from "../log.ts"
import type { Message } from "../topics.ts"
import type { Bus } from "./bus.ts"
import { createListeners } from "./bus.ts"

/** LISTEN/NOTIFY, for an installation without Redis. */
export async function createPostgresBus(
  connectionString: string,
  pool: pg.Pool,
  channel: string,
  log: Log,
): Promise<Bus> {
  const listeners = createListeners()
  const name = pg.escapeIdentifier(channel)
  let client: pg.Client | null = null
  let isUp = false
  let isClosing = false
  let retry: NodeJS.Timeout | null = null

  async function listen(): Promise<void> {
    const fresh = new pg.Client({ connectionString, keepAlive: true })
    fresh.on("notification", ({ payload }) => listeners.receive(payload ?? ""))
    fresh.on("error", () => lost(fresh))
    fresh.on("end", () => lost(fresh))
    client = fresh
    try {
      await fresh.connect()
      await fresh.query(`listen ${name}`)
    } catch {
      lost(fresh)
      return
    }
    isUp = true
    listeners.lineBack()
  }

  function lost(which: pg.Client): void {
    if (isClosing || client !== which) return
    client = null
    if (isUp) log.warn("bus lost; live updates come by polling until PostgreSQL is back")
    isUp = false
    listeners.lineLost()
    which.end().catch(() => undefined)
    retry = setTimeout(() => void listen(), 500)
  }

  await listen()

  return {
    async publish(messages) {
      if (messages.length === 0) return
      await pool
        .query("select pg_notify($1, batch) from unnest($2::text[]) as batch", [
          channel,
          inBatches(messages),
        ])
        .catch(() => undefined)
    },
    subscribe: listeners.subscribe,
    onGap: listeners.onGap,
    isUp: () => isUp,
    async close() {
      isClosing = true
      if (retry !== null) clearTimeout(retry)
      listeners.clear()
      await client?.end().catch(() => undefined)
    },
  }
}

/** PostgreSQL refuses a payload of 8,000 bytes or more; thirty messages stay well below. */
function inBatches(messages: Message[]): string[] {
  const size = 30
  const count = Math.ceil(messages.length / size)
  return Array.from({ length: count }, (_, at) =>
    JSON.stringify(messages.slice(at * size, (at + 1) * size)),
  )
}
