import { z } from "zod"
import type { Monitor } from "../../../../prisma/generated/client.ts"
import type { Context } from "../../kernel/context.ts"
import { DomainError, invalid } from "../../kernel/errors.ts"
import { id, parse } from "../../kernel/input.ts"
import { monitorsOf } from "../../kernel/monitor-scope.ts"
import { transact, type Transaction } from "../../kernel/transaction.ts"
import { filterConditions, monitorFilter, monitorsOfProject } from "./monitor-filter.ts"
import { columnsOf } from "../../kernel/columns.ts"

/** Monitors that one change may cover: its transaction ends within seconds. */
const mostMonitors = 5000
/** Allows for waiting until other changes of the same monitors commit. */
const timeoutMs = 60_000

const selection = z.strictObject({
  projectId: id,
  ids: z.array(id).max(mostMonitors, "must name at most 5,000 monitors").nullish(),
  filter: monitorFilter.nullish(),
})
export type MonitorSelection = z.input<typeof selection>

const members = [
  "id",
  "projectId",
  "name",
  "kind",
  "policyId",
  "pausedAt",
  "mutedUntil",
] as const satisfies (keyof Monitor)[]
export type SelectedMonitor = Pick<Monitor, (typeof members)[number]>

type Held = { monitors: SelectedMonitor[]; projectId: string; at: Date }

/**
 * Runs `work` in one transaction on selected monitors of a project, locked in id order; ids of other projects are
 * ignored.
 * @param most fewer monitors, for changes that take longer.
 * @returns the monitors that `work` says it changed.
 * @throws {DomainError} validation_failed unless either ids or a filter are given, or if more monitors match.
 */
export async function changeMonitors(
  ctx: Context,
  given: MonitorSelection,
  work: (tx: Transaction, held: Held) => Promise<readonly { id: string }[]>,
  most = mostMonitors,
): Promise<string[]> {
  const { projectId, ids, filter } = parse(selection, given)
  const isByIds = ids !== undefined && ids !== null
  if (isByIds === (filter !== undefined && filter !== null)) {
    throw invalid("#/selection/ids", "or filter must be given, but not both")
  }
  await ctx.access.require(projectId, "monitors:write", "project", "within")
  const limit = await ctx.access.limit(projectId)
  return transact(
    ctx,
    async (tx) => {
      const values: unknown[] = [projectId]
      const bind = (value: unknown) => `$${values.push(value)}`
      const conditions = filterConditions(isByIds ? {} : (filter ?? {}), limit, bind)
      if (isByIds) conditions.push(`m.id = any(${bind(ids)}::uuid[])`)
      const found = await tx.db.$queryRawUnsafe<{ id: string }[]>(
        `select m.id from ${monitorsOfProject.replaceAll("$1", "$1::uuid")}
          where ${typed(conditions)} order by m.id limit ${most + 1}`,
        ...values,
      )
      if (found.length > most) throw tooMany(most)
      const at = await lock(
        tx,
        found.map(({ id }) => id),
      )
      // Read after the locks are granted: what committed during the wait must be visible. Labels too, if they limit.
      const monitors = await tx.query<SelectedMonitor>({
        name: limit === null ? "selected-monitors" : "limited-selected-monitors",
        text: `select ${columnsOf(members, "monitor")} from monitor
                where id = any($1::uuid[]) and deleted_at is null
                  ${limit === null ? "" : `and id in (${monitorsOf("$2::uuid[]")})`} order by name, id`,
        values: [found.map(({ id }) => id), ...(limit === null ? [] : [[...limit]])],
      })
      const changed = monitors.length === 0 ? [] : await work(tx, { monitors, projectId, at })
      return changed.map(({ id }) => id)
    },
    timeoutMs,
  )
}

/** Prisma sends values without types. */
const typed = (conditions: string[]) => conditions.join(" and ").replaceAll(/\$1\b/g, "$1::uuid")

const tooMany = (most: number) =>
  new DomainError(
    "validation_failed",
    `More than ${most.toLocaleString("en")} monitors match; narrow the filter and change them in parts.`,
  )

async function lock(tx: Transaction, ids: string[]): Promise<Date> {
  await tx.query({
    name: "hold-monitors",
    text: `select from monitor_state where monitor_id = any($1::uuid[]) order by monitor_id for update`,
    values: [ids],
  })
  const [clock] = await tx.query<{ at: Date }>({
    name: "time-of-transaction",
    text: "select date_trunc('milliseconds', now()) as at",
    values: [],
  })
  if (clock === undefined) throw new Error("a statement without a table always has one row")
  return clock.at
}

export const idsOf = (monitors: readonly { id: string }[]): string[] => monitors.map(({ id }) => id)
