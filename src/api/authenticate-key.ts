import type { KeyClass } from "../../prisma/generated/client.ts"
import type { Actor, Scope } from "../graphql/access.ts"
import { DomainError } from "../graphql/errors.ts"
import { classOf, prefixes } from "../graphql/key/token.ts"
import type { Services } from "../services.ts"
import { createKeyFinder } from "./find-key.ts"

export type KeyActor = Extract<Actor, { kind: "key" }>

/** @throws {DomainError} unauthorized for what is no bearer token of a working key of that class. */
export type AuthenticateKey = (authorization: string, keyClass?: KeyClass) => Promise<KeyActor>

const mostTouched = 10_000
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
  const findKey = createKeyFinder(services)
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
    const scopes = [...implied[wanted], ...key.scopes]
    return { kind: "key", keyId, projectId, plan, name, scopes }
  }
}

const refused = (detail: string) => new DomainError("unauthorized", detail)

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
    if (touched.size >= mostTouched) touched.clear()
    touched.set(keyId, nowMs)
    if (fresh.size === 0) setTimeout(write, 1000).unref()
    fresh.add(keyId)
  }
}
