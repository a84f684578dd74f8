import type { IncomingMessage } from "node:http"
import { DomainError } from "../../graphql/kernel/errors.ts"
import { classOf } from "../../graphql/workspace/key/key-token.ts"
import { Refusal } from "../../http/refusal.ts"
import type { Env } from "../../platform/env.ts"
import { bearerOf, type KeyActor } from "../authenticate-key.ts"
import { challengeOf } from "./metadata.ts"

type Holder = (req: IncomingMessage, peer: string) => Promise<KeyActor>

/**
 * Tells clients that are refused where to ask a person for access. A key of another class is refused as /v1 refuses
 * one: asking a person would not make it right.
 */
export const createAgentHolder =
  (env: Pick<Env, "BASE_URL">, agent: Holder): Holder =>
  async (req, peer) => {
    try {
      return await agent(req, peer)
    } catch (error) {
      const token = bearerOf(req.headers.authorization ?? "")
      const keyClass = token === null ? null : classOf(token)
      const isOtherClass = keyClass !== null && keyClass !== "legacy"
      if (!(error instanceof DomainError) || error.code !== "unauthorized" || isOtherClass) {
        throw error
      }
      throw new Refusal("unauthorized", error.message, {
        "www-authenticate": challengeOf(env.BASE_URL, token !== null),
      })
    }
  }
