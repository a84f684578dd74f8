import type { Monitor } from "../../../../prisma/generated/client.ts"
import type { Transaction } from "../../kernel/transaction.ts"

/** A live monitor with the names of its labels. */
export type Present = Monitor & { labels: string[] }

/** Every live monitor of a project, in two statements however many there are. */
export async function readPresent(
  db: Pick<Transaction["db"], "monitor" | "$queryRaw">,
  projectId: string,
): Promise<Present[]> {
  const monitors = await db.monitor.findMany({ where: { projectId, deletedAt: null } })
  const worn = await db.$queryRaw<{ monitorId: string; names: string[] }[]>`
    select ml.monitor_id as "monitorId", array_agg(l.name) as names
      from label l join monitor_label ml on ml.label_id = l.id
     where l.project_id = ${projectId}::uuid
     group by ml.monitor_id`
  const labels = new Map(worn.map(({ monitorId, names }) => [monitorId, names]))
  return monitors.map((monitor) => ({ ...monitor, labels: labels.get(monitor.id) ?? [] }))
}
