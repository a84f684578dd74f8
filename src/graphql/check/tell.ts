import { newId } from "../../id.ts"
import type { Transaction } from "../transaction.ts"
import type { SilenceEvidence } from "../verdict/steps.ts"
import { changeStatuses } from "./change-status.ts"
import type { Ruling } from "./decide.ts"
import { describeSilences } from "./silence.ts"

/** Keeps why it was decided so, and the changes of status that follow. */
export async function tell(tx: Transaction, rulings: Ruling[]): Promise<void> {
  if (rulings.length === 0) return
  const silences = await describeSilences(
    tx,
    rulings.map(({ state }) => state),
  )
  const verdicts = rulings.map((ruling) => ({ ...ruling, id: newId() }))
  const rows = verdicts.map(({ id, state, decision, steps, pastSilence, incidentId, alertId }) => ({
    id,
    monitor_id: state.monitorId,
    decision,
    steps: withSilence(steps, pastSilence ?? silences.get(state.monitorId)),
    at: state.now,
    incident_id: incidentId,
    alert_id: alertId,
  }))
  await tx.db.$executeRaw`
    insert into verdict (id, monitor_id, decision, steps, at, incident_id, alert_id)
    select id, monitor_id, decision, steps, at, incident_id, alert_id
      from jsonb_populate_recordset(null::verdict, ${JSON.stringify(rows)}::jsonb)`
  await changeStatuses(
    tx,
    verdicts.flatMap(({ id: verdictId, state, change, toldBefore, reason }) => {
      const { projectId, monitorId, monitorName, now: decidedAt } = state
      const monitor = { projectId, monitorId, monitorName }
      return change === null
        ? []
        : [{ ...monitor, ...change, toldBefore, decidedAt, reason, verdictId }]
    }),
  )
}

/** The step of the silence learns which window, mute or monitor it stands on. */
const withSilence = (steps: Ruling["steps"], silence: SilenceEvidence | undefined) =>
  silence === undefined
    ? steps
    : steps.map((step) => (step.step === "silence" ? { ...step, silence } : step))
