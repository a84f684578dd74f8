import type { Command } from "commander"
import { printDocument } from "../graphql/monitoring/config/config-document.ts"
import { exportMonitors } from "../graphql/monitoring/config/export-config.ts"
import { addCommand } from "./command.ts"
import { findProject } from "./find-project.ts"
import { print } from "./output.ts"
import { asCommandLine } from "./cli-session.ts"

export function registerExport(group: Command): void {
  addCommand(group, "export", "print all monitors as a document for import, plan, and apply")
    .option("--project <id>", "project ID (default: the only project)")
    .addHelpText(
      "after",
      "\nThe output is deterministic. Request header values are left out; request bodies are not.",
    )
    .action(async ({ project, json }: { project?: string; json: boolean }) => {
      const document = await asCommandLine(async (ctx) =>
        exportMonitors(ctx, (await findProject(ctx, project)).id),
      )
      print(json, document, () => printDocument(document))
    })
}
