import type { Command } from "commander"
import type { Note } from "../convert/conversion.ts"
import { plural } from "../convert/convert-messages.ts"
import { inertLine } from "../platform/shown-text.ts"
import type {
  ImportedEntry,
  ImportResult,
} from "../graphql/monitoring/config/rules/import-result.ts"
import { importMonitors } from "../graphql/monitoring/config/import-config.ts"
import type { From } from "../graphql/monitoring/config/read-export.ts"
import { addCommand } from "./command.ts"
import { findProject } from "./find-project.ts"
import { noteLines } from "./monitor-convert.ts"
import { paint, print, table } from "./output.ts"
import { envOption, fromOption, readConfig } from "./read-config.ts"
import { asCommandLine } from "./cli-session.ts"

type Options = {
  project?: string
  from: From
  env?: string
  dryRun: boolean
  createLabels: boolean
  json: boolean
}

export function registerImport(group: Command): void {
  addCommand(group, "import", "create the monitors of a document that do not exist yet")
    .argument("<file>", "the document, or another product's export; - for standard input")
    .option("--project <id>", "project ID (default: the only project)")
    .addOption(fromOption())
    .addOption(envOption())
    .option("--create-labels", "create the labels that do not exist in the project yet", false)
    .option("--dry-run", "show what would change without writing", false)
    .addHelpText(
      "after",
      "\nExisting monitors of the same name and type are not changed; use plan and apply to change them." +
        "\nExit code: 0 if every entry was created or already exists, 1 if one is invalid or could not be created.",
    )
    .action(async (file: string, { project, from, env, dryRun, createLabels, json }: Options) => {
      const { document, notes } = await readConfig(file, from, env)
      const { name, result } = await asCommandLine(async (ctx) => {
        const { id: projectId, name } = await findProject(ctx, project)
        return {
          name,
          result: await importMonitors(ctx, { projectId, document, dryRun, createLabels }),
        }
      })
      print(json, { ...resultFields(result), notes }, () => resultWords(result, name, notes))
      if (result.invalidCount + result.failedCount > 0) process.exitCode = 1
    })
}

const resultFields = (result: ImportResult) => ({
  dry_run: result.dryRun,
  created_count: result.createdCount,
  skipped_count: result.skippedCount,
  invalid_count: result.invalidCount,
  failed_count: result.failedCount,
  unmatched_labels: result.unmatchedLabels,
  created_labels: result.createdLabels,
  entries: result.entries.map(({ name, monitorType, outcome, reason, monitorId }) => ({
    name,
    monitor_type: monitorType,
    outcome,
    reason,
    monitor_id: monitorId,
  })),
})

export function resultWords(result: ImportResult, project: string, notes: Note[]): string {
  const { dryRun, entries, unmatchedLabels, createdLabels } = result
  const counts: [number, string][] = [
    [result.createdCount, dryRun ? "to create" : "created"],
    [result.skippedCount, "unchanged"],
    [result.invalidCount, "invalid"],
    [result.failedCount, "failed"],
  ]
  const said = counts.flatMap(([count, words]) => (count > 0 ? [`${count} ${words}`] : []))
  const sum = [plural(entries.length, "monitor"), ...said].join(", ")
  return [
    ...(entries.length === 0 ? [] : [entryTable(entries), ""]),
    `${paint("bold", project)}: ${sum}.`,
    ...(unmatchedLabels.length === 0
      ? []
      : [
          `Labels that do not exist and were not created: ${inertLine(unmatchedLabels.join(", "))}. Create them with --create-labels.`,
        ]),
    ...(createdLabels.length === 0
      ? []
      : [`Labels ${dryRun ? "to create" : "created"}: ${inertLine(createdLabels.join(", "))}`]),
    ...noteLines(notes),
    ...(dryRun ? ["", "Nothing was written. Run again without --dry-run to import."] : []),
  ].join("\n")
}

const paints = { create: "green", skip: "dim", invalid: "red", fail: "red" } as const

const entryTable = (entries: ImportedEntry[]): string =>
  table(
    ["outcome", "name", "type", "reason"],
    entries.map(({ outcome, name, monitorType, reason }) => [
      paint(paints[outcome], outcome),
      inertLine(name ?? ""),
      inertLine(monitorType ?? ""),
      inertLine(reason ?? ""),
    ]),
  )
