import type { Channel } from "../../../prisma/generated/client.ts"
import type { Prisma } from "../../postgres.ts"
import { recordAudit } from "../audit/record.ts"
import type { Context } from "../context.ts"
import type { Transaction } from "../transaction.ts"

/** What is done to a room's channel is written down in its project; a person's own are nobody else's affair. */
export async function recordChannelAudit(
  tx: Transaction,
  { actor }: Pick<Context, "actor">,
  { id, projectId, name, kind }: Pick<Channel, "id" | "projectId" | "name" | "kind">,
  deed: "created" | "updated" | "verified" | "deleted",
  changes: Prisma.InputJsonObject = { kind },
): Promise<void> {
  if (projectId === null) return
  const action = `channel.${deed}`
  await recordAudit(tx, actor, { projectId, action, subjectId: id, subjectName: name, changes })
}
