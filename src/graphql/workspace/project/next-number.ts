import { notFound } from "../../kernel/errors.ts"
import type { SqlTransaction } from "../../kernel/transaction.ts"

const counters = {
  incident: "incident_number",
  alert: "alert_number",
}
type Counted = keyof typeof counters

/** Locks several projects in a fixed order before numbers are taken, to prevent deadlocks. */
export async function lockNumbers(tx: SqlTransaction, projectIds: string[]): Promise<void> {
  if (projectIds.length < 2) return
  await tx.query({
    name: "lock-numbers",
    text: "select from project where id = any($1::uuid[]) order by id for no key update",
    values: [projectIds],
  })
}

/**
 * The next number of the project. The row stays locked until the commit, so numbers have no gaps.
 *
 * @throws {DomainError} not_found if the project was deleted.
 */
export async function nextNumber(tx: SqlTransaction, noun: Counted, projectId: string) {
  const [number] = await nextNumbers(tx, noun, [projectId])
  if (number === undefined) throw notFound("project")
  return number
}

/** Takes several numbers, in the given order; a project may occur more than once. */
export async function nextNumbers(
  tx: SqlTransaction,
  noun: Counted,
  projectIds: string[],
): Promise<number[]> {
  const counter = counters[noun]
  const rows = await tx.query<{ id: string; last: number; count: number }>({
    name: `next-numbers-${noun}`,
    text: `
      update project p set ${counter} = ${counter} + wanted.count
        from (select id, count(*)::int as count from unnest($1::uuid[]) id group by id) wanted
       where p.id = wanted.id and p.deleted_at is null
      returning p.id, ${counter} as last, wanted.count`,
    values: [projectIds],
  })
  const used = new Map(rows.map(({ id, last, count }) => [id, last - count]))
  return projectIds.map((id) => {
    const before = used.get(id)
    if (before === undefined) throw notFound("project")
    used.set(id, before + 1)
    return before + 1
  })
}
