import { markAbsences } from "../graphql/check/mark-absences.ts"
import { ensureCheckPartitions } from "../graphql/check/partition.ts"
import { prune } from "../graphql/check/retention.ts"
import { rollUp } from "../graphql/check/rollup.ts"
import { forgetAnswers } from "../graphql/idempotency/once.ts"
import { advanceMaintenances } from "../graphql/maintenance/advance.ts"
import { announceHandOvers } from "../graphql/on-call/hand-over.ts"
import type { Services } from "../services.ts"
import { deliverDue } from "./deliver.ts"
import { startLoop } from "./loop.ts"

const pollMs = 1000
const historyMs = 30_000
const housekeepingMs = 3_600_000
/** What is not done by then is taken up again by whoever comes next: leases run out. */
const drainMs = 10_000

/** The role that works off what is due: maintenance windows, hand-overs, the outbox, and the house itself. */
export function startNotify(services: Services): Promise<{ stop(): Promise<void> }> {
  const { log, bus, database } = services
  const outbox = startLoop(log, "outbox", pollMs, async (isStopping) => {
    let taken = await deliverDue(services)
    while (taken > 0 && !isStopping()) taken = await deliverDue(services)
  })
  const maintenance = startLoop(log, "maintenance", pollMs, async () => {
    await advanceMaintenances(services)
  })
  const onCall = startLoop(log, "on-call", pollMs, async () => {
    await announceHandOvers(services)
  })
  const housekeeping = startLoop(log, "housekeeping", housekeepingMs, async (isStopping) => {
    await ensureCheckPartitions(database.pool)
    await prune(services, isStopping)
    await forgetAnswers(services)
  })
  const history = startLoop(log, "history", historyMs, async (isStopping) => {
    // First, so that no hour is closed as if somebody had looked.
    await markAbsences(services, isStopping)
    await rollUp(services, isStopping)
  })
  const loops = [outbox, maintenance, onCall, housekeeping, history]
  const deaf = [bus.subscribe("delivery.due", outbox.nudge), bus.onGap(outbox.nudge)]
  return Promise.resolve({
    async stop() {
      for (const unsubscribe of deaf) unsubscribe()
      const drained = Promise.all(loops.map((loop) => loop.stop()))
      await Promise.race([drained, new Promise((resolve) => setTimeout(resolve, drainMs).unref())])
    },
  })
}
