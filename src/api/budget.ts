import type { Clock } from "../platform/clock.ts"
import type { Actor } from "../graphql/kernel/access.ts"
import type { Admitted, Executor, OperationRequest } from "../graphql/execution/execute.ts"
import { networkOf } from "../platform/peer.ts"
import { createRateLimiter } from "../platform/rate-limit/rate-limiter.ts"
import { refuseUntil } from "../http/rate-limited.ts"
import { holderOf } from "./concurrency-limit.ts"

/** CPU time for parsing and validating documents, per holder and minute. */
const parseMs = 1000
/** Fields that one person's operations may select per minute: about forty of the largest operations. */
export const fieldsPerMinute = 2_000_000
/** Minimum cost of an operation, for its round trip to the database. */
const leastFields = 500

const tooMuchTime = "Your GraphQL documents take too long to parse. Send fewer or smaller ones"
const tooManyFields = `At most ${fieldsPerMinute.toLocaleString("en")} fields may be selected per minute. Request smaller pages with first, or send fewer requests.`

export type Budget = ReturnType<typeof createBudget>

/**
 * Limits operations in this process by two budgets: time spent on parsing, for everyone, and selected fields, for
 * people, whose requests no plan counts.
 *
 * @param peer the client's address, the key for anonymous requests.
 */
export function createBudget(clock: Clock, executor: Executor, cpuMs = threadCpuMs) {
  const byTime = createRateLimiter(clock, { points: parseMs, windowMs: 60_000 })
  const byFields = createRateLimiter(clock, { points: fieldsPerMinute, windowMs: 60_000 })

  return {
    /** @throws {Refusal} 429 if the budget is spent. */
    authorize(request: OperationRequest, peer: string): ReturnType<Executor["authorize"]> {
      const { actor } = request.ctx
      const payer = payerOf(actor, peer)
      const remedy = actor.kind === "anonymous" ? ", or sign in." : "."
      refuseUntil(byTime.read(payer), `${tooMuchTime}${remedy}`)
      const beganMs = cpuMs()
      const admitted = executor.authorize(request)
      byTime.consume(payer, cpuMs() - beganMs)
      if (actor.kind === "user" && isAdmitted(admitted)) {
        const cost = Math.max(leastFields, admitted.cost)
        refuseUntil(byFields.consume(payer, cost), tooManyFields)
      }
      return admitted
    },
  }
}

/** Not the time that passed, which on a busy machine is mostly that of others. */
function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

const payerOf = (actor: Actor, peer: string): string =>
  actor.kind === "anonymous" ? networkOf(peer) : holderOf(actor)

const isAdmitted = (admitted: ReturnType<Executor["authorize"]>): admitted is Admitted =>
  "validated" in admitted
