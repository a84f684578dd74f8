import type { Services } from "../../../platform/services.ts"
import { enqueue } from "../../outbox/enqueue-event.ts"
import { finds, transact, type Statement, type Transaction } from "../../kernel/transaction.ts"
import { readRotation, type Plan } from "./read-plan.ts"
import type { Shift } from "./rules/rotation-rules.ts"
import { onCallAt } from "./rules/shifts.ts"

/** Rotations checked per transaction. */
const batchSize = 20

type Due = {
  id: string
  projectId: string
  name: string
  timeZone: string
  announcedUserId: string | null
  now: Date
}

/** Locks the rows; other workers skip them, so each hand-over is announced once. */
const dueRotations: Statement = {
  name: "due-rotations",
  text: `
    select id, project_id as "projectId", name, time_zone as "timeZone",
           announced_user_id as "announcedUserId", now() as now
      from rotation r
     where recheck_at <= now()
       and exists (select from escalation_target t where t.rotation_id = r.id)
     order by recheck_at, id limit ${batchSize} for update skip locked`,
  values: [],
}

/**
 * Announce due hand-overs, by PostgreSQL's clock, in rotations that a policy uses. Compares the person on call now
 * with the last announced one, so missed hand-overs after downtime result in one announcement.
 *
 * @param isSilent records who is on call without announcing it.
 * @returns the number of hand-overs.
 */
export async function announceHandOvers(
  services: Pick<Services, "database" | "bus">,
  isSilent = false,
): Promise<number> {
  let announced = 0
  let checked = (await finds(services, dueRotations)) ? batchSize : 0
  while (checked === batchSize) {
    const batch = await transact(services, (tx) => checkBatch(tx, isSilent))
    checked = batch.checked
    announced += batch.announced
  }
  return announced
}

async function checkBatch(tx: Transaction, isSilent: boolean) {
  const due = await tx.query<Due>(dueRotations)
  let announced = 0
  for (const row of due) if (await checkRotation(tx, row, isSilent)) announced += 1
  return { checked: due.length, announced }
}

async function checkRotation(tx: Transaction, due: Due, isSilent: boolean): Promise<boolean> {
  const { id, projectId, now } = due
  const found = await readRotation(tx, due, now, now)
  if (found === null) return false
  const shift = onCallAt(found.rotation, now)
  const userId = shift.kind === "shift" ? shift.userId : null
  const isOther = userId !== due.announcedUserId
  // A person may leave the project in the middle of a shift, so the next check is at most five minutes away.
  const [{ count } = { count: 0 }] = await tx.db.$queryRaw<{ count: number }[]>`
    update rotation
       set announced_user_id = ${userId}::uuid,
           hand_over_count = hand_over_count + ${isOther ? 1 : 0},
           recheck_at = least(${shift.until}::timestamptz, now() + interval '5 minutes')
     where id = ${id}::uuid returning hand_over_count as count`
  if (!isOther) return false
  if (isSilent) return true
  await enqueue(tx, {
    projectId,
    event: "on_call.handed_over",
    subjectId: id,
    dedupeKey: `on_call.handed_over:${id}:${count}`,
    payload: payloadOf(due, shift, found.plan),
  })
  tx.publish("on_call.changed", { projectId })
  return true
}

function payloadOf(due: Due, shift: Shift, { names }: Plan) {
  const person = (userId: string | null) =>
    userId === null ? null : { id: userId, name: names.get(userId) ?? null }
  return {
    rotation: { id: due.id, name: due.name },
    previous_user: person(due.announcedUserId),
    user: person(shift.kind === "shift" ? shift.userId : null),
    gap_reason: shift.kind === "gap" ? shift.reason : null,
    since: shift.from.toISOString(),
    until: shift.until.toISOString(),
  }
}
