import { newId } from "../../id.ts"
import { builtInSeverity, builtInState } from "../incident/look-up.ts"
import type { Transaction } from "../transaction.ts"
import { announceAlert } from "./announce.ts"
import { nextAlertNumber } from "./number.ts"

type Raise = {
  projectId: string
  monitorId: string
  incidentId: string | null
  title: string
  description: string
  severity: "high" | "low"
  failureClass: string | null
}

/** A triggered alert: what wakes a person. Answers its id. */
export async function raiseAlert(tx: Transaction, raise: Raise): Promise<string> {
  const { severity, failureClass, ...data } = raise
  const { projectId } = raise
  const state = await builtInState(tx.db, projectId, "alert", "triggered")
  const { id: severityId } = await builtInSeverity(tx.db, projectId, "alert", severity)
  const id = newId()
  const number = await nextAlertNumber(tx, projectId)
  await tx.db.alert.create({ data: { ...data, id, number, stateId: state.id, severityId } })
  await announceAlert(tx, id, {
    event: "alert.created",
    change: "1",
    reason: data.description,
    failureClass,
  })
  return id
}
