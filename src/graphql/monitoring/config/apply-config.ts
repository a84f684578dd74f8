import type { Context } from "../../kernel/context.ts"
import { conflict } from "../../kernel/errors.ts"
import { deleteMonitor } from "../monitor/write/delete-monitor.ts"
import type { MonitorInput } from "../monitor/write/monitor-draft.ts"
import { makeMonitors } from "../monitor/write/write-monitor.ts"
import { pauseMonitor } from "../monitor/silence/pause-monitor.ts"
import { resumeMonitor } from "../monitor/silence/resume-monitor.ts"
import { updateMonitor } from "../monitor/write/update-monitor.ts"
import { transact, type Transaction } from "../../kernel/transaction.ts"
import { wantedHeaders } from "./rules/compare-config.ts"
import { fieldOf } from "./rules/config-members.ts"
import { parentsFirst } from "./config-parent.ts"
import { planWithin, readWanted, type WantedMonitors } from "./config-plan.ts"
import type { Alter, Plan } from "./config-steps.ts"
import { wantedOf } from "./write-new.ts"

/** A thousand changes take a few seconds; a busy machine may need much longer. */
const mostMs = 180_000

/**
 * Applies a plan in one transaction; each change has the same effects as if a person had made it.
 * @throws {DomainError} conflict if the project has changed since the plan was made.
 */
export async function applyMonitors(
  ctx: Context,
  wanted: WantedMonitors,
  shown: Plan,
): Promise<void> {
  const read = await readWanted(ctx, wanted)
  const work = async (tx: Transaction) => {
    await lockStates(tx, shown)
    const { plan, labels } = await planWithin(tx, ctx, read)
    if (plan.digest !== shown.digest) {
      throw conflict("The project changed after this plan was made. Make a new plan.")
    }
    const inside: Context = { ...ctx, transaction: tx }
    const news = plan.steps.filter((step) => step.action === "add")
    const wanted = parentsFirst(news).map((step) => wantedOf(step, labels))
    if (wanted.length > 0) await makeMonitors(tx, ctx, read.projectId, wanted)
    // Parents are set first, so that no cycle occurs temporarily.
    for (const step of parentsFirst(plan.steps.filter((one) => one.action === "change"))) {
      await updateMonitor(inside, step.id, inputOf(step, labels, ctx))
      if (step.changes.some(({ member }) => member === "paused")) {
        await (step.entry.isPaused === true ? pauseMonitor : resumeMonitor)(inside, step.id)
      }
    }
    for (const step of plan.steps) {
      if (step.action === "remove") await deleteMonitor(inside, step.monitor.id)
    }
  }
  await transact(ctx, work, mostMs)
}

/** Locks states before the project, in the order of ids, as everywhere. */
async function lockStates({ db }: Transaction, { steps }: Plan): Promise<void> {
  const ids = steps.flatMap((step) =>
    step.action === "change" || step.action === "remove" ? [step.monitor.id] : [],
  )
  if (ids.length === 0) return
  await db.$queryRaw`
    select monitor_id from monitor_state where monitor_id = any(${ids}::uuid[])
     order by monitor_id for update`
}

/** Only changed members, so that nothing else is written. */
function inputOf(
  { monitor, entry, parentId, changes }: Alter,
  labels: ReadonlyMap<string, string>,
  { vault }: Pick<Context, "vault">,
): MonitorInput {
  const changed = new Set(changes.map(({ member }) => member.split(".")[0]))
  const own = Object.entries(fieldOf).filter(([member]) => changed.has(member))
  return {
    ...Object.fromEntries(own.map(([, field]) => [field, entry.input[field] ?? null])),
    ...(changed.has("headers") ? { headers: wantedHeaders(monitor, entry, vault) } : {}),
    ...(changed.has("parent_monitor") ? { parentId } : {}),
    ...(changed.has("labels")
      ? { labelIds: entry.labels.flatMap((name) => labels.get(name) ?? []) }
      : {}),
  }
}
