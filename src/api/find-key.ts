import { hash } from "node:crypto"
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
/** A key that is used after this long is looked up again, while its request goes on with what is known. */
const renewMs = 500
const mostKnown = 10_000

const lookUp = {
  name: "keys-by-hash",
  text: `
    select k.hash, k.id, k.project_id as "projectId", k.class::text as class, k.name, k.scopes,
           k.expires_at as "expiresAt", k.revoked_at as "revokedAt", p.plan::text as plan
      from api_key k join project p on p.id = k.project_id
     where k.hash = any($1::bytea[])`,
}

/** Finds a key by its token; null where nobody has such a key. Those asked for in one turn are looked up together. */
export function createKeyFinder({ database: { pool }, bus, clock, log }: Services) {
  const known = new Map<string, { key: FoundKey; askedMs: number }>()
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
    else known.set(wanted, { key, askedMs })
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
    const ageMs = hit === undefined ? Infinity : clock.monotonicMs() - hit.askedMs
    if (hit === undefined || ageMs >= trustMs) return ask(wanted)
    if (ageMs >= renewMs) {
      // Where this fails the key is asked for by a later request, which then tells why.
      ask(wanted).catch((err: unknown) => log.debug({ err }, "could not look up a key again"))
    }
    return hit.key
  }
}
