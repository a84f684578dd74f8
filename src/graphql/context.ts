import type { Services } from "../services.ts"
import type { Access, Actor } from "./access.ts"
import { createAccess } from "./access.ts"

/** What a verb gets: the services, who asks, and what that actor may do. */
export type Context = Services & { actor: Actor; access: Access }

export const contextFor = (services: Services, actor: Actor): Context => ({
  ...services,
  actor,
  access: createAccess(services, actor),
})
