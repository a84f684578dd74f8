import type { Channel } from "../../../../prisma/generated/client.ts"
import type { Prisma } from "../../../platform/postgres.ts"
import { recordAccountAudit } from "../../workspace/audit/record-account.ts"
import { recordAudit } from "../../workspace/audit/record-audit.ts"
import type { Context } from "../../kernel/context.ts"
import type { Transaction } from "../../kernel/transaction.ts"

type Change = "created" | "updated" | "verified" | "deleted" | "tested" | "code_sent"

/**
 * Record a change of a channel in its project's audit log; of a personal one in those of the person's projects, with
 * its kind alone, because its name and address are theirs.
 */
export async function recordChannelAudit(
  tx: Transaction,
  { actor }: Pick<Context, "actor">,
  {
    id,
    projectId,
    userId,
    name,
    kind,
  }: Pick<Channel, "id" | "projectId" | "userId" | "name" | "kind">,
  change: Change,
  changes: Prisma.InputJsonObject = { kind },
): Promise<void> {
  const action = `channel.${change}`
  if (projectId !== null) {
    await recordAudit(tx, actor, action, { projectId, id, name }, changes)
  } else if (userId !== null) {
    const own = { kind, changed: Object.keys(changes).filter((field) => field !== "kind") }
    await recordAccountAudit(tx, actor, userId, action, { id }, own)
  }
}
