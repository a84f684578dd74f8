import type { Command } from "commander"
import { planMonitors } from "../graphql/monitoring/config/config-plan.ts"
import { addCommand } from "./command.ts"
import { findProject } from "./find-project.ts"
import { print } from "./output.ts"
import { isEmpty, planFields, planWords } from "./format-plan.ts"
import { readConfig } from "./read-config.ts"
import { asCommandLine } from "./cli-session.ts"

type Options = { project?: string; prune: boolean; json: boolean }

export function registerPlan(program: Command): void {
  addCommand(program, "plan", "show what apply would change")
    .argument("<file>", "document, or - for standard input")
    .option("--project <id>", "project ID (default: the only project)")
    .option("--prune", "delete monitors that are not in the document", false)
    .addHelpText(
      "after",
      "\nEntries match monitors by name and type. Omitted members mean their default." +
        "\nExit code: 0 if nothing would change, 2 if something would, 1 if no plan can be made.",
    )
    .action(async (file: string, { project, prune, json }: Options) => {
      const { document } = await readConfig(file, "watchkeeper")
      const { found, plan } = await asCommandLine(async (ctx) => {
        const found = await findProject(ctx, project)
        return { found, plan: await planMonitors(ctx, { projectId: found.id, document, prune }) }
      })
      print(json, planFields(plan, found.id), () => planWords(plan, found.name))
      if (!isEmpty(plan)) process.exitCode = 2
    })
}
