import type { Services } from "../../services.ts"
import type { Actor } from "../access.ts"
import { createAccess } from "../access.ts"
import { contextFor } from "../context.ts"
import { DomainError } from "../errors.ts"
import { acknowledgeAlert } from "./acknowledge.ts"
import { resolveAlert } from "./change-state.ts"

export type ChatPerson = {
  host: "Slack" | "Discord"
  /** What the chat calls them. */
  name: string
  /** As the chat confirmed it; null where it tells none. */
  email: string | null
  /** Who they showed themselves to be; null where they did not. */
  userId: string | null
}

export type ChatDeed = {
  deed: "acknowledge" | "resolve"
  projectId: string
  alertId: string
  by: ChatPerson
}

/**
 * Does what somebody pressed in a room of the project. A member who connected the chat's account, or whom the chat
 * names by a confirmed address, does it as themselves; everybody else by the right of the room, which the project
 * itself let into its alerts.
 *
 * @returns what to tell that person alone; null where it was done and everybody sees it.
 */
export async function actFromChat(services: Services, asked: ChatDeed): Promise<string | null> {
  const { deed, projectId, alertId } = asked
  const { prisma } = services.database
  const before = await prisma.alert.findFirst({ where: { id: alertId, projectId } })
  if (before === null) return "This alert is gone; nothing was done."
  if (before.resolvedAt !== null) return "This alert is resolved already; nothing is left to do."
  const ctx = contextFor(services, await actorOf(services, asked))
  try {
    if (deed === "resolve") {
      await resolveAlert(ctx, alertId)
      return null
    }
    const { acknowledgedAt, acknowledgedBy } = before
    if (acknowledgedAt !== null) return alreadyBy(acknowledgedBy)
    const after = await acknowledgeAlert(ctx, alertId)
    const isOurs = after.acknowledgedBy === nameOf(ctx.actor)
    return isOurs ? null : alreadyBy(after.acknowledgedBy)
  } catch (error) {
    if (error instanceof DomainError) return error.message
    throw error
  }
}

const alreadyBy = (name: string | null): string =>
  name === null ? "This was acknowledged already." : `${name} has acknowledged this already.`

const nameOf = (actor: Actor): string | null => (actor.kind === "anonymous" ? null : actor.name)

async function actorOf(services: Services, { projectId, alertId, by }: ChatDeed): Promise<Actor> {
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
    // The pressed button stands for a session: there is none that could end.
    const person: Actor = { kind: "user", userId, sessionId: alertId, name, email }
    const may = await createAccess(services, person).permissions(projectId)
    if (may.includes("alerts:write")) return person
  }
  const name = by.name.replaceAll(/\p{C}/gu, "").trim().slice(0, 100) || "Somebody"
  return { kind: "system", name: `${name.toWellFormed()} (${by.host})` }
}
