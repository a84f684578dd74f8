import { z } from "zod"
import type { Context } from "../../../kernel/context.ts"
import { parse, wholeNumber } from "../../../kernel/input.ts"
import { restartEscalation } from "../../../on-call/escalation/restart-escalation.ts"
import { openAlertsOf, wakeEscalations } from "../../../on-call/escalation/silence-escalation.ts"
import { announceMonitors } from "../announce-monitor.ts"
import { changeMonitors, idsOf, type MonitorSelection } from "../change-monitors.ts"

const input = z.object({ durationMinutes: wholeNumber(1, 43_200) })

/** Mutes monitors like `muteMonitor`, replacing earlier mutes. Returns all of them. */
export async function muteMonitors(
  ctx: Context,
  selection: MonitorSelection,
  given: z.input<typeof input>,
) {
  const { durationMinutes } = parse(input, given)
  return changeMonitors(ctx, selection, async (tx, { monitors, at }) => {
    const deadline = new Date(at.getTime() + durationMinutes * 60_000)
    const resting = await tx.query<{ alertIds: string[] }>({
      name: "mute-monitors",
      text: `update monitor m set muted_until = $2::timestamptz, updated_at = $3::timestamptz
              where id = any($1::uuid[]) returning ${openAlertsOf("m.id")} as "alertIds"`,
      values: [idsOf(monitors), deadline, at],
    })
    const alertIds = resting.flatMap((row) => row.alertIds)
    await restartEscalation(tx, alertIds.toSorted(), deadline)
    await announceMonitors(tx, ctx.actor, monitors, {
      action: "monitor.muted",
      changes: { mutedUntil: deadline.toISOString() },
    })
    return monitors
  })
}

/** Ends mutes early like `unmuteMonitor`. Returns those it unmuted. */
export const unmuteMonitors = (ctx: Context, selection: MonitorSelection) =>
  changeMonitors(ctx, selection, async (tx, { monitors, at }) => {
    const muted = monitors.filter(({ mutedUntil }) => mutedUntil !== null && mutedUntil > at)
    await tx.query({
      name: "unmute-monitors",
      text: `update monitor set muted_until = null, updated_at = $2::timestamptz where id = any($1::uuid[])`,
      values: [idsOf(muted), at],
    })
    await wakeEscalations(tx, idsOf(muted))
    await announceMonitors(tx, ctx.actor, muted, { action: "monitor.unmuted" })
    return muted
  })
