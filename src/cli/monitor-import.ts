import type { Command } from "commander"
import type { Note } from "../convert/conversion.ts"
import { oneLine, plural } from "../convert/words.ts"
import type { ImportedEntry, ImportResult } from "../graphql/config/import-result.ts"
import { importMonitors } from "../graphql/config/import.ts"
import { addCommand } from "./command.ts"
import { findProject } from "./find-project.ts"
import { noteLines } from "./monitor-convert.ts"
import { paint, print, table } from "./output.ts"
import type { From } from "./read-config.ts"
import { fromOption, readConfig } from "./read-config.ts"
import { asCommandLine } from "./session.ts"

type Options = { project?: string; from: From; dryRun: boolean; json: boolean }

export function registerImport(group: Command): void {
  addCommand(group, "import", "make the monitors of a document that the project does not have yet")
    .argument("<file>", "the document, or another product's export; - for standard input")
    .option("--project <id>", "the project; the only one if left out")
    .addOption(fromOption())
    .option("--dry-run", "show what would be done and write nothing", false)
    .addHelpText(
      "after",
      "\nA monitor of the same name and type is left as it is; to change monitors by a document, see plan and apply." +
        "\nExit code: 0 where every entry was made or is there already, 1 where one is invalid or could not be made.",
    )
    .action(async (file: string, { project, from, dryRun, json }: Options) => {
      const { document, notes } = await readConfig(file, from)
      const { name, result } = await asCommandLine(async (ctx) => {
        const { id: projectId, name } = await findProject(ctx, project)
        return { name, result: await importMonitors(ctx, { projectId, document, dryRun }) }
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
  entries: result.entries.map(({ name, monitorType, outcome, reason, monitorId }) => ({
    name,
    monitor_type: monitorType,
    outcome,
    reason,
    monitor_id: monitorId,
  })),
})

export function resultWords(result: ImportResult, project: string, notes: Note[]): string {
  const { dryRun, entries, unmatchedLabels } = result
  const counts: [number, string][] = [
    [result.createdCount, dryRun ? "to make" : "made"],
    [result.skippedCount, "there already"],
    [result.invalidCount, "not valid"],
    [result.failedCount, "failed"],
  ]
  const said = counts.flatMap(([count, words]) => (count > 0 ? [`${count} ${words}`] : []))
  const sum = [plural(entries.length, "monitor"), ...said].join(", ")
  return [
    ...(entries.length === 0 ? [] : [entryTable(entries), ""]),
    `${paint("bold", project)}: ${sum}.`,
    ...(unmatchedLabels.length === 0
      ? []
      : [`Labels that do not exist here and are not made: ${oneLine(unmatchedLabels.join(", "))}`]),
    ...noteLines(notes),
    ...(dryRun ? ["", "Nothing was written; without --dry-run it is done."] : []),
  ].join("\n")
}

const paints = { create: "green", skip: "dim", invalid: "red", fail: "red" } as const

const entryTable = (entries: ImportedEntry[]): string =>
  table(
    ["outcome", "name", "type", "reason"],
    entries.map(({ outcome, name, monitorType, reason }) => [
      paint(paints[outcome], outcome),
      oneLine(name ?? ""),
      oneLine(monitorType ?? ""),
      oneLine(reason ?? ""),
    ]),
  )
