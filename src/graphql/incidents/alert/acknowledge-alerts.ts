import type { Context } from "../../kernel/context.ts"
import { recordAuditOf } from "../../workspace/audit/record-audit.ts"
import { acknowledgeOpenAlerts } from "./acknowledge-alert.ts"
import { changeAlerts, type AlertSelection } from "./change-alerts.ts"
import { triggerAllAgain } from "./unacknowledge-alert.ts"

/** Acknowledges alerts like `acknowledgeAlert`. */
export const acknowledgeAlerts = (ctx: Context, selection: AlertSelection) =>
  changeAlerts(ctx, selection, {
    isForPaged: true,
    isTogether: true,
    judge: ({ acknowledgedAt, resolvedAt }) =>
      acknowledgedAt !== null ? "already" : resolvedAt !== null ? "resolved" : null,
    async act(tx, { alerts, now }) {
      const acknowledged = await acknowledgeOpenAlerts(tx, ctx.actor, alerts, now)
      const ids = new Set(acknowledged.map(({ id }) => id))
      const done = alerts.filter(({ id }) => ids.has(id))
      await recordAuditOf(tx, ctx.actor, "alert.acknowledged", done)
      return [...ids]
    },
  })

/** Withdraws acknowledgements like `unacknowledgeAlert`. */
export const unacknowledgeAlerts = (ctx: Context, selection: AlertSelection) =>
  changeAlerts(ctx, selection, {
    isForPaged: true,
    isTogether: true,
    judge: ({ acknowledgedAt, resolvedAt }) =>
      resolvedAt !== null ? "resolved" : acknowledgedAt === null ? "already" : null,
    act: (tx, { ids, projectId }) => triggerAllAgain(tx, ctx, projectId, ids),
  })
