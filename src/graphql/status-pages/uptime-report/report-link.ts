import { parse as bytesOf } from "uuid"
import { readId } from "../../../platform/id.ts"
import type { Services } from "../../../platform/services.ts"

const idBytes = 16
/** 32 bytes in base64url: the recipient's id and its signature. */
const shape = /^[A-Za-z0-9_-]{43}$/

const purpose = "report links"
const macBytes = 16

export const reportLinkPrefix = "/reports/"

/** URL for one-click unsubscribe by POST (RFC 8058); a GET shows a button. */
export function reportUnsubscribeUrl(
  { env, vault }: Pick<Services, "env" | "vault">,
  recipientId: string,
): string {
  const token = Buffer.concat([bytesOf(recipientId), vault.sign(purpose, recipientId, macBytes)])
  return `${env.BASE_URL}${reportLinkPrefix}${token.toString("base64url")}/unsubscribe`
}

export type LinkedRecipient = { id: string; address: string; projectName: string }

/** The address that a link was signed for; null if it does not get the report. */
export async function openReportLink(
  { database, vault }: Pick<Services, "database" | "vault">,
  token: string,
): Promise<LinkedRecipient | null> {
  if (!shape.test(token)) return null
  const bytes = Buffer.from(token, "base64url")
  const id = readId(bytes.subarray(0, idBytes))
  if (id === null || !vault.isSigned(purpose, id, bytes.subarray(idBytes), macBytes)) return null
  const found = await database.prisma.reportRecipient.findUnique({
    where: { id },
    select: { address: true, schedule: { select: { project: { select: { name: true } } } } },
  })
  if (found === null || found.address === null) return null
  return { id, address: found.address, projectName: found.schedule.project.name }
}

/** Ends it; null if it had ended. */
export async function unsubscribeFromReport(
  services: Pick<Services, "database" | "vault">,
  token: string,
): Promise<LinkedRecipient | null> {
  const found = await openReportLink(services, token)
  if (found === null) return null
  await services.database.prisma.reportRecipient.deleteMany({ where: { id: found.id } })
  return found
}
