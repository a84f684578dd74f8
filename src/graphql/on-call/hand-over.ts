import type { Services } from "../../services.ts"
import { enqueue } from "../delivery/enqueue.ts"
import type { Transaction } from "../transaction.ts"
import { transact } from "../transaction.ts"
import type { Plan } from "./read-plan.ts"
import { readRotation } from "./read-plan.ts"
import type { Shift } from "./rotation.ts"
import { onCallAt } from "./shifts.ts"

/** Rotations a transaction looks at; a long outage of ours is worked off in such portions. */
const portion = 20

type Due = {
  id: string
  projectId: string
  name: string
  timeZone: string
  toldUserId: string | null
  now: Date
}

/**
 * Tells of hand-overs whose time has come by PostgreSQL's clock, in rotations that a policy uses. What counts
 * is who is on call now against whom we told of last: after a pause of ours the present is told, once, and not
 * each hand-over that was missed.
 *
 * @returns how many it told of.
 */
export async function announceHandOvers(
  services: Pick<Services, "database" | "bus">,
): Promise<number> {
  let told = 0
  let looked = portion
  while (looked === portion) {
    const done = await transact(services, lookAtDue)
    looked = done.looked
    told += done.told
  }
  return told
}

/** The row is held meanwhile, and others pass it over: no hand-over is told twice. */
async function lookAtDue(tx: Transaction) {
  const due = await tx.db.$queryRaw<Due[]>`
    select id, project_id as "projectId", name, time_zone as "timeZone",
           told_user_id as "toldUserId", now() as now
      from rotation r
     where look_at <= now()
       and exists (select from escalation_target t where t.rotation_id = r.id)
     order by look_at, id limit ${portion} for update skip locked`
  let told = 0
  for (const row of due) if (await look(tx, row)) told += 1
  return { looked: due.length, told }
}

async function look(tx: Transaction, due: Due): Promise<boolean> {
  const { id, projectId, now } = due
  const found = await readRotation(tx, due, now, now)
  if (found === null) return false
  const shift = onCallAt(found.rotation, now)
  const userId = shift.kind === "shift" ? shift.userId : null
  const isOther = userId !== due.toldUserId
  // Somebody may leave the project in the middle of a shift, so a look is never far off.
  const [{ count } = { count: 0 }] = await tx.db.$queryRaw<{ count: number }[]>`
    update rotation
       set told_user_id = ${userId}::uuid,
           hand_over_count = hand_over_count + ${isOther ? 1 : 0},
           look_at = least(${shift.until}::timestamptz, now() + interval '5 minutes')
     where id = ${id}::uuid returning hand_over_count as count`
  if (!isOther) return false
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
    previous_user: person(due.toldUserId),
    user: person(shift.kind === "shift" ? shift.userId : null),
    gap_reason: shift.kind === "gap" ? shift.reason : null,
    since: shift.from.toISOString(),
    until: shift.until.toISOString(),
  }
}
