import { Prisma } from "../../postgres.ts"
import { notFound } from "../errors.ts"
import type { Transaction } from "../transaction.ts"

const counters = {
  incident: Prisma.sql`incident_number`,
  alert: Prisma.sql`alert_number`,
}
type Counted = keyof typeof counters

/** To be called before numbers of several projects are taken: in one order, two such cannot wait for each other. */
export async function holdNumbers({ db }: Transaction, projectIds: string[]): Promise<void> {
  if (projectIds.length < 2) return
  await db.$queryRaw`
    select id from project where id = any(${projectIds}::uuid[]) order by id for no key update`
}

/**
 * The next number of the project. The row stays locked until the commit, so numbers have no gaps.
 *
 * @throws {DomainError} not_found where the project is gone.
 */
export async function nextNumber(tx: Transaction, noun: Counted, projectId: string) {
  const [number] = await nextNumbers(tx, noun, [projectId])
  if (number === undefined) throw notFound("project")
  return number
}

/** The same for many, in the order given; a project may be named many times. */
export async function nextNumbers(
  { db }: Transaction,
  noun: Counted,
  projectIds: string[],
): Promise<number[]> {
  const counter = counters[noun]
  const rows = await db.$queryRaw<{ id: string; last: number; count: number }[]>`
    update project p set ${counter} = ${counter} + asked.count
      from (select id, count(*)::int as count from unnest(${projectIds}::uuid[]) id group by id) asked
     where p.id = asked.id
    returning p.id, ${counter} as last, asked.count`
  const used = new Map(rows.map(({ id, last, count }) => [id, last - count]))
  return projectIds.map((id) => {
    const before = used.get(id)
    if (before === undefined) throw notFound("project")
    used.set(id, before + 1)
    return before + 1
  })
}
