import type { KeyClass } from "../../prisma/generated/client.ts"
import type { Actor } from "../graphql/kernel/access.ts"
import { DomainError } from "../graphql/kernel/errors.ts"
import { KeyRefusal } from "../graphql/workspace/key/key-refusal.ts"
import { classOf, prefixes } from "../graphql/workspace/key/key-token.ts"
import { usualRequestsPerMinute } from "../graphql/workspace/key/rules/allowed-origin.ts"
import { scopesOf } from "../graphql/workspace/key/key-scopes.ts"
import type { Services } from "../platform/services.ts"
import { createKeyFinder, type FoundKey } from "./find-key.ts"
import { createUseNotes } from "./note-key-use.ts"

export type KeyActor = Extract<Actor, { kind: "key" }>

/**
 * @param address the client's, for the audit log.
 * @throws {DomainError} unauthorized unless the header holds a bearer token of a valid key of that class.
 */
export type AuthenticateKey = (
  authorization: string,
  keyClass?: KeyClass,
  address?: string,
) => Promise<KeyActor>

const kinds: Record<KeyClass, { name: string; use: string }> = {
  public: { name: "a public key", use: "works for /v1 and /graphql" },
  legacy: { name: "a legacy key", use: "works for /mcp and /api/metrics" },
  ingestion: { name: "an ingestion key", use: "only sends telemetry" },
}

/** Authenticates the bearer of a key; public keys unless another class is given. */
export function createKeyAuthenticator(services: Services): AuthenticateKey {
  const findKey = createKeyFinder(services)
  const noteUse = createUseNotes(services)

  return async (authorization, wanted = "public", address = "unknown") => {
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
    const actor = actorOf(key, wanted)
    const reason = refusalOf(key, services.clock.now())
    if (reason !== null) {
      noteUse({ actor, action: "key.refused", address, reason })
      throw new KeyRefusal(`This API key ${reason}. Create a new one.`, key)
    }
    noteUse({ actor, action: "key.used", address })
    return actor
  }
}

const actorOf = (
  { id: keyId, projectId, plan, name, scopes, labelIds, ...key }: FoundKey,
  keyClass: KeyClass,
): KeyActor => ({
  kind: "key",
  keyId,
  projectId,
  plan,
  name,
  scopes: scopesOf[keyClass](scopes),
  labelIds,
  keyClass,
  ...(key.allowedOrigins.length > 0 && {
    browser: {
      origins: key.allowedOrigins,
      requestsPerMinute: key.requestsPerMinute ?? usualRequestsPerMinute,
    },
  }),
})

function refusalOf({ revokedAt, expiresAt }: FoundKey, now: Date): string | null {
  if (revokedAt !== null) return "was revoked"
  return expiresAt !== null && expiresAt <= now ? "has expired" : null
}

/** The token of an Authorization header; null for another scheme. */
export const bearerOf = (authorization: string): string | null =>
  /^bearer +(\S+) *$/i.exec(authorization)?.[1] ?? null

const refused = (detail: string) => new DomainError("unauthorized", detail)
