import { z } from "zod"
import { newId } from "../../../platform/id.ts"
import { email } from "../../../platform/text-schema.ts"
import { invalid } from "../../kernel/errors.ts"
import { id } from "../../kernel/input.ts"
import type { Transaction } from "../../kernel/transaction.ts"

const mostRecipients = 50

/** Who gets a report: members by their membership, and addresses of other people. */
export const recipients = {
  memberIds: z
    .array(id)
    .max(mostRecipients, `must name at most ${mostRecipients} members`)
    .default([]),
  addresses: z
    .array(email)
    .max(mostRecipients, `must name at most ${mostRecipients} addresses`)
    .default([]),
}

export type Recipients = { memberIds: string[]; addresses: string[] }

/**
 * The rows of recipients, each once.
 *
 * @throws {DomainError} validation_failed without anybody, or for members of another project.
 */
export async function recipientRows(
  { db }: Transaction,
  projectId: string,
  { memberIds, addresses }: Recipients,
): Promise<{ id: string; memberId: string | null; address: string | null }[]> {
  const members = [...new Set(memberIds)]
  const others = [...new Set(addresses)]
  if (members.length + others.length === 0) {
    throw invalid("#/memberIds", "must name at least one member, or an address in addresses")
  }
  const known = await db.member.count({ where: { projectId, id: { in: members } } })
  if (known < members.length) {
    throw invalid("#/memberIds", "must be the ids of memberships in this project")
  }
  return [
    ...members.map((memberId) => ({ id: newId(), memberId, address: null })),
    ...others.map((address) => ({ id: newId(), memberId: null, address })),
  ]
}
