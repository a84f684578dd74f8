import type { Project } from "../../../../prisma/generated/client.ts"
import type { Database } from "../../../platform/postgres.ts"
import { Prisma } from "../../../../prisma/generated/browser.ts"
import { columnsOf } from "../../kernel/columns.ts"

const byId = {
  name: "project-by-id",
  text: `select ${columnsOf(Object.values(Prisma.ProjectScalarFieldEnum), "project")}
           from project where id = $1::uuid`,
}

/**
 * One project; checks no permission. Almost every query reads one: without relations, a prepared statement costs a
 * tenth of Prisma's.
 * @param selected what Pothos selects for Prisma.
 */
export async function readProject(
  { pool, prisma }: Database,
  id: string,
  selected: object = {},
): Promise<Project | null> {
  if (Object.keys(selected).length > 0) {
    return prisma.project.findUnique({ ...selected, where: { id } })
  }
  const { rows } = await pool.query<Project>({ ...byId, values: [id] })
  return rows[0] ?? null
}
