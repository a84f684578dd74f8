import type { Finding } from "../findings/finding.ts"
import type { Clock } from "../platform/clock.ts"
import type { Env } from "../platform/env.ts"
import type { Condition } from "../telemetry/query/condition/condition.ts"
import {
  evaluateCondition,
  type Evaluation,
} from "../telemetry/query/condition/evaluate-condition.ts"
import { QueryFault } from "../telemetry/query/language/query-term.ts"
import { createStore, isTooExpensive, StoreUnavailable } from "../telemetry/store/store.ts"

/** An evaluation, or why there is none. */
export type Evaluated = { evaluation: Evaluation } | { skipped: Finding } | { unheard: Finding }
export type Evaluate = (
  projectId: string,
  condition: Condition,
  signal: AbortSignal,
) => Promise<Evaluated>

/** After the store was down, what the spools hold is inserted within this. */
const catchUpMs = 60_000

/**
 * Evaluates monitors on telemetry. One store for this process, which connects at the first of them; while it does not
 * answer, and shortly after, evaluations are skipped instead of finding too little.
 */
export function createEvaluator(env: Env, clock: Clock): Evaluate {
  const store = createStore(env)
  let downAtMs = -Infinity

  async function evaluate(projectId: string, condition: Condition): Promise<Evaluated> {
    try {
      const evaluation = await evaluateCondition(store, projectId, condition, clock.now())
      const sinceMs = clock.monotonicMs() - downAtMs
      return sinceMs < catchUpMs
        ? { skipped: { code: "telemetry_store_recovering", parameters: {} } }
        : { evaluation }
    } catch (error) {
      if (error instanceof StoreUnavailable) {
        downAtMs = clock.monotonicMs()
        return { skipped: { code: error.code, parameters: {} } }
      }
      if (error instanceof QueryFault) {
        return { skipped: { code: "query_invalid", parameters: { error: error.message } } }
      }
      if (isTooExpensive(error)) {
        return { skipped: { code: "query_too_expensive", parameters: {} } }
      }
      throw error
    }
  }

  return (projectId, condition, signal) =>
    Promise.race([evaluate(projectId, condition), whenAborted(signal)])
}

const whenAborted = (signal: AbortSignal): Promise<Evaluated> => {
  const { promise, resolve } = Promise.withResolvers<Evaluated>()
  const late = () => resolve({ skipped: { code: "telemetry_store_late", parameters: {} } })
  if (signal.aborted) late()
  else signal.addEventListener("abort", late, { once: true })
  return promise
}
