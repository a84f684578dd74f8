import { QueryFault } from "../../telemetry/query/language/query-term.ts"
import {
  createStore,
  isTooExpensive,
  StoreRefusal,
  StoreUnavailable,
  type Store,
} from "../../telemetry/store/store.ts"
import type { Context } from "../kernel/context.ts"
import { DomainError, invalid } from "../kernel/errors.ts"

/** One store for each installation that this process serves; it connects when it is first read. */
const stores = new WeakMap<Context["env"], Store>()

const missing = 60
/** A query may take ten seconds in the store; a store that hangs must not keep the reader waiting for longer. */
const deadlineMs = 12_000

async function withinDeadline<T>(reading: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => reject(new StoreUnavailable("telemetry_store_unavailable")),
    deadlineMs,
  )
  try {
    return await Promise.race([reading, late])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Reads the telemetry store and turns its refusals into what a client can act on.
 *
 * @throws {DomainError} unavailable, or validation_failed for a query that cannot be read or costs too much.
 */
export async function readTelemetry<T>(
  { env }: Pick<Context, "env">,
  read: (store: Store) => Promise<T>,
): Promise<T> {
  const store = stores.get(env) ?? createStore(env)
  stores.set(env, store)
  try {
    return await withinDeadline(read(store))
  } catch (error) {
    if (error instanceof QueryFault) throw invalid("#/query", error.message)
    if (error instanceof StoreUnavailable) throw new DomainError("unavailable", error.message)
    if (isTooExpensive(error)) {
      throw invalid("#/from", "asks for too much data: choose a shorter time or add a service")
    }
    if (error instanceof StoreRefusal && error.code === missing) {
      throw new DomainError(
        "unavailable",
        "The telemetry store is being prepared. Try again in a few seconds.",
      )
    }
    throw error
  }
}
