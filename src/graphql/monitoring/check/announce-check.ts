import { storableJson } from "../../../findings/finding.ts"
import { newId } from "../../../platform/id.ts"
import type { SqlTransaction } from "../../kernel/transaction.ts"
import type { SilenceEvidence } from "../verdict/rules/verdict-steps.ts"
import { changeStatuses } from "./change-status.ts"
import type { Decided } from "./decide-check.ts"
import { describeSilences } from "./check-silence.ts"

/** Store decisions as verdicts, with the status changes that follow. */
export async function storeDecisions(tx: SqlTransaction, decisions: Decided[]): Promise<void> {
  if (decisions.length === 0) return
  const silences = await describeSilences(
    tx,
    decisions.map(({ state }) => state),
  )
  const verdicts = decisions.map((decided) => ({ ...decided, id: newId() }))
  const rows = verdicts.map(({ id, state, decision, steps, pastSilence, incidentId, alertId }) => ({
    id,
    monitor_id: state.monitorId,
    decision,
    steps: withSilence(steps, pastSilence ?? silences.get(state.monitorId)),
    at: state.now,
    incident_id: incidentId,
    alert_id: alertId,
  }))
  await tx.query({
    name: "store-verdicts",
    text: `
      insert into verdict (id, monitor_id, decision, steps, at, incident_id, alert_id)
      select id, monitor_id, decision, steps, at, incident_id, alert_id
        from jsonb_populate_recordset(null::verdict, $1::jsonb)`,
    values: [storableJson(rows)],
  })
  await changeStatuses(
    tx,
    verdicts.flatMap(({ id: verdictId, state, change, announcedBefore, findings }) => {
      const { projectId, monitorId, monitorName, now: decidedAt } = state
      const monitor = { projectId, monitorId, monitorName }
      return change === null
        ? []
        : [{ ...monitor, ...change, announcedBefore, decidedAt, findings, verdictId }]
    }),
  )
}

/** Add the window, mute or parent monitor to the silence step. */
const withSilence = (steps: Decided["steps"], silence: SilenceEvidence | undefined) =>
  silence === undefined
    ? steps
    : steps.map((step) => (step.step === "silence" ? { ...step, silence } : step))
