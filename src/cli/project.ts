import type { Command } from "commander"
import type { Project } from "../../prisma/generated/client.ts"
import { oneLine } from "../convert/words.ts"
import type { Context } from "../graphql/context.ts"
import { invalid } from "../graphql/errors.ts"
import { createProject } from "../graphql/project/create.ts"
import { addCommand, addGroup } from "./command.ts"
import { UsageError } from "./fault.ts"
import { makeOwner } from "./make-account.ts"
import { print, table } from "./output.ts"
import { asCommandLine } from "./session.ts"

type CreateOptions = { name: string; plan?: string; owner?: string; json: boolean }

export function registerProject(program: Command): void {
  const group = addGroup(program, "project", "projects, each a team's own space")

  addCommand(group, "create", "make a project")
    .requiredOption("--name <name>", "what it is called")
    .option("--plan <plan>", "free or pro; DEFAULT_PLAN if left out")
    .option("--owner <email>", "whose it is; the first account if left out")
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
          `Made the project ${project.name} on the plan ${project.plan}.`,
          `Its id is ${project.id}`,
          owner === null
            ? "The first account will own it."
            : `It belongs to ${owner.name} (${owner.email}).`,
        ].join("\n"),
      )
    })

  addCommand(group, "list", "all projects").action(async ({ json }: { json: boolean }) => {
    const projects = await asCommandLine(({ database }) =>
      database.prisma.project.findMany({ orderBy: [{ name: "asc" }, { id: "asc" }] }),
    )
    print(json, projects.map(projectFields), () =>
      projects.length === 0
        ? "There is no project yet. `watchkeeper project create --name Shop` makes one."
        : table(
            ["id", "name", "plan"],
            projects.map(({ id, name, plan }) => [id, oneLine(name), plan]),
          ),
    )
  })
}

/** The first account is the one who installed this; before there is one, it will take over what it finds. */
async function findOwner({ database: { prisma } }: Context, email: string | undefined) {
  if (email === undefined) {
    return prisma.user.findFirst({ orderBy: [{ createdAt: "asc" }, { id: "asc" }] })
  }
  const owner = await prisma.user.findUnique({ where: { email: email.trim().toLowerCase() } })
  if (owner === null) throw invalid("#/owner", `names no account: ${email}`)
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
