import type { Monitor } from "../../../../prisma/generated/client.ts"
import { newId } from "../../../platform/id.ts"
import type { Prisma } from "../../../platform/postgres.ts"
import type { Actor } from "../../kernel/access.ts"
import { recordAuditAll } from "../../workspace/audit/record-audit.ts"
import { enqueueAll } from "../../outbox/enqueue-event.ts"
import type { SqlTransaction } from "../../kernel/transaction.ts"

type News = {
  /** The audit log's action, such as monitor.paused. */
  action: string
  /** The event to enqueue, if any. */
  event?: "monitor.created" | "monitor.updated" | "monitor.deleted"
  changes?: Prisma.InputJsonObject
}

/** News of many monitors, whose changes may differ. */
type ManyNews = Omit<News, "changes"> & {
  changes?: Prisma.InputJsonObject | ((monitorId: string) => Prisma.InputJsonObject)
}

type Subject = Pick<Monitor, "id" | "projectId" | "name" | "kind">

/** Records a change of a monitor in the audit log, the outbox and the bus. */
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
  { action, event, changes }: ManyNews,
): Promise<void> {
  await recordAuditAll(
    tx,
    actor,
    monitors.map(({ id, projectId, name }) => ({
      projectId,
      action,
      subjectId: id,
      subjectName: name,
      ...(changes === undefined
        ? {}
        : { changes: typeof changes === "function" ? changes(id) : changes }),
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
