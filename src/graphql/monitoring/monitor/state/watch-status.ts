import { z } from "zod"
import type { MonitorStatus } from "../../../../../prisma/generated/enums.ts"
import { withFindings, type Finding } from "../../../../findings/finding.ts"
import type { Context } from "../../../kernel/context.ts"
import { id, parse } from "../../../kernel/input.ts"
import { watch } from "../../../live/watch.ts"

const input = z.object({
  projectId: id,
  monitorIds: z.array(id).max(1000, "must name at most 1,000 monitors").nullish(),
  changesOnly: z.boolean().nullish(),
})

/** A status and its cause; `from` is null if there was no earlier one. */
export type StatusEvent = {
  monitorId: string
  from: MonitorStatus | null
  to: MonitorStatus
  at: Date
  decidedAt: Date
  findings: readonly Finding[]
}
type Row = Omit<StatusEvent, "findings"> & { reason: string | null; findings: unknown }

/**
 * Streams the status of all or the selected monitors of a project unless only changes are wanted, then each change.
 * Ids of other projects are ignored.
 */
export async function watchStatus(ctx: Context, given: z.input<typeof input>) {
  const { projectId, monitorIds, changesOnly } = parse(input, given)
  const wanted = monitorIds ? new Set(monitorIds) : null
  await ctx.access.require(projectId, "monitors:read", "project", "within")
  const { pool } = ctx.database
  return watch<"monitor.status_changed", StatusEvent>(ctx, {
    projectId,
    permission: "monitors:read",
    noun: "project",
    about: "within",
    subject: ({ monitorId }) => ({ type: "monitor", id: monitorId }),
    topic: "monitor.status_changed",
    matches: (payload) =>
      payload.projectId === projectId && (wanted?.has(payload.monitorId) ?? true),
    async snapshot() {
      if (changesOnly === true) return []
      const { rows } = await pool.query<Row>({
        name: "monitor-statuses",
        text: `select m.id as "monitorId", c."from", s.status as "to", s.status_since as "at",
                      coalesce(c.decided_at, s.status_since) as "decidedAt", c.reason, c.findings
                 from monitor m
                 join monitor_state s on s.monitor_id = m.id
                 left join lateral (
                   select * from status_change c where c.monitor_id = m.id
                    order by c.seq desc limit 1
                 ) c on c."to" = s.status
                where m.project_id = $1 and m.deleted_at is null
                  and ($2::uuid[] is null or m.id = any($2))
                order by m.name, m.id`,
        values: [projectId, monitorIds ?? null],
      })
      return rows.map(withFindings)
    },
    async read({ changeId }) {
      const { rows } = await pool.query<Row>({
        name: "monitor-status-change",
        text: `select c.monitor_id as "monitorId", c."from", c."to", c.at, c.decided_at as "decidedAt", c.reason, c.findings
                 from status_change c join monitor m on m.id = c.monitor_id
                where c.id = $1 and m.project_id = $2 and m.deleted_at is null`,
        values: [changeId, projectId],
      })
      return rows.map(withFindings)[0] ?? null
    },
  })
}
