import type { Channel } from "../../../../prisma/generated/client.ts"
import type { Prisma } from "../../../platform/postgres.ts"
import { recordAudit } from "../../workspace/audit/record-audit.ts"
import type { Context } from "../../kernel/context.ts"
import type { Transaction } from "../../kernel/transaction.ts"

/** Record a change of a team channel in the project's audit log; personal channels are not recorded. */
export async function recordChannelAudit(
  tx: Transaction,
  { actor }: Pick<Context, "actor">,
  { id, projectId, name, kind }: Pick<Channel, "id" | "projectId" | "name" | "kind">,
  change: "created" | "updated" | "verified" | "deleted",
  changes: Prisma.InputJsonObject = { kind },
): Promise<void> {
  if (projectId === null) return
  const action = `channel.${change}`
  await recordAudit(tx, actor, { projectId, action, subjectId: id, subjectName: name, changes })
}
