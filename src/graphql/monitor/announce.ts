import type { Monitor } from "../../../prisma/generated/client.ts"
import { newId } from "../../id.ts"
import type { Prisma } from "../../postgres.ts"
import type { Actor } from "../access.ts"
import { recordAuditAll } from "../audit/record.ts"
import { enqueueAll } from "../delivery/enqueue.ts"
import type { EventKind } from "../delivery/event.ts"
import type { SqlTransaction } from "../transaction.ts"

type News = {
  /** The audit's word for it, such as monitor.paused. */
  action: string
  /** Where the world outside is told too. */
  event?: Extract<EventKind, `monitor.${string}`>
  changes?: Prisma.InputJsonObject
}

type Subject = Pick<Monitor, "id" | "projectId" | "name" | "kind">

/** Tells of a change to a monitor in all three places: the audit log, the outbox and the bus. */
export const announceMonitor = (
  tx: SqlTransaction,
  actor: Actor,
  monitor: Subject,
  news: News,
): Promise<void> => announceMonitors(tx, actor, [monitor], news)

/** The same of many monitors to which the same happened. */
export async function announceMonitors(
  tx: SqlTransaction,
  actor: Actor,
  monitors: Subject[],
  { action, event, changes }: News,
): Promise<void> {
  await recordAuditAll(
    tx,
    actor,
    monitors.map(({ id, projectId, name }) => ({
      projectId,
      action,
      subjectId: id,
      subjectName: name,
      ...(changes === undefined ? {} : { changes }),
    })),
  )
  if (event !== undefined) {
    await enqueueAll(
      tx,
      monitors.map(({ id, projectId, name, kind }) => ({
        projectId,
        event,
        subjectId: id,
        dedupeKey: `${event}:${newId()}`,
        payload: { monitor: { id, name, monitor_type: kind } },
      })),
    )
  }
  for (const { id, projectId } of monitors) {
    tx.publish("monitor.changed", { projectId, monitorId: id })
  }
}
