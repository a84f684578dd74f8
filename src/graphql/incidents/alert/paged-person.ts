import type { Alert, Page } from "../../../../prisma/generated/client.ts"
import { readFindings, type Finding } from "../../../findings/finding.ts"
import type { Services } from "../../../platform/services.ts"
import type { Actor } from "../../kernel/access.ts"
import { contextFor, type Context } from "../../kernel/context.ts"
import { acknowledgeAlert } from "./acknowledge-alert.ts"

/** A page with its alert and recipient. */
export type Paged = {
  page: Pick<Page, "id" | "createdAt"> & { findings: readonly Finding[] }
  alert: Alert & {
    project: { id: string; name: string; timeZone: string }
    monitor: { id: string; name: string } | null
    incident: { startedAt: Date } | null
    assignee: { id: string; name: string } | null
  }
  recipient:
    | {
        kind: "person"
        id: string
        name: string
        email: string
        language: string
        timeZone: string | null
      }
    | { kind: "channel"; name: string }
}

/** Null if the page does not exist, or if its recipient was deleted or has left the project. */
export async function findPaged(
  { database }: Pick<Services, "database">,
  pageId: string,
): Promise<Paged | null> {
  const found = await database.prisma.page.findUnique({
    where: { id: pageId },
    include: {
      user: { select: { id: true, name: true, email: true, language: true, timeZone: true } },
      channel: { select: { name: true } },
      alert: {
        include: {
          project: { select: { id: true, name: true, timeZone: true } },
          monitor: { select: { id: true, name: true } },
          incident: { select: { startedAt: true } },
          assignee: { select: { id: true, name: true } },
        },
      },
    },
  })
  if (found === null) return null
  const { id, user, channel, alert, createdAt } = found
  const page = { id, createdAt, findings: readFindings(found.findings, found.reason) }
  if (user !== null) {
    const membership = { projectId: alert.projectId, userId: user.id }
    if ((await database.prisma.member.count({ where: membership })) === 0) return null
    return { page, alert, recipient: { kind: "person", ...user } }
  }
  return channel === null ? null : { page, alert, recipient: { kind: "channel", ...channel } }
}

/**
 * Acknowledges as the person who was paged, with their current permissions; if a channel was paged, in the name of the
 * channel.
 *
 * @param client the message that was answered, such as "SMS reply".
 * @param request see `acknowledgeAlert`.
 * @throws {DomainError} what `acknowledgeAlert` throws.
 */
export const acknowledgePaged = (
  services: Services,
  paged: Paged,
  client: string,
  request: string | null = null,
): Promise<Alert> =>
  acknowledgeAlert(
    contextOfPaged(services, paged, client, "acknowledgeAlert"),
    paged.alert.id,
    request,
  )

/** The context of the person who was paged, with their current permissions, or of the channel. */
export const contextOfPaged = (
  services: Services,
  paged: Paged,
  client: string,
  tool: string,
): Context => contextFor(services, actorOf(paged, client, tool))

function actorOf({ recipient, page }: Paged, client: string, tool: string): Actor {
  if (recipient.kind === "channel") return { kind: "system", name: recipient.name }
  const { id: userId, name, email } = recipient
  // There is no session: the page authenticates this one action.
  const via = { client, tool }
  return { kind: "user", userId, sessionId: page.id, name, email, via }
}
