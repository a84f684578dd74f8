import { invalid } from "../../../kernel/errors.ts"
import type { Limit } from "../../../kernel/monitor-scope.ts"
import type { Transaction } from "../../../kernel/transaction.ts"
import type { Values } from "./monitor-draft.ts"

/**
 * Refuses labels that would put a monitor out of reach of limited access, or change labels that are not its own.
 * @param before the monitor's labels; none for a new one.
 * @throws {DomainError} validation_failed at `#/labelIds`.
 */
export function keepWithin(limit: Limit, before: readonly string[], after: readonly string[]) {
  if (limit === null) return
  if (!after.some((one) => limit.includes(one))) {
    throw invalid(
      "#/labelIds",
      "must name at least one of the labels that your access is limited to",
    )
  }
  if (before.some((one) => !limit.includes(one) && !after.includes(one))) {
    throw invalid("#/labelIds", "must keep the labels that your access is not limited to")
  }
}

/**
 * Ids of the labels that a draft names; null if it names none. Locked until the transaction ends, so that none is
 * deleted before it is assigned.
 * @param usable ids of the labels that may be named; null for all of the project.
 * @throws {DomainError} validation_failed naming the first label that the project does not have.
 */
export async function findLabels(
  { db }: Transaction,
  projectId: string,
  { labels, labelIds }: Pick<Values, "labels" | "labelIds">,
  usable: readonly string[] | null = null,
): Promise<string[] | null> {
  if (labelIds !== undefined) {
    const rows = await db.$queryRaw<{ id: string }[]>`
      select id from label where project_id = ${projectId}::uuid and id = any(${labelIds}::uuid[])
        for key share`
    const known = new Set(rows.map((row) => row.id).filter((id) => usable?.includes(id) ?? true))
    const at = labelIds.findIndex((id) => !known.has(id))
    if (at >= 0) throw invalid(`#/labelIds/${at}`, "There is no such label.")
    return [...known]
  }
  if (labels === undefined) return null
  const named = await db.$queryRaw<{ id: string; name: string }[]>`
    select id, name from label where project_id = ${projectId}::uuid and name = any(${labels}::text[])
      for key share`
  const rows = named.filter(({ id }) => usable?.includes(id) ?? true)
  const known = new Set(rows.map((row) => row.name))
  const at = labels.findIndex((name) => !known.has(name))
  if (at >= 0) {
    throw invalid(`#/labels/${at}`, "is not a label of this project; create it first")
  }
  return rows.map((row) => row.id)
}

/** Replaces the monitor's labels. */
export async function setLabels(
  { db }: Transaction,
  monitorId: string,
  labelIds: string[],
): Promise<void> {
  await db.monitorLabel.deleteMany({ where: { monitorId, labelId: { notIn: labelIds } } })
  await db.monitorLabel.createMany({
    data: labelIds.map((labelId) => ({ monitorId, labelId })),
    skipDuplicates: true,
  })
}
