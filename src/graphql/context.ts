import type { Services } from "../services.ts"
import type { Access, Actor } from "./access.ts"
import { createAccess } from "./access.ts"
import type { Transaction } from "./transaction.ts"

/** What a verb gets: the services, who asks, and what that actor may do. */
export type Context = Services & {
  actor: Actor
  access: Access
  /** Set where everything that is done belongs to one larger transaction. */
  transaction?: Transaction
  /** Of a subscription: tells its document and variables from all others. */
  shareKey?: string
}

export const contextFor = (services: Services, actor: Actor): Context => ({
  ...services,
  actor,
  access: createAccess(services, actor),
})
