import { findingLanguage, type FindingLanguage } from "../../findings/say.ts"
import type { Services } from "../../platform/services.ts"
import { createAccess, type Access, type Actor } from "./access.ts"
import type { Transaction } from "./transaction.ts"

/** What a verb gets: the services, the actor, and the actor's permissions. */
export type Context = Services & {
  actor: Actor
  access: Access
  /** The reader's, in which findings are said by default. */
  language: FindingLanguage
  /** Set if all work belongs to one larger transaction. */
  transaction?: Transaction
  /** Identifies a subscription's document and variables. */
  shareKey?: string
}

export const contextFor = (services: Services, actor: Actor): Context => ({
  ...services,
  actor,
  access: createAccess(services, actor),
  language: findingLanguage(actor.kind === "user" && actor.language),
})
