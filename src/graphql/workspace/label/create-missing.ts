import { newId } from "../../../platform/id.ts"
import { recordAudit } from "../audit/record-audit.ts"
import type { Context } from "../../kernel/context.ts"
import type { Transaction } from "../../kernel/transaction.ts"
import { defaultColor } from "./create-label.ts"

/**
 * Creates the labels of these names that the project does not have.
 *
 * @returns the ids of the new labels by name.
 */
export async function createMissingLabels(
  tx: Transaction,
  { actor }: Pick<Context, "actor">,
  projectId: string,
  names: string[],
): Promise<Map<string, string>> {
  const data = [...new Set(names)].map((name) => ({
    id: newId(),
    projectId,
    name,
    color: defaultColor,
  }))
  if (data.length === 0) return new Map()
  const created = await tx.db.label.createManyAndReturn({ data, skipDuplicates: true })
  for (const { id, name } of created) {
    await recordAudit(tx, actor, "label.created", { projectId, id, name })
  }
  return new Map(created.map(({ id, name }) => [name, id]))
}
