import type { ApiKey, KeyClass, Plan } from "../../prisma/generated/client.ts"
import type { Actor, Scope } from "../graphql/access.ts"
import { isScope } from "../graphql/access.ts"
import { DomainError } from "../graphql/errors.ts"
import { classOf, prefixes } from "../graphql/key/token.ts"
import { sha256 } from "../secret.ts"
import type { Services } from "../services.ts"

export type KeyActor = Extract<Actor, { kind: "key" }>

/** @throws {DomainError} unauthorized for what is no bearer token of a working key of that class. */
export type AuthenticateKey = (authorization: string, keyClass?: KeyClass) => Promise<KeyActor>

type KeyRow = Pick<
  ApiKey,
  "id" | "projectId" | "class" | "name" | "scopes" | "expiresAt" | "revokedAt"
> & { plan: Plan }

/** How long a look-up is trusted; `access.changed` ends it sooner. */
const trustMs = 1000
const cacheSize = 10_000
const touchMs = 60_000

const kinds: Record<KeyClass, { name: string; deed: string }> = {
  public: { name: "a public key", deed: "opens /v1 and /graphql" },
  legacy: { name: "a legacy key", deed: "only opens /api/metrics" },
  ingestion: { name: "an ingestion key", deed: "only sends telemetry" },
}

/** What a key without scopes of its own may do where it opens something. */
const implied: Record<KeyClass, Scope[]> = { public: [], legacy: ["monitors:read"], ingestion: [] }

/** Who the bearer of a key is; of a public key where no other class is wanted. */
export function createKeyAuthenticator(services: Services): AuthenticateKey {
  const findKey = cachedKeys(services)
  const touch = createTouch(services)

  return async (authorization, wanted = "public") => {
    const form = `${prefixes[wanted]}…`
    const token = /^bearer +(\S+) *$/i.exec(authorization)?.[1]
    if (token === undefined) throw refused(`The Authorization header must read: Bearer ${form}`)
    const keyClass = classOf(token)
    if (keyClass !== null && keyClass !== wanted) {
      const { name, deed } = kinds[keyClass]
      throw refused(`This is ${name}, which ${deed}. Create ${kinds[wanted].name} (${form}).`)
    }
    const key = keyClass === null ? null : await findKey(token)
    if (key === null) {
      throw refused("This API key is unknown. Check that it was copied whole, or create a new one.")
    }
    if (key.revokedAt !== null) throw refused("This API key was revoked. Create a new one.")
    if (key.expiresAt !== null && key.expiresAt <= services.clock.now()) {
      throw refused("This API key has expired. Create a new one.")
    }
    touch(key.id)
    const { id: keyId, projectId, plan, name } = key
    const granted = [...implied[wanted], ...key.scopes.filter(isScope)]
    return { kind: "key", keyId, projectId, plan, name, scopes: granted }
  }
}

const refused = (detail: string) => new DomainError("unauthorized", detail)

const lookUp = {
  name: "key-by-hash",
  text: `
    select k.id, k.project_id as "projectId", k.class::text as class, k.name, k.scopes,
           k.expires_at as "expiresAt", k.revoked_at as "revokedAt", p.plan::text as plan
      from api_key k join project p on p.id = k.project_id
     where k.hash = $1`,
}

function cachedKeys({ database: { pool }, bus, clock }: Services) {
  const known = new Map<string, { key: KeyRow; untilMs: number }>()
  let generation = 0
  const forget = () => {
    generation += 1
    known.clear()
  }
  bus.subscribe("access.changed", forget)
  bus.onGap(forget)

  return async (token: string): Promise<KeyRow | null> => {
    const hash = Buffer.from(sha256(token))
    const id = hash.toString("latin1")
    const hit = known.get(id)
    if (hit !== undefined && clock.monotonicMs() < hit.untilMs) return hit.key
    const askedIn = generation
    const untilMs = clock.monotonicMs() + trustMs
    const { rows } = await pool.query<KeyRow>({ ...lookUp, values: [hash] })
    const key = rows[0] ?? null
    if (known.size >= cacheSize) known.clear()
    // An answer that was on its way while access changed may be the old one.
    if (key !== null && askedIn === generation) known.set(id, { key, untilMs })
    return key
  }
}

/** Notes that keys were used: each at most once a minute, all of a second together, and nobody waits for it. */
function createTouch({ database: { pool }, clock, log }: Services) {
  const touched = new Map<string, number>()
  const fresh = new Set<string>()

  function write(): void {
    const ids = [...fresh]
    fresh.clear()
    pool
      .query(
        `update api_key set last_used_at = now()
          where id = any($1::uuid[])
            and (last_used_at is null or last_used_at < now() - interval '1 minute')`,
        [ids],
      )
      .catch((err: unknown) => log.warn({ err }, "could not note that keys were used"))
  }

  return (keyId: string): void => {
    const nowMs = clock.monotonicMs()
    if (nowMs - (touched.get(keyId) ?? Number.NEGATIVE_INFINITY) < touchMs) return
    if (touched.size >= cacheSize) touched.clear()
    touched.set(keyId, nowMs)
    if (fresh.size === 0) setTimeout(write, 1000).unref()
    fresh.add(keyId)
  }
}
