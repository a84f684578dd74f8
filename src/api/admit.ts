import type { IncomingMessage } from "node:http"
import type { KeyClass } from "../../prisma/generated/enums.ts"
import type { Actor } from "../graphql/access.ts"
import { DomainError } from "../graphql/errors.ts"
import { prefixes } from "../graphql/key/token.ts"
import type { Clock } from "../clock.ts"
import { networkOf } from "../peer.ts"
import type { Authenticate } from "./authenticate.ts"
import type { AuthenticateKey, KeyActor } from "./authenticate-key.ts"
import { headersOf } from "./receive.ts"
import { createThrottle } from "./throttle.ts"

const strangersPerMinute = 300

export type Admission = {
  /** Whoever asks; nobody where neither key nor session was sent. */
  anyone(req: IncomingMessage, peer: string): Promise<Actor>
  /** @throws {DomainError} unauthorized where no key was sent, or one that opens nothing. */
  keyHolder(req: IncomingMessage, peer: string, keyClass?: KeyClass): Promise<KeyActor>
}

/** Lets in who shows a good key or session, and counts for each address what is sent without. */
export function createAdmission(
  clock: Clock,
  authenticate: Authenticate,
  byKey: AuthenticateKey,
): Admission {
  const countStranger = createThrottle(
    clock,
    strangersPerMinute,
    `At most ${strangersPerMinute} requests a minute are taken from one address without a session or a good API key.`,
  )

  async function counted<T extends Actor>(asked: Promise<T>, peer: string): Promise<T> {
    const actor = await asked.catch((error: unknown) => {
      if (error instanceof DomainError) countStranger(networkOf(peer))
      throw error
    })
    if (actor.kind === "anonymous") countStranger(networkOf(peer))
    return actor
  }

  return {
    anyone: (req, peer) => counted(authenticate(headersOf(req)), peer),
    keyHolder: ({ headers: { authorization } }, peer, keyClass = "public") =>
      counted(
        authorization === undefined
          ? Promise.reject(keyless(keyClass))
          : byKey(authorization, keyClass),
        peer,
      ),
  }
}

const keyless = (keyClass: KeyClass) =>
  new DomainError(
    "unauthorized",
    `Send a ${keyClass} key of the project: Authorization: Bearer ${prefixes[keyClass]}…`,
  )
