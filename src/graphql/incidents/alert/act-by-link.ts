import { z } from "zod"
import type { Services } from "../../../platform/services.ts"
import type { Context } from "../../kernel/context.ts"
import { conflict, notFound } from "../../kernel/errors.ts"
import { id, parse } from "../../kernel/input.ts"
import { acknowledgeAlert } from "./acknowledge-alert.ts"
import { openLink } from "./acknowledge-link.ts"
import { assignAlert } from "./assign-alert.ts"
import { resolveAlert } from "./resolve-alerts.ts"
import { escalateAlert } from "./escalate-alert.ts"
import { noteAlert } from "./note-alert.ts"
import { pageForAlert } from "./page-for-alert.ts"
import { contextOfPaged } from "./paged-person.ts"
import { snoozeAlert, unsnoozeAlert } from "./snooze-alert.ts"

/** What the page of a link can do, as its forms send it. */
const act = z.discriminatedUnion("action", [
  z.object({ action: z.literal("acknowledge") }),
  z.object({ action: z.literal("escalate") }),
  z.object({
    action: z.literal("page"),
    /** `user:` or `team:` and an id. */
    whom: z.templateLiteral([z.enum(["user", "team"]), ":", z.string()]),
    note: z.string().optional(),
  }),
  z.object({ action: z.literal("snooze"), minutes: z.coerce.number().int().min(1).max(43_200) }),
  z.object({ action: z.literal("unsnooze") }),
  z.object({ action: z.literal("take") }),
  z.object({ action: z.literal("resolve") }),
  z.object({ action: z.literal("note"), body: z.string() }),
])
type Act = z.output<typeof act>

/**
 * Does what a form of the page asks for, as the recipient of the page that the link belongs to.
 *
 * @param form its fields; without an action it acknowledges.
 * @throws {DomainError} not_found, conflict for an expired link, and what the verb throws.
 */
export async function actByLink(
  services: Services,
  token: string,
  form: Readonly<Record<string, string>> = {},
): Promise<void> {
  const linked = await openLink(services, token)
  if (linked === null) throw notFound("link")
  if (linked.isExpired) throw conflict("This link has expired. Open the alert on the dashboard.")
  const asked = parse(act, { action: "acknowledge", ...form })
  const ctx = contextOfPaged(services, linked, "link", `${asked.action}Alert`)
  await perform(ctx, linked.alert.id, asked)
}

async function perform(ctx: Context, alertId: string, asked: Act): Promise<void> {
  switch (asked.action) {
    case "acknowledge":
      await acknowledgeAlert(ctx, alertId)
      return
    case "escalate":
      await escalateAlert(ctx, alertId)
      return
    case "page": {
      const [kind, named] = asked.whom.split(":", 2)
      const ids = [parse(id, named)]
      const whom = kind === "team" ? { teamIds: ids } : { userIds: ids }
      await pageForAlert(ctx, { id: alertId, ...whom, note: asked.note === "" ? null : asked.note })
      return
    }
    case "snooze": {
      const until = new Date(ctx.clock.now().getTime() + asked.minutes * 60_000)
      await snoozeAlert(ctx, { id: alertId, until })
      return
    }
    case "unsnooze":
      await unsnoozeAlert(ctx, alertId)
      return
    case "take":
      if (ctx.actor.kind !== "user") throw conflict("A team channel cannot be assigned an alert.")
      await assignAlert(ctx, { id: alertId, userId: ctx.actor.userId })
      return
    case "resolve":
      await resolveAlert(ctx, alertId)
      return
    case "note":
      await noteAlert(ctx, { id: alertId, body: asked.body })
  }
}
