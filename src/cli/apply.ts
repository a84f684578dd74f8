import type { Command } from "commander"
import { applyMonitors } from "../graphql/config/apply.ts"
import { planMonitors } from "../graphql/config/plan.ts"
import { addCommand } from "./command.ts"
import { UsageError } from "./fault.ts"
import { findProject } from "./find-project.ts"
import { print } from "./output.ts"
import { isEmpty, planFields, planWords } from "./plan-words.ts"
import { ask } from "./prompt.ts"
import { readConfig } from "./read-config.ts"
import { asCommandLine } from "./session.ts"

type Options = { project?: string; prune: boolean; yes: boolean; json: boolean }

export function registerApply(program: Command): void {
  addCommand(program, "apply", "make the monitors of a project what a document says")
    .argument("<file>", "the document; - for standard input")
    .option("--project <id>", "the project; the only one if left out")
    .option("--prune", "remove the monitors that the document does not name", false)
    .option("--yes", "do it without asking", false)
    .addHelpText(
      "after",
      "\nIt shows the plan and asks; then all of it is done, or nothing. Applying twice changes nothing." +
        "\nExit code: 0 where the monitors are what the document says, 1 where they are not, 2 where nobody can be asked.",
    )
    .action(async (file: string, { project, prune, yes, json }: Options) => {
      const canAsk = process.stdin.isTTY && file !== "-" && !json
      if (!yes && !canAsk) {
        throw new UsageError(
          "Nobody can be asked here: add --yes, and look at `watchkeeper plan` first.",
        )
      }
      const { document } = await readConfig(file, "watchkeeper")
      const outcome = await asCommandLine(async (ctx) => {
        const found = await findProject(ctx, project)
        const wish = { projectId: found.id, document, prune }
        const plan = await planMonitors(ctx, wish)
        if (!json) print(false, null, () => planWords(plan, found.name))
        const isWanted = !isEmpty(plan) && (yes || (await isAgreed()))
        if (isWanted) await applyMonitors(ctx, wish, plan)
        return { isWanted, plan, found }
      })
      const { isWanted, plan, found } = outcome
      print(json, { applied: isWanted, ...planFields(plan, found.id) }, () =>
        isWanted ? "Done." : "Nothing was changed.",
      )
      if (!isWanted && !isEmpty(plan)) process.exitCode = 1
    })
}

const isAgreed = async (): Promise<boolean> => /^y(es)?$/i.test(await ask("Do it? [y/N] "))
