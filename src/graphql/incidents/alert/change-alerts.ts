import type { z } from "zod"
import type { Alert } from "../../../../prisma/generated/client.ts"
import type { Context } from "../../kernel/context.ts"
import { alertScope } from "../../kernel/monitor-scope.ts"
import { transact, type Transaction } from "../../kernel/transaction.ts"
import { lockIncidentsOf } from "../incident/follow-alerts.ts"
import { selectAlerts, type alertSelection } from "../list/select-rows.ts"
import { lockAlerts } from "./lock-alert.ts"
import { unseenTogether } from "./require-all-seen.ts"

/** Allows for waiting until other changes of the same alerts commit. */
export const timeoutMs = 60_000

/** Why a change of many left one as it was. */
export type Why = "already" | "acknowledged" | "resolved" | "unseen" | "forbidden"

/** @property by the person who acknowledged or resolved it, if that is why. */
export type Kept = { id: string; why: Why; by: string | null }
export type BulkChange = { ids: string[]; kept: Kept[] }

export type AlertSelection = z.input<typeof alertSelection>

type Held = { alerts: [Alert, ...Alert[]]; ids: string[]; projectId: string; now: Date }

type Change = {
  /** Whether people who were paged for an alert may, whatever their role. */
  isForPaged: boolean
  /** Whether it also changes the alerts that page together with one. */
  isTogether: boolean
  /** Why an alert stays as it is; null to change it. */
  judge(alert: Alert, now: Date): Why | null
  /** Changes the others. @returns those that it changed. */
  act(tx: Transaction, held: Held): Promise<readonly string[]>
}

/**
 * Runs a change of selected alerts of a project in one transaction. Their incidents and they are locked first, so what
 * somebody else did meanwhile is seen, and is an outcome of that alert instead of an error.
 *
 * @throws {DomainError} what `selectAlerts` and `access.require` throw.
 */
export async function changeAlerts(
  ctx: Context,
  given: AlertSelection,
  { isForPaged, isTogether, judge, act }: Change,
): Promise<BulkChange> {
  const isWriter = (await ctx.access.permissions(given.projectId)).includes("alerts:write")
  const permission = isWriter || !isForPaged ? "alerts:write" : "alerts:read"
  await ctx.access.require(given.projectId, permission, "project", "within")
  const { projectId, ids } = await selectAlerts(ctx, given)
  const limit = await ctx.access.limit(projectId)
  const mine = isWriter ? null : await pagedFor(ctx, ids)
  return transact(
    ctx,
    async (tx) => {
      await lockIncidentsOf(tx, ids)
      await lockAlerts(tx, ids)
      const alerts = await tx.db.alert.findMany({
        where: { id: { in: ids }, ...alertScope(limit) },
        orderBy: { id: "asc" },
      })
      const now = ctx.clock.now()
      const unseen = isTogether ? await unseenTogether(tx, ctx, projectId, ids) : new Set<string>()
      const judged = alerts.map((alert) => ({
        alert,
        why:
          mine?.has(alert.id) === false
            ? "forbidden"
            : (judge(alert, now) ?? (unseen.has(alert.id) ? "unseen" : null)),
      }))
      const open = judged.flatMap(({ alert, why }) => (why === null ? [alert] : []))
      const [first, ...others] = open
      const openIds = open.map(({ id }) => id)
      const held: Held | undefined = first && {
        alerts: [first, ...others],
        ids: openIds,
        projectId,
        now,
      }
      const done = new Set(held && (await act(tx, held)))
      const kept = judged.flatMap(({ alert, why }): Kept[] =>
        done.has(alert.id) ? [] : [{ id: alert.id, why: why ?? "already", by: personOf(alert) }],
      )
      return { ids: openIds.filter((id) => done.has(id)), kept }
    },
    timeoutMs,
  )
}

const personOf = ({ resolvedAt, resolvedBy, acknowledgedBy }: Alert) =>
  resolvedAt === null ? acknowledgedBy : resolvedBy

/** Those of the alerts that the actor was paged for. */
async function pagedFor({ actor, database }: Context, ids: string[]): Promise<Set<string>> {
  if (actor.kind !== "user") return new Set()
  const pages = await database.prisma.page.findMany({
    where: { alertId: { in: ids }, userId: actor.userId },
    select: { alertId: true },
  })
  return new Set(pages.map(({ alertId }) => alertId))
}
