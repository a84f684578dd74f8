import type { ExecutionResult, ValidatedSubscriptionArgs } from "graphql"
import { executeSubscriptionEvent } from "graphql"
import type { Context } from "./context.ts"

type Run = { result: ExecutionResult; isPersonal: boolean }

const runs = new WeakMap<object, Promise<Run>>()
const shared = new WeakSet<object>()

/** Lets all streams that bring this very object have one result of it. */
export function shareResultOf<T extends object>(event: T): T {
  shared.add(event)
  return event
}

/**
 * Executes a subscription's document for an event, once for all who may see the same of it. What asks who the
 * actor is, beyond what `access` allows, is executed for each by itself.
 */
export async function executeEvent(args: ValidatedSubscriptionArgs): Promise<ExecutionResult> {
  const event = args.rootValue
  if (typeof event !== "object" || event === null || !shared.has(event)) {
    return executeSubscriptionEvent(args)
  }
  const known = runs.get(event)
  const run = known ?? runFor(args)
  runs.set(event, run)
  const { result, isPersonal } = await run
  return isPersonal && known !== undefined ? executeSubscriptionEvent(args) : result
}

async function runFor(args: ValidatedSubscriptionArgs): Promise<Run> {
  const ctx = args.contextValue as Context
  let isPersonal = false
  const contextValue = Object.defineProperty({ ...ctx }, "actor", {
    enumerable: true,
    get() {
      isPersonal = true
      return ctx.actor
    },
  })
  const result = await executeSubscriptionEvent({ ...args, contextValue })
  return { result, isPersonal }
}
