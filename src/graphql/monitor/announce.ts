import type { Monitor } from "../../../prisma/generated/client.ts"
import { newId } from "../../id.ts"
import type { Prisma } from "../../postgres.ts"
import type { Actor } from "../access.ts"
import { recordAudit } from "../audit/record.ts"
import { enqueue } from "../delivery/enqueue.ts"
import type { EventKind } from "../delivery/event.ts"
import type { Transaction } from "../transaction.ts"

type News = {
  /** The audit's word for it, such as monitor.paused. */
  action: string
  /** Where the world outside is told too. */
  event?: Extract<EventKind, `monitor.${string}`>
  changes?: Prisma.InputJsonObject
}

/** Tells of a change to a monitor in all three places: the audit log, the outbox and the bus. */
export async function announceMonitor(
  tx: Transaction,
  actor: Actor,
  monitor: Pick<Monitor, "id" | "projectId" | "name" | "kind">,
  { action, event, changes }: News,
): Promise<void> {
  const { id, projectId, name, kind } = monitor
  await recordAudit(tx, actor, {
    projectId,
    action,
    subjectId: id,
    subjectName: name,
    ...(changes === undefined ? {} : { changes }),
  })
  if (event !== undefined) {
    await enqueue(tx, {
      projectId,
      event,
      subjectId: id,
      dedupeKey: `${event}:${newId()}`,
      payload: { monitor: { id, name, monitor_type: kind } },
    })
  }
  tx.publish("monitor.changed", { projectId, monitorId: id })
}
