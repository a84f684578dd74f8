import { z } from "zod"
import type { Project } from "../../prisma/generated/client.ts"
import type { Context } from "../graphql/context.ts"
import { notFound } from "../graphql/errors.ts"
import { id, parse } from "../graphql/input.ts"
import { UsageError } from "./fault.ts"

/**
 * The project that `--project` names, or the only one there is.
 *
 * @throws {UsageError} where it has to be said which is meant.
 */
export async function findProject(
  { database: { prisma } }: Pick<Context, "database">,
  given: string | undefined,
): Promise<Project> {
  if (given !== undefined) {
    const { project } = parse(z.object({ project: id }), { project: given })
    const found = await prisma.project.findUnique({ where: { id: project } })
    if (found === null) throw notFound("project")
    return found
  }
  const [only, ...others] = await prisma.project.findMany({ take: 2 })
  if (only === undefined) {
    throw new UsageError(
      "There is no project yet; `watchkeeper project create --name Shop` makes one.",
    )
  }
  if (others.length > 0) {
    throw new UsageError(
      "There are several projects: say with --project which is meant. `watchkeeper project list` tells their ids.",
    )
  }
  return only
}
