import type { Command } from "commander"
import { printDocument } from "../graphql/config/document.ts"
import { exportMonitors } from "../graphql/config/export.ts"
import { addCommand } from "./command.ts"
import { findProject } from "./find-project.ts"
import { print } from "./output.ts"
import { asCommandLine } from "./session.ts"

export function registerExport(group: Command): void {
  addCommand(group, "export", "print all monitors as a document that import, plan and apply read")
    .option("--project <id>", "the project; the only one if left out")
    .addHelpText(
      "after",
      "\nThe same monitors give the same bytes. Values of request headers are left out; bodies of requests are not.",
    )
    .action(async ({ project, json }: { project?: string; json: boolean }) => {
      const document = await asCommandLine(async (ctx) =>
        exportMonitors(ctx, (await findProject(ctx, project)).id),
      )
      print(json, document, () => printDocument(document))
    })
}
