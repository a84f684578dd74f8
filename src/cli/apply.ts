import type { Command } from "commander"
import { applyMonitors } from "../graphql/monitoring/config/apply-config.ts"
import { planMonitors } from "../graphql/monitoring/config/config-plan.ts"
import { addCommand } from "./command.ts"
import { UsageError } from "./command-error.ts"
import { findProject } from "./find-project.ts"
import { print } from "./output.ts"
import { isEmpty, planFields, planWords } from "./format-plan.ts"
import { ask } from "./prompt.ts"
import { readConfig } from "./read-config.ts"
import { asCommandLine } from "./cli-session.ts"
import { commandName } from "../platform/command-name.ts"

type Options = { project?: string; prune: boolean; yes: boolean; json: boolean }

export function registerApply(program: Command): void {
  addCommand(program, "apply", "change a project's monitors to match a document")
    .argument("<file>", "document, or - for standard input")
    .option("--project <id>", "project ID (default: the only project)")
    .option("--prune", "delete monitors that are not in the document", false)
    .option("--yes", "apply without asking", false)
    .addHelpText(
      "after",
      "\nShows the plan and asks for confirmation. All changes are applied, or none. Applying twice changes nothing." +
        "\nExit code: 0 if the monitors match the document, 1 if not, 2 if confirmation is impossible.",
    )
    .action(async (file: string, { project, prune, yes, json }: Options) => {
      const canAsk = process.stdin.isTTY && file !== "-" && !json
      if (!yes && !canAsk) {
        throw new UsageError(
          `Cannot ask for confirmation here. Check \`${commandName} plan\`, then add --yes.`,
        )
      }
      const { document } = await readConfig(file, "watchkeeper")
      const outcome = await asCommandLine(async (ctx) => {
        const found = await findProject(ctx, project)
        const wanted = { projectId: found.id, document, prune }
        const plan = await planMonitors(ctx, wanted)
        if (!json) print(false, null, () => planWords(plan, found.name))
        const isWanted = !isEmpty(plan) && (yes || (await isAgreed()))
        if (isWanted) await applyMonitors(ctx, wanted, plan)
        return { isWanted, plan, found }
      })
      const { isWanted, plan, found } = outcome
      print(json, { applied: isWanted, ...planFields(plan, found.id) }, () =>
        isWanted ? "Done." : "No changes made.",
      )
      if (!isWanted && !isEmpty(plan)) process.exitCode = 1
    })
}

const isAgreed = async (): Promise<boolean> => /^y(es)?$/i.test(await ask("Apply? [y/N] "))
