import type { Command } from "commander"
import { planMonitors } from "../graphql/config/plan.ts"
import { addCommand } from "./command.ts"
import { findProject } from "./find-project.ts"
import { print } from "./output.ts"
import { isEmpty, planFields, planWords } from "./plan-words.ts"
import { readConfig } from "./read-config.ts"
import { asCommandLine } from "./session.ts"

type Options = { project?: string; prune: boolean; json: boolean }

export function registerPlan(program: Command): void {
  addCommand(
    program,
    "plan",
    "show what apply would change to make the monitors what a document says",
  )
    .argument("<file>", "the document; - for standard input")
    .option("--project <id>", "the project; the only one if left out")
    .option("--prune", "remove the monitors that the document does not name", false)
    .addHelpText(
      "after",
      "\nName and type together say which monitor an entry means; a member that is left out means its default." +
        "\nExit code: 0 where nothing would change, 2 where something would, 1 where no plan can be made.",
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
