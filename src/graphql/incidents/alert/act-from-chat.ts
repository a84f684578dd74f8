import type { Services } from "../../../platform/services.ts"
import { createAccess, type Actor } from "../../kernel/access.ts"
import { contextFor } from "../../kernel/context.ts"
import { DomainError } from "../../kernel/errors.ts"
import { acknowledgeAlert } from "./acknowledge-alert.ts"
import { resolveAlert } from "./resolve-alerts.ts"

export type ChatPerson = {
  host: "Slack" | "Discord"
  /** Display name in the chat. */
  name: string
  /** Confirmed by the chat; null if it reports none. */
  email: string | null
  /** The linked user; null if the chat account is not connected. */
  userId: string | null
}

export type ChatAction = {
  action: "acknowledge" | "resolve"
  projectId: string
  alertId: string
  by: ChatPerson
  /** False for a request that acted before; asked right before it acts. */
  isFirst(): Promise<boolean>
}

/**
 * Performs the action of a button pressed in one of the project's channels. A member who connected their chat account,
 * or whose confirmed e-mail address the chat reports, acts as themselves; anyone else acts in the name of the channel,
 * which the project added to its alerts.
 *
 * @returns a private reply to that person; null if the action succeeded, which everyone in the channel sees.
 */
export async function actFromChat(services: Services, asked: ChatAction): Promise<string | null> {
  const { action, projectId, alertId, isFirst } = asked
  const { prisma } = services.database
  const before = await prisma.alert.findFirst({ where: { id: alertId, projectId } })
  if (before === null) return "This alert no longer exists. Nothing was changed."
  if (before.resolvedAt !== null) return "This alert is already resolved."
  const { acknowledgedAt, acknowledgedBy } = before
  if (action === "acknowledge" && acknowledgedAt !== null) return alreadyBy(acknowledgedBy)
  if (!(await isFirst())) return "This press was already handled. Nothing was changed."
  const ctx = contextFor(services, await actorOf(services, asked))
  try {
    if (action === "resolve") {
      await resolveAlert(ctx, alertId)
      return null
    }
    const after = await acknowledgeAlert(ctx, alertId)
    const isOurs = after.acknowledgedBy === nameOf(ctx.actor)
    return isOurs ? null : alreadyBy(after.acknowledgedBy)
  } catch (error) {
    if (error instanceof DomainError) return error.message
    throw error
  }
}

const alreadyBy = (name: string | null): string =>
  name === null ? "This alert is already acknowledged." : `${name} already acknowledged this alert.`

const nameOf = (actor: Actor): string | null => (actor.kind === "anonymous" ? null : actor.name)

async function actorOf(
  services: Services,
  { action, projectId, alertId, by }: ChatAction,
): Promise<Actor> {
  const { userId: id, email } = by
  const user = id === null ? email && { email: email.toLowerCase() } : { id }
  const member = user
    ? await services.database.prisma.member.findFirst({
        where: { projectId, user },
        select: { user: { select: { id: true, name: true, email: true } } },
      })
    : null
  if (member !== null) {
    const { id: userId, name, email } = member.user
    // There is no session: the pressed button authenticates this one action.
    const via = { client: by.host, tool: `${action}Alert` }
    const person: Actor = { kind: "user", userId, sessionId: alertId, name, email, via }
    const may = await createAccess(services, person).permissions(projectId)
    if (may.includes("alerts:write")) return person
  }
  const name = by.name.replaceAll(/\p{C}/gu, "").trim().slice(0, 100) || "Someone"
  return { kind: "system", name: `${name.toWellFormed()} (${by.host})` }
}
