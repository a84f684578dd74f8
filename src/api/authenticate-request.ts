import type { IncomingMessage } from "node:http"
import type { KeyClass } from "../../prisma/generated/enums.ts"
import type { Actor } from "../graphql/kernel/access.ts"
import { DomainError } from "../graphql/kernel/errors.ts"
import { prefixes } from "../graphql/workspace/key/key-token.ts"
import { isAccessToken } from "../graphql/workspace/oauth/oauth-token.ts"
import type { Clock } from "../platform/clock.ts"
import { networkOf } from "../platform/peer.ts"
import type { Authenticate } from "./authenticate.ts"
import type { AuthenticateGrant } from "./authenticate-grant.ts"
import { bearerOf, type AuthenticateKey, type KeyActor } from "./authenticate-key.ts"
import { headersOf } from "../http/read-request.ts"
import { refuseUntil } from "../http/rate-limited.ts"
import { createRateLimiter } from "../platform/rate-limit/rate-limiter.ts"

export const strangersPerMinute = 300
const tooManyStrangers = `One address may send at most ${strangersPerMinute} requests per minute without a session or a valid API key.`

export type RequestAuthenticator = {
  /** Authenticates a request; anonymous if it carries neither key nor session. */
  anyone(req: IncomingMessage, peer: string): Promise<Actor>
  /** @throws {DomainError} unauthorized if the key is missing or not valid here. */
  keyHolder(req: IncomingMessage, peer: string, keyClass?: KeyClass): Promise<KeyActor>
  /** The holder of a legacy key or of an access token, for /mcp. @throws {DomainError} unauthorized */
  agent(req: IncomingMessage, peer: string): Promise<KeyActor>
  /** The holder of an ingestion key. @throws {DomainError} unauthorized */
  sender(req: Pick<IncomingMessage, "headers">, peer: string): Promise<KeyActor>
}

export type Authenticators = {
  authenticate: Authenticate
  byKey: AuthenticateKey
  byGrant: AuthenticateGrant
}

/** Authenticates requests, and limits unauthenticated ones by address. */
export function createRequestAuthenticator(
  clock: Clock,
  { authenticate, byKey, byGrant }: Authenticators,
): RequestAuthenticator {
  const strangers = createRateLimiter(clock, { points: strangersPerMinute, windowMs: 60_000 })

  /** @throws {Refusal} 429 */
  function countStranger(network: string): void {
    refuseUntil(strangers.consume(network), tooManyStrangers)
  }

  async function counted<T extends Actor>(asked: Promise<T>, peer: string): Promise<T> {
    const actor = await asked.catch((error: unknown) => {
      if (error instanceof DomainError) countStranger(networkOf(peer))
      throw error
    })
    if (actor.kind === "anonymous") countStranger(networkOf(peer))
    return actor
  }

  return {
    anyone: (req, peer) => counted(authenticate(headersOf(req), peer), peer),
    keyHolder: ({ headers: { authorization } }, peer, keyClass = "public") =>
      counted(
        authorization === undefined
          ? Promise.reject(keyless(keyClass))
          : byKey(authorization, keyClass, peer),
        peer,
      ),
    agent({ headers: { authorization } }, peer) {
      if (authorization === undefined) return counted(Promise.reject(keyless("legacy")), peer)
      const token = bearerOf(authorization)
      return counted(
        token !== null && isAccessToken(token)
          ? byGrant(token, peer)
          : byKey(authorization, "legacy", peer),
        peer,
      )
    },
    sender({ headers }, peer) {
      const sent = ingestionHeaders.map((name) => headers[name]).find((one) => one !== undefined)
      return counted(
        sent === undefined
          ? Promise.reject(senderless())
          : byKey(`Bearer ${String(sent).trim()}`, "ingestion", peer),
        peer,
      )
    },
  }
}

/** The specification's header and its aliases. */
const ingestionHeaders = ["x-svc-ingestion-key", "x-svc-service-token", "x-svc-token"]

const senderless = () =>
  new DomainError(
    "unauthorized",
    `Send an ingestion key of the project: ${ingestionHeaders[0]}: ${prefixes.ingestion}…`,
  )

const keyless = (keyClass: KeyClass) =>
  new DomainError(
    "unauthorized",
    `Send a ${keyClass} key of the project: Authorization: Bearer ${prefixes[keyClass]}…`,
  )
