import type { Finding } from "../../findings/finding.ts"
import pg from "pg"
import { createBatcher } from "../batch.ts"
import { findPrimary } from "../find-primary.ts"
import type { Log } from "../log.ts"
import type { Message } from "../topics.ts"
import { createGapAnnouncer, createListeners, pingEveryMs, pingTimeoutMs, type Bus } from "./bus.ts"

/** application_name of the listening connection, as in `pg_stat_activity`. */
export const busApplicationName = "watchkeeper bus"

/** LISTEN/NOTIFY, for an installation without Redis. */
export async function createPostgresBus(
  connectionString: string,
  pool: pg.Pool,
  channel: string,
  log: Log,
): Promise<Bus> {
  const listeners = createListeners()
  const name = pg.escapeIdentifier(channel)
  /** One statement for all that publish at the same moment: PostgreSQL commits those with a NOTIFY one after the other. */
  const send = createBatcher(async (payloads: string[][]) => {
    await pool.query({ name: "bus-notify", text: notify, values: [channel, payloads.flat()] })
    return payloads.map(({ length }) => length)
  })
  const gaps = createGapAnnouncer((payload) => send([payload]))
  let client: pg.Client | null = null
  let isUp = false
  let isClosing = false
  let retry: NodeJS.Timeout | null = null

  async function listen(): Promise<void> {
    let url: string
    try {
      url = (await findPrimary(connectionString)).url
    } catch {
      retry = setTimeout(() => void listen(), 500)
      return
    }
    if (isClosing) return
    const fresh = new pg.Client({
      connectionString: url,
      keepAlive: true,
      application_name: busApplicationName,
    })
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
    listeners.reconnected()
    void gaps.announce()
  }

  function lost(which: pg.Client): void {
    if (isClosing || client !== which) return
    client = null
    if (isUp) log.warn("bus disconnected; live updates use polling until PostgreSQL is back")
    isUp = false
    listeners.disconnected()
    which.end().catch(() => undefined)
    retry = setTimeout(() => void listen(), 500)
  }

  async function ping(): Promise<Finding | null> {
    const asked = client
    if (!isUp || asked === null) return unheard
    const late = Promise.withResolvers<false>()
    const timer = setTimeout(() => late.resolve(false), pingTimeoutMs)
    const answered = asked.query("select 1").then(
      () => true,
      () => false,
    )
    const isAnswered = await Promise.race([answered, late.promise])
    clearTimeout(timer)
    if (!isAnswered) lost(asked)
    return isAnswered ? null : unheard
  }

  await listen()
  const pinging = setInterval(() => {
    void ping()
    void gaps.announce()
  }, pingEveryMs).unref()

  return {
    async publish(messages) {
      if (messages.length === 0) return
      await send(payloadsOf(messages)).catch(gaps.publishFailed)
    },
    subscribe: listeners.subscribe,
    onGap: listeners.onGap,
    isUp: () => isUp,
    ping,
    async close() {
      isClosing = true
      clearInterval(pinging)
      if (retry !== null) clearTimeout(retry)
      listeners.clear()
      await client?.end().catch(() => undefined)
    },
  }
}

const unheard: Finding = { code: "notifications_silent", parameters: {} }

/** Without waiting for the disk: a crash of the server loses notifications anyway. */
const notify = `
  select pg_notify($1, payload) from unnest($2::text[]) as payload, set_config('synchronous_commit', 'off', true)`

/** PostgreSQL refuses payloads of 8,000 bytes or more. */
const mostBytes = 7500

function payloadsOf(messages: Message[]): string[] {
  const batches: string[][] = []
  let left = 0
  for (const message of messages) {
    const text = JSON.stringify(message)
    // A comma or bracket comes with each. Messages are ASCII: ids, times and names of topics.
    left -= text.length + 1
    if (left < 1) {
      batches.push([])
      left = mostBytes - text.length - 1
    }
    batches.at(-1)?.push(text)
  }
  return batches.map((texts) => `[${texts.join(",")}]`)
}
