import type { ExecutionResult, ValidatedSubscriptionArgs } from "graphql"
import { executeSubscriptionEvent } from "graphql"
import type { Access } from "./access.ts"
import type { Context } from "./context.ts"
import { forget } from "./forget.ts"
import type { Made } from "./watcher.ts"

/**
 * Executes a subscription's document for an event, for all who may see the same of it. What asks who the actor is,
 * beyond what `access` allows, is for this one alone.
 *
 * @param access as it was asked for at this event; the context is a new one, so that nothing older is remembered.
 */
export async function executeEvent(
  args: ValidatedSubscriptionArgs,
  event: unknown,
  access: Access,
): Promise<Made<ExecutionResult>> {
  const ctx = args.contextValue as Context
  let isPersonal = false
  const contextValue = Object.defineProperty({ ...ctx, access }, "actor", {
    enumerable: true,
    get() {
      isPersonal = true
      return ctx.actor
    },
  })
  try {
    const told = await executeSubscriptionEvent({ ...args, rootValue: event, contextValue })
    return { told, isPersonal }
  } finally {
    forget(contextValue)
  }
}
