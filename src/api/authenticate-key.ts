import type { KeyClass } from "../../prisma/generated/client.ts"
import type { Actor, KeyScope } from "../graphql/kernel/access.ts"
import { isScope } from "../graphql/kernel/access.ts"
import { DomainError } from "../graphql/kernel/errors.ts"
import { KeyRefusal } from "../graphql/workspace/key/key-refusal.ts"
import { classOf, prefixes } from "../graphql/workspace/key/key-token.ts"
import { legacyScopes } from "../graphql/workspace/key/legacy-scopes.ts"
import type { Services } from "../platform/services.ts"
import { createKeyFinder } from "./find-key.ts"

export type KeyActor = Extract<Actor, { kind: "key" }>

/** @throws {DomainError} unauthorized unless the header holds a bearer token of a valid key of that class. */
export type AuthenticateKey = (authorization: string, keyClass?: KeyClass) => Promise<KeyActor>

const mostTouched = 10_000
const touchMs = 60_000

const kinds: Record<KeyClass, { name: string; use: string }> = {
  public: { name: "a public key", use: "works for /v1 and /graphql" },
  legacy: { name: "a legacy key", use: "works for /mcp and /api/metrics" },
  ingestion: { name: "an ingestion key", use: "only sends telemetry" },
}

/** What a key of each class may do, by the scopes that are stored with it. */
const scopesOf: Record<KeyClass, (stored: string[]) => KeyScope[]> = {
  public: (stored) => stored.filter(isScope),
  legacy: legacyScopes,
  ingestion: () => [],
}

/** Authenticates the bearer of a key; public keys unless another class is given. */
export function createKeyAuthenticator(services: Services): AuthenticateKey {
  const findKey = createKeyFinder(services)
  const touch = createTouch(services)

  return async (authorization, wanted = "public") => {
    const form = `${prefixes[wanted]}…`
    const token = bearerOf(authorization)
    if (token === null) throw refused(`The Authorization header must have the form: Bearer ${form}`)
    const keyClass = classOf(token)
    if (keyClass !== null && keyClass !== wanted) {
      const { name, use } = kinds[keyClass]
      throw refused(`This is ${name}, which ${use}. Use ${kinds[wanted].name} instead (${form}).`)
    }
    const key = keyClass === null ? null : await findKey(token)
    if (key === null) {
      throw refused(
        "This API key does not exist. Check that you copied all of it, or create a new one.",
      )
    }
    if (key.revokedAt !== null) {
      throw new KeyRefusal("This API key was revoked. Create a new one.", key)
    }
    if (key.expiresAt !== null && key.expiresAt <= services.clock.now()) {
      throw new KeyRefusal("This API key has expired. Create a new one.", key)
    }
    touch(key.id)
    const { id: keyId, projectId, plan, name } = key
    return { kind: "key", keyId, projectId, plan, name, scopes: scopesOf[wanted](key.scopes) }
  }
}

/** The token of an Authorization header; null for another scheme. */
export const bearerOf = (authorization: string): string | null =>
  /^bearer +(\S+) *$/i.exec(authorization)?.[1] ?? null

const refused = (detail: string) => new DomainError("unauthorized", detail)

/**
 * Records the last use of keys: each at most once a minute, in batches of one second, without delaying requests.
 */
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
      .catch((err: unknown) => log.warn({ err }, "could not record the last use of keys"))
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
