import type { Alert, Page } from "../../../prisma/generated/client.ts"
import type { Services } from "../../services.ts"
import type { Actor } from "../access.ts"
import { contextFor } from "../context.ts"
import { acknowledgeAlert } from "./acknowledge.ts"

/** A page with its alert, and whoever it was sent to. */
export type Paged = {
  page: Pick<Page, "id" | "reason" | "createdAt">
  alert: Alert & { project: { id: string; name: string } }
  addressee:
    | { kind: "person"; id: string; name: string; email: string }
    | { kind: "room"; name: string }
}

/** Null for a page that never was, and where its addressee is gone or has left the project. */
export async function findPaged(
  { database }: Pick<Services, "database">,
  pageId: string,
): Promise<Paged | null> {
  const found = await database.prisma.page.findUnique({
    where: { id: pageId },
    include: {
      user: { select: { id: true, name: true, email: true } },
      channel: { select: { name: true } },
      alert: { include: { project: { select: { id: true, name: true } } } },
    },
  })
  if (found === null) return null
  const { id, user, channel, alert, reason, createdAt } = found
  const page = { id, reason, createdAt }
  if (user !== null) {
    const membership = { projectId: alert.projectId, userId: user.id }
    if ((await database.prisma.member.count({ where: membership })) === 0) return null
    return { page, alert, addressee: { kind: "person", ...user } }
  }
  return channel === null ? null : { page, alert, addressee: { kind: "room", ...channel } }
}

/**
 * Acknowledges as the person who was paged, with that person's permissions of today; whoever reads a room that
 * was paged does it in the room's name.
 *
 * @throws {DomainError} what `acknowledgeAlert` throws.
 */
export const acknowledgePaged = (services: Services, paged: Paged): Promise<Alert> =>
  acknowledgeAlert(contextFor(services, actorOf(paged)), paged.alert.id)

function actorOf({ addressee, page }: Paged): Actor {
  if (addressee.kind === "room") return { kind: "system", name: addressee.name }
  const { id: userId, name, email } = addressee
  // The page stands for a session: there is none that could end.
  return { kind: "user", userId, sessionId: page.id, name, email }
}
