import { z } from "zod"
import type { Project } from "../../prisma/generated/client.ts"
import type { Context } from "../graphql/kernel/context.ts"
import { notFound } from "../graphql/kernel/errors.ts"
import { id, parse } from "../graphql/kernel/input.ts"
import { UsageError } from "./command-error.ts"
import { commandName } from "../platform/command-name.ts"

/**
 * The project named by `--project`, or the only one.
 * @throws {UsageError} if there are several or none.
 */
export async function findProject(
  { database: { prisma } }: Pick<Context, "database">,
  given: string | undefined,
): Promise<Project> {
  if (given !== undefined) {
    const { project } = parse(z.object({ project: id }), { project: given })
    const found = await prisma.project.findUnique({ where: { id: project, deletedAt: null } })
    if (found === null) throw notFound("project")
    return found
  }
  const [only, ...others] = await prisma.project.findMany({ where: { deletedAt: null }, take: 2 })
  if (only === undefined) {
    throw new UsageError(
      `No projects yet. Create one: \`${commandName} project create --name Shop\``,
    )
  }
  if (others.length > 0) {
    throw new UsageError(
      `There are several projects. Choose one with --project; \`${commandName} project list\` prints the IDs.`,
    )
  }
  return only
}
