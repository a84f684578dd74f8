import { hash } from "node:crypto"
import { isDeepStrictEqual } from "node:util"
import type { ApiKey, Plan } from "../../prisma/generated/client.ts"
import { createBatcher } from "../platform/batch.ts"
import type { Services } from "../platform/services.ts"

/** A stored key with its project. */
export type FoundKey = Pick<
  ApiKey,
  "id" | "projectId" | "class" | "name" | "expiresAt" | "revokedAt"
> & {
  plan: Plan
  scopes: string[]
  labelIds: string[]
  allowedOrigins: string[]
  requestsPerMinute: number | null
}

type Row = FoundKey & { hash: Buffer }

/** How long a cached key is trusted; `access.changed` ends this early. */
const trustMs = 1000
/** When a key in use is reloaded in the background, so that requests do not wait. Randomized to spread the load. */
const renewAfterMs = 500
const renewSpreadMs = 300
const renewMs = 50
/** A key that was unused for this long is not reloaded in the background. */
const idleMs = 3000
const mostKnown = 10_000
const mostAtOnce = 500

const lookUp = {
  name: "keys-by-hash",
  text: `
    select k.hash, k.id, k.project_id as "projectId", k.class::text as class, k.name, k.scopes, k.label_ids as "labelIds",
           k.allowed_origins as "allowedOrigins", k.requests_per_minute as "requestsPerMinute",
           k.expires_at as "expiresAt", k.revoked_at as "revokedAt", p.plan::text as plan
      from api_key k join project p on p.id = k.project_id and p.deleted_at is null
     where k.hash = any($1::bytea[])`,
}

type Known = { key: FoundKey; askedMs: number; renewAtMs: number; usedMs: number }
const renewalOf = (askedMs: number) => askedMs + renewAfterMs + Math.random() * renewSpreadMs

/** Finds a key by its token; null if there is none. Look-ups in the same tick share one query. */
export function createKeyFinder({ database: { pool }, bus, clock, log }: Services) {
  const known = new Map<string, Known>()
  const asked = new Map<string, Promise<FoundKey | null>>()
  let generation = 0
  const forget = () => {
    generation += 1
    known.clear()
    // A query in flight may return the old row, so later requests start a new one.
    asked.clear()
  }
  bus.subscribe("access.changed", forget)
  bus.onGap(forget)

  async function read(hashes: string[]): Promise<Map<string, FoundKey>> {
    const values = [hashes.map((one) => Buffer.from(one, "base64"))]
    const { rows } = await pool.query<Row>({ ...lookUp, values })
    return new Map(rows.map(({ hash, ...key }) => [hash.toString("base64"), key]))
  }

  /** @param wanted SHA-256 of tokens in base64, no two alike. */
  const load = createBatcher(async (wanted: string[]) => {
    const askedIn = generation
    const askedMs = clock.monotonicMs()
    const found = await read(wanted)
    if (known.size + found.size > mostKnown) known.clear()
    return wanted.map((one) => {
      const key = found.get(one) ?? null
      if (askedIn === generation) remember(one, key, askedMs)
      return key
    })
  }, mostAtOnce)

  function remember(wanted: string, key: FoundKey | null, askedMs: number): void {
    if (key === null) known.delete(wanted)
    else known.set(wanted, { key, askedMs, renewAtMs: renewalOf(askedMs), usedMs: askedMs })
    if (known.size > 0) timer ??= setInterval(() => void renew(), renewMs).unref()
  }

  let timer: NodeJS.Timeout | undefined
  let isRenewing = false
  async function renew(): Promise<void> {
    if (isRenewing) return
    isRenewing = true
    const nowMs = clock.monotonicMs()
    const due: string[] = []
    for (const [wanted, entry] of known) {
      if (entry.usedMs < nowMs - idleMs) known.delete(wanted)
      else if (entry.renewAtMs <= nowMs) {
        due.push(wanted)
        // The time of the next attempt if this one fails.
        entry.renewAtMs = nowMs + renewAfterMs
      }
    }
    try {
      for (let at = 0; at < due.length; at += mostAtOnce) {
        await renewSome(due.slice(at, at + mostAtOnce))
      }
    } catch (err) {
      // Requests then look up their keys themselves and report the error.
      log.debug({ err }, "could not look up the keys in use")
    }
    if (known.size === 0) {
      clearInterval(timer)
      timer = undefined
    }
    isRenewing = false
  }

  async function renewSome(hashes: string[]): Promise<void> {
    const askedIn = generation
    const askedMs = clock.monotonicMs()
    const found = await read(hashes)
    if (askedIn !== generation) return
    for (const wanted of hashes) {
      const before = known.get(wanted)
      const key = found.get(wanted)
      if (key === undefined) known.delete(wanted)
      else if (before !== undefined && before.askedMs < askedMs) {
        // Keeps the old object: allocating equal ones at every reload makes garbage collection more expensive.
        if (!isDeepStrictEqual(before.key, key)) before.key = key
        before.askedMs = askedMs
        before.renewAtMs = renewalOf(askedMs)
      }
    }
  }

  function ask(wanted: string): Promise<FoundKey | null> {
    const before = asked.get(wanted)
    if (before !== undefined) return before
    const loading = load(wanted).finally(() => {
      if (asked.get(wanted) === loading) asked.delete(wanted)
    })
    asked.set(wanted, loading)
    return loading
  }

  return async (token: string): Promise<FoundKey | null> => {
    const wanted = hash("sha256", token, "base64")
    const hit = known.get(wanted)
    const nowMs = clock.monotonicMs()
    if (hit === undefined || nowMs - hit.askedMs >= trustMs) return ask(wanted)
    hit.usedMs = nowMs
    return hit.key
  }
}
