import { declareOutage, escalateOutage, reopenOutage, resolveOutage } from "../incident/outage.ts"
import type { Transaction } from "../transaction.ts"
import type { Locked } from "./lock-states.ts"
import type { CheckResult } from "./result.ts"
import type { Action } from "./verdict.ts"

export type Ids = { incidentId: string | null; alertId: string | null }

/** Does what a transition asks for; answers the incident and alert that now speak for the outage, if any. */
export async function act(
  tx: Transaction,
  { projectId, monitorId, monitorName }: Locked,
  { reason, failureClass, startedAt }: CheckResult,
  actions: Action[],
): Promise<Ids | null> {
  const words = reason ?? "No reason was given."
  let ids: Ids | null = null
  for (const action of actions) {
    switch (action.kind) {
      case "declare": {
        const { level, startedAt } = action
        const monitor = { projectId, monitorId, monitorName }
        ids = await declareOutage(tx, { ...monitor, level, startedAt, reason: words, failureClass })
        break
      }
      case "worsen": {
        const { startedAt: since, alertId } = action
        const monitor = { projectId, monitorId, monitorName }
        const outage = { ...monitor, startedAt: since, reason: words, failureClass }
        ids =
          alertId === null
            ? await declareOutage(tx, { ...outage, level: "offline" })
            : await escalateOutage(tx, { ...outage, alertId, at: startedAt })
        break
      }
      case "reopen": {
        const { incidentId, alertId } = action
        await reopenOutage(tx, { incidentId, alertId, at: startedAt, reason: words })
        ids = { incidentId, alertId }
        break
      }
      case "resolve": {
        const { incidentId, alertId } = action
        await resolveOutage(tx, { incidentId, alertId, at: startedAt, reason: "It is well again." })
        ids = null
        break
      }
    }
  }
  return ids
}
