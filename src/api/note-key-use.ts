import { recordUses, type CredentialUse } from "../graphql/workspace/audit/record-use.ts"
import type { Services } from "../platform/services.ts"

const mostKnown = 10_000
const touchMs = 60_000
const batchMs = 1000

/** Notes that a credential was used; does not delay the request. */
export type NoteUse = (use: CredentialUse) => void

type Needs = Pick<Services, "database" | "bus" | "clock" | "log">

/**
 * Writes the last use of keys, each at most once a minute, and the first use of a day from an address into the audit
 * log; both in batches of one second.
 */
export function createUseNotes(services: Needs): NoteUse {
  const { database, clock, log } = services
  const touched = new Map<string, number>()
  /** The day of the last entry. */
  const recorded = new Map<string, number>()
  let waiting: CredentialUse[] = []

  async function write(uses: CredentialUse[]): Promise<void> {
    const used = uses.filter(({ action }) => action === "key.used")
    if (used.length > 0) await database.pool.query(touch, [used.map(({ actor }) => actor.keyId)])
    const day = today(clock)
    const fresh = uses.filter((use) => recorded.get(nameOf(use)) !== day)
    if (fresh.length === 0) return
    await recordUses(services, fresh)
    if (recorded.size >= mostKnown) recorded.clear()
    for (const use of fresh) recorded.set(nameOf(use), day)
  }

  function flush(): void {
    const uses = waiting
    waiting = []
    write(uses).catch((err: unknown) => log.warn({ err }, "could not record the use of keys"))
  }

  return (use) => {
    const name = nameOf(use)
    const nowMs = clock.monotonicMs()
    if (nowMs - (touched.get(name) ?? Number.NEGATIVE_INFINITY) < touchMs) return
    if (touched.size >= mostKnown) touched.clear()
    touched.set(name, nowMs)
    if (waiting.length === 0) setTimeout(flush, batchMs).unref()
    waiting.push(use)
  }
}

const touch = `
  update api_key set last_used_at = now()
   where id = any($1::uuid[]) and (last_used_at is null or last_used_at < now() - interval '1 minute')`

const nameOf = ({ actor: { keyId }, action, address }: CredentialUse): string =>
  `${keyId} ${address} ${action}`

const today = (clock: Services["clock"]): number => Math.floor(clock.now().getTime() / 86_400_000)
