import {
  executeSubscriptionEvent,
  type ExecutionResult,
  type ValidatedSubscriptionArgs,
} from "graphql"
import type { Access } from "../kernel/access.ts"
import type { Context } from "../kernel/context.ts"
import { takeResult } from "../kernel/take-result.ts"
import { clearRequestCache } from "../kernel/clear-request-cache.ts"
import type { EventResult } from "./watcher.ts"

/**
 * Executes a subscription's document for one event. The result can be shared with everyone who has the same
 * permissions, unless a resolver read the actor (`isPersonal`).
 *
 * @param access the permissions as of this event; the context is new, so no older permissions are cached in it.
 */
export async function executeEvent(
  args: ValidatedSubscriptionArgs,
  event: unknown,
  access: Access,
): Promise<EventResult<ExecutionResult>> {
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
    const result = await executeSubscriptionEvent({ ...args, rootValue: event, contextValue })
    return { result: takeResult(result), isPersonal }
  } finally {
    clearRequestCache(contextValue)
  }
}
