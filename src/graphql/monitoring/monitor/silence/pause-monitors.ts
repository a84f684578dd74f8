import type { Context } from "../../../kernel/context.ts"
import { pausePaging, resumePaging } from "../../../on-call/escalation/pause-paging.ts"
import { announceMonitors } from "../announce-monitor.ts"
import { becomeUnknown } from "../state/become-unknown.ts"
import { changeMonitors, idsOf, type MonitorSelection } from "../change-monitors.ts"
import { probedKindsSql } from "../rules/monitor-kinds.ts"

/** Pauses monitors like `pauseMonitor`; open alerts stay open and page nobody. Returns those it paused. */
export const pauseMonitors = (ctx: Context, selection: MonitorSelection) =>
  changeMonitors(ctx, selection, async (tx, { monitors, at }) => {
    const active = monitors.filter(({ pausedAt }) => pausedAt === null)
    await tx.query({
      name: "pause-monitors",
      text: `update monitor set paused_at = $2::timestamptz, check_requested_at = null, updated_at = $2::timestamptz
              where id = any($1::uuid[])`,
      values: [idsOf(active), at],
    })
    await becomeUnknown(tx, active, at, false)
    await pausePaging(tx, idsOf(active), at)
    await announceMonitors(tx, ctx.actor, active, {
      action: "monitor.paused",
      event: "monitor.updated",
    })
    return active
  })

/** Resumes monitors like `resumeMonitor`. Returns those it resumed. */
export const resumeMonitors = (ctx: Context, selection: MonitorSelection) =>
  changeMonitors(ctx, selection, async (tx, { monitors, at }) => {
    const paused = monitors.filter(({ pausedAt }) => pausedAt !== null)
    await tx.query({
      name: "resume-monitors",
      text: `update monitor set paused_at = null, watched_since = $2::timestamptz, updated_at = $2::timestamptz,
                    check_requested_at = case when kind in (${probedKindsSql}) then $2::timestamptz end
              where id = any($1::uuid[])`,
      values: [idsOf(paused), at],
    })
    await tx.query({
      // Pings before or during the pause say nothing about now.
      name: "resume-states",
      text: "update monitor_state set last_ping_kind = null where monitor_id = any($1::uuid[])",
      values: [idsOf(paused)],
    })
    await resumePaging(tx, idsOf(paused))
    await announceMonitors(tx, ctx.actor, paused, {
      action: "monitor.resumed",
      event: "monitor.updated",
    })
    return paused
  })
