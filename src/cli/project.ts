import type { Command } from "commander"
import type { Project } from "../../prisma/generated/client.ts"
import { inertLine } from "../platform/shown-text.ts"
import type { Context } from "../graphql/kernel/context.ts"
import { invalid } from "../graphql/kernel/errors.ts"
import { createProject } from "../graphql/workspace/project/create-project.ts"
import { addCommand, addGroup } from "./command.ts"
import { UsageError } from "./command-error.ts"
import { makeOwner } from "./make-account.ts"
import { print, table } from "./output.ts"
import { asCommandLine } from "./cli-session.ts"
import { commandName } from "../platform/command-name.ts"

type CreateOptions = { name: string; plan?: string; owner?: string; json: boolean }

export function registerProject(program: Command): void {
  const group = addGroup(program, "project", "manage projects")

  addCommand(group, "create", "create a project")
    .requiredOption("--name <name>", "its name")
    .option("--plan <plan>", "free or pro (default: DEFAULT_PLAN)")
    .option("--owner <email>", "email of the owner (default: the first account)")
    .action(async ({ name, json, ...options }: CreateOptions) => {
      const plan = readPlan(options.plan)
      const { project, owner } = await asCommandLine(async (ctx) => {
        const owner = await findOwner(ctx, options.owner)
        const project = await createProject(ctx, { name, ...(plan === null ? {} : { plan }) })
        if (owner !== null) await makeOwner(ctx, owner, [project])
        return { project, owner }
      })
      print(json, projectFields(project), () =>
        [
          `Created project ${project.name} on the ${project.plan} plan.`,
          `ID: ${project.id}`,
          owner === null
            ? "The first account will own it."
            : `Owner: ${owner.name} (${owner.email})`,
        ].join("\n"),
      )
    })

  addCommand(group, "list", "all projects").action(async ({ json }: { json: boolean }) => {
    const projects = await asCommandLine(({ database }) =>
      database.prisma.project.findMany({
        where: { deletedAt: null },
        orderBy: [{ name: "asc" }, { id: "asc" }],
      }),
    )
    print(json, projects.map(projectFields), () =>
      projects.length === 0
        ? `No projects yet. Create one: \`${commandName} project create --name Shop\``
        : table(
            ["id", "name", "plan"],
            projects.map(({ id, name, plan }) => [id, inertLine(name), plan]),
          ),
    )
  })
}

/** The first account, which belongs to the installer; null if there is none yet. */
async function findOwner({ database: { prisma } }: Context, email: string | undefined) {
  if (email === undefined) {
    return prisma.user.findFirst({ orderBy: [{ createdAt: "asc" }, { id: "asc" }] })
  }
  const owner = await prisma.user.findUnique({ where: { email: email.trim().toLowerCase() } })
  if (owner === null) throw invalid("#/owner", `must be the email of an account; got ${email}`)
  return owner
}

function readPlan(text: string | undefined): "free" | "pro" | null {
  if (text === undefined) return null
  if (text === "free" || text === "pro") return text
  throw new UsageError(`--plan must be free or pro; got "${text}".`)
}

const projectFields = ({ id, name, plan, createdAt, updatedAt }: Project) => ({
  id,
  name,
  plan,
  created_at: createdAt,
  updated_at: updatedAt,
})
