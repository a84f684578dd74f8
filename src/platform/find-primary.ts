import { setTimeout as sleep } from "node:timers/promises"
import pg from "pg"
import { hostNames, hostsOf } from "./database-hosts.ts"

const answerMs = 2000
const pollMs = 250
/** A little less than the driver waits for a connection. */
const usualPatienceMs = 9000

/** What a server says about itself. A promotion begins a new timeline, so the later one is the current primary. */
type Server = { url: string; isPrimary: boolean; timeline: number }

class NoPrimary extends Error {
  readonly code = "NO_PRIMARY"
}

/**
 * The URL of the host that can be written to, of several in a connection string. With one host it is not asked.
 *
 * @param atLeast the lowest timeline to accept: an old primary that returns after a promotion has a lower one.
 * @throws {NoPrimary} if none can be written to within `patienceMs`.
 */
export async function findPrimary(
  connectionString: string,
  atLeast = 0,
  patienceMs = usualPatienceMs,
): Promise<Server> {
  const urls = hostsOf(connectionString)
  const [only] = urls
  if (urls.length === 1 && only !== undefined) return { url: only, isPrimary: true, timeline: 0 }
  const endsAt = performance.now() + patienceMs
  for (;;) {
    const answers = await Promise.all(urls.map(askServer))
    const [best] = answers
      .filter((one) => one !== null)
      .filter(({ isPrimary, timeline }) => isPrimary && timeline >= atLeast)
      .toSorted((one, other) => other.timeline - one.timeline)
    if (best !== undefined) return best
    if (performance.now() > endsAt) {
      throw new NoPrimary(
        `None of the PostgreSQL servers ${hostNames(connectionString)} can be written to.`,
      )
    }
    await sleep(pollMs)
  }
}

/** Null if it does not respond in time. */
async function askServer(url: string): Promise<Server | null> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: answerMs,
    query_timeout: answerMs,
  })
  client.on("error", () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<Omit<Server, "url">>(
      `select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as "isPrimary",
              case when pg_is_in_recovery() then 0
                   else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int end as timeline`,
    )
    return rows[0] === undefined ? null : { url, ...rows[0] }
  } catch {
    return null
  } finally {
    // A server that hangs would not answer a goodbye either.
    client.connection.stream.destroy()
  }
}

export type PrimaryFollower = {
  /** @throws {NoPrimary} */
  current(): Promise<string>
  /** After a failed connection: the next one waits until the primary is found again. */
  failed(): void
  stop(): void
}

/**
 * Remembers the primary of several hosts and follows it.
 *
 * @param onMoved is called when another host has become the primary, also while connections to the old one hang.
 */
export function followPrimary(
  connectionString: string,
  onMoved: () => void,
  everyMs = 2000,
): PrimaryFollower {
  let known: Server | null = null
  let isStale = false
  let search: Promise<void> | null = null

  async function find(patienceMs?: number): Promise<void> {
    const before = known
    known = await findPrimary(connectionString, before?.timeline, patienceMs)
    isStale = false
    if (before !== null && before.url !== known.url) onMoved()
  }
  const findOnce = (patienceMs?: number) =>
    (search ??= find(patienceMs).finally(() => {
      search = null
    }))

  const hasSeveral = hostsOf(connectionString).length > 1
  const look = () => {
    if (known !== null) findOnce(0).catch(() => undefined)
  }
  const timer = hasSeveral ? setInterval(look, everyMs).unref() : undefined
  return {
    async current() {
      while (known === null || isStale) await findOnce()
      return known.url
    },
    failed() {
      isStale = hasSeveral
    },
    stop: () => clearInterval(timer),
  }
}
