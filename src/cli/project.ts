import type { Command } from "commander"
import type { Project } from "../../prisma/generated/client.ts"
import { createProject } from "../graphql/project/create.ts"
import { addCommand, addGroup } from "./command.ts"
import { UsageError } from "./fault.ts"
import { print, table } from "./output.ts"
import { asCommandLine } from "./session.ts"

export function registerProject(program: Command): void {
  const group = addGroup(program, "project", "projects, each a team's own space")

  addCommand(group, "create", "make a project")
    .requiredOption("--name <name>", "what it is called")
    .option("--plan <plan>", "free or pro; DEFAULT_PLAN if left out")
    .action(async ({ name, plan, json }: { name: string; plan?: string; json: boolean }) => {
      const chosen = readPlan(plan)
      const project = await asCommandLine((ctx) =>
        createProject(ctx, { name, ...(chosen === null ? {} : { plan: chosen }) }),
      )
      print(json, projectFields(project), () =>
        [
          `Made the project ${project.name} on the plan ${project.plan}.`,
          `Its id is ${project.id}`,
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
            projects.map(({ id, name, plan }) => [id, name, plan]),
          ),
    )
  })
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
