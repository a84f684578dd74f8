import type { Context } from "../context.ts"
import { conflict } from "../errors.ts"
import { deleteMonitor } from "../monitor/delete.ts"
import type { MonitorInput } from "../monitor/draft.ts"
import { makeMonitors } from "../monitor/make.ts"
import { updateMonitor } from "../monitor/update.ts"
import type { Transaction } from "../transaction.ts"
import { transact } from "../transaction.ts"
import { wantedHeaders } from "./compare.ts"
import { fieldOf } from "./members.ts"
import { parentsFirst } from "./parent.ts"
import type { Wish } from "./plan.ts"
import { planWithin, readWish } from "./plan.ts"
import type { Alter, Plan } from "./steps.ts"
import { wantedOf } from "./write-new.ts"

/** A thousand changes take some seconds; a busy machine may need many times that. */
const mostMs = 180_000

/**
 * Does what a plan showed, all of it or nothing, each part as if a person had done it alone.
 *
 * @throws {DomainError} conflict where the project is not any more what the plan was made for.
 */
export async function applyMonitors(ctx: Context, wish: Wish, shown: Plan): Promise<void> {
  const read = await readWish(ctx, wish)
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
    // Whoever gets a new parent finds it where it shall stay, so that no circle closes on the way.
    for (const step of parentsFirst(plan.steps.filter((one) => one.action === "change"))) {
      await updateMonitor(inside, step.id, inputOf(step, labels, ctx))
    }
    for (const step of plan.steps) {
      if (step.action === "remove") await deleteMonitor(inside, step.monitor.id)
    }
  }
  await transact(ctx, work, mostMs)
}

/** States come before the project, as everywhere, and in the order of ids. */
async function lockStates({ db }: Transaction, { steps }: Plan): Promise<void> {
  const ids = steps.flatMap((step) =>
    step.action === "change" || step.action === "remove" ? [step.monitor.id] : [],
  )
  if (ids.length === 0) return
  await db.$queryRaw`
    select monitor_id from monitor_state where monitor_id = any(${ids}::uuid[])
     order by monitor_id for update`
}

/** Only what changes, so that what stays is not written anew. */
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
