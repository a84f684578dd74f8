import { hash } from "node:crypto"
import { isDeepStrictEqual } from "node:util"
import type { ApiKey, Plan } from "../../prisma/generated/client.ts"
import type { Scope } from "../graphql/access.ts"
import { isScope } from "../graphql/access.ts"
import type { Services } from "../services.ts"

/** What is stored of a key and its project. */
type FoundKey = Pick<ApiKey, "id" | "projectId" | "class" | "name" | "expiresAt" | "revokedAt"> & {
  plan: Plan
  scopes: Scope[]
}

type Row = Omit<FoundKey, "scopes"> & { hash: Buffer; scopes: string[] }

type Waiting = {
  /** The token's SHA-256 in base64. */
  wanted: string
  resolve(key: FoundKey | null): void
  reject(error: unknown): void
}

/** How long a look-up is trusted; `access.changed` ends it sooner. */
const trustMs = 1000
/** When a key in use is looked up again, so that its requests need not wait: not all at the same moment. */
const renewAfterMs = 500
const renewSpreadMs = 300
const renewMs = 50
/** A key that was not used for this long is looked up by its next request. */
const idleMs = 3000
const mostKnown = 10_000
const mostAtOnce = 500

const lookUp = {
  name: "keys-by-hash",
  text: `
    select k.hash, k.id, k.project_id as "projectId", k.class::text as class, k.name, k.scopes,
           k.expires_at as "expiresAt", k.revoked_at as "revokedAt", p.plan::text as plan
      from api_key k join project p on p.id = k.project_id
     where k.hash = any($1::bytea[])`,
}

type Known = { key: FoundKey; askedMs: number; renewAtMs: number; usedMs: number }
const renewalOf = (askedMs: number) => askedMs + renewAfterMs + Math.random() * renewSpreadMs

/** Finds a key by its token; null where nobody has such a key. Those asked for in one turn are looked up together. */
export function createKeyFinder({ database: { pool }, bus, clock, log }: Services) {
  const known = new Map<string, Known>()
  const asked = new Map<string, Promise<FoundKey | null>>()
  let waiting: Waiting[] = []
  let generation = 0
  const forget = () => {
    generation += 1
    known.clear()
    // What is on its way may be the old answer: whoever comes from now on asks again.
    asked.clear()
  }
  bus.subscribe("access.changed", forget)
  bus.onGap(forget)

  async function read(hashes: string[]): Promise<Map<string, FoundKey>> {
    const values = [hashes.map((one) => Buffer.from(one, "base64"))]
    const { rows } = await pool.query<Row>({ ...lookUp, values })
    return new Map(
      rows.map(({ hash, scopes, ...row }) => [
        hash.toString("base64"),
        { ...row, scopes: scopes.filter(isScope) },
      ]),
    )
  }

  async function send(): Promise<void> {
    const batch = waiting
    waiting = []
    const askedIn = generation
    const askedMs = clock.monotonicMs()
    try {
      const found = await read(batch.map(({ wanted }) => wanted))
      if (known.size + found.size > mostKnown) known.clear()
      for (const { wanted, resolve } of batch) {
        const key = found.get(wanted) ?? null
        if (askedIn === generation) remember(wanted, key, askedMs)
        resolve(key)
      }
    } catch (error) {
      if (askedIn === generation) for (const { wanted } of batch) asked.delete(wanted)
      for (const { reject } of batch) reject(error)
    }
  }

  function remember(wanted: string, key: FoundKey | null, askedMs: number): void {
    asked.delete(wanted)
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
        // Where it fails.
        entry.renewAtMs = nowMs + renewAfterMs
      }
    }
    try {
      for (let at = 0; at < due.length; at += mostAtOnce) {
        await renewSome(due.slice(at, at + mostAtOnce))
      }
    } catch (err) {
      // The requests that come look their keys up themselves, and tell what is wrong.
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
        // A new one for each would be most of what outlives a collection of young garbage.
        if (!isDeepStrictEqual(before.key, key)) before.key = key
        before.askedMs = askedMs
        before.renewAtMs = renewalOf(askedMs)
      }
    }
  }

  function ask(wanted: string): Promise<FoundKey | null> {
    const before = asked.get(wanted)
    if (before !== undefined) return before
    const { promise, resolve, reject } = Promise.withResolvers<FoundKey | null>()
    asked.set(wanted, promise)
    if (waiting.length === 0) setImmediate(() => void send())
    waiting.push({ wanted, resolve, reject })
    return promise
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
