import { notFound } from "../errors.ts"
import type { Transaction } from "../transaction.ts"

/** The next number of the project. The row stays locked until the commit, so numbers have no gaps. */
export async function nextIncidentNumber({ db }: Transaction, projectId: string): Promise<number> {
  const [row] = await db.$queryRaw<{ number: number }[]>`
    update project set incident_number = incident_number + 1
     where id = ${projectId}::uuid returning incident_number as number`
  if (row === undefined) throw notFound("project")
  return row.number
}
