import { changeStatuses } from "../check/change-status.ts"
import { forgetRuns, machine } from "../check/machine.ts"
import type { Context } from "../context.ts"
import type { Transaction } from "../transaction.ts"
import type { Monitor } from "../../../prisma/generated/client.ts"
import { announceMonitor } from "./announce.ts"
import { changeMonitor } from "./change.ts"

/** Why a status became unknown by a pause; tells such changes from others. */
export const paused = "paused"

/**
 * Stops looking: the status becomes unknown and nothing counts towards the next verdict. What was declared
 * stays as it is, for a person to resolve. Pausing twice changes nothing.
 */
export async function pauseMonitor(ctx: Context, monitorId: string) {
  return changeMonitor(ctx, monitorId, async (tx, before, at) => {
    if (before.pausedAt !== null) return before
    const monitor = await tx.db.monitor.update({
      where: { id: before.id },
      data: { pausedAt: at, checkRequestedAt: null, updatedAt: at },
    })
    await becomeUnknown(tx, monitor, at)
    await announceMonitor(tx, ctx.actor, monitor, {
      action: "monitor.paused",
      event: "monitor.updated",
    })
    return monitor
  })
}

async function becomeUnknown(tx: Transaction, monitor: Monitor, at: Date): Promise<void> {
  const { id: monitorId, projectId, name } = monitor
  const state = await tx.db.monitorState.findUniqueOrThrow({ where: { monitorId } })
  const { status } = state
  const isChange = status !== "unknown"
  await tx.db.monitorState.update({
    where: { monitorId },
    data: {
      status: "unknown",
      machine: JSON.parse(
        JSON.stringify({ ...forgetRuns(machine.parse(state.machine)), countsFrom: at }),
      ),
      ...(isChange ? { statusSince: at } : {}),
    },
  })
  if (!isChange) return
  await changeStatuses(tx, [
    {
      projectId,
      monitorId,
      monitorName: name,
      from: status,
      to: "unknown",
      toldBefore: status,
      at,
      decidedAt: at,
      reason: paused,
      verdictId: null,
    },
  ])
}
