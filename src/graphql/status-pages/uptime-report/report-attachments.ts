import { z } from "zod"
import type { Context } from "../../kernel/context.ts"
import { invalid } from "../../kernel/errors.ts"
import { exports, isExport, type ExportName } from "../data-export/exports.ts"
import type { ReportScope } from "./list-report-monitors.ts"

export const exportNames = Object.keys(exports).filter(isExport)

export const attachments = z
  .array(z.enum(exportNames as [ExportName, ...ExportName[]]))
  .max(exportNames.length)
  .transform((names) => [...new Set(names)])

/** Rows that can be limited to the monitors of a status page, and to those of a label. */
const ofPages: readonly ExportName[] = ["uptime", "outages"]
const ofLabels: readonly ExportName[] = [...ofPages, "incidents", "alerts"]

/** @throws {DomainError} validation_failed for rows that the scope does not have, insufficient_scope */
export async function requireAttachments(
  { access }: Pick<Context, "access">,
  projectId: string,
  names: readonly ExportName[],
  { labelId, statusPageId }: ReportScope,
): Promise<void> {
  const allowed = statusPageId !== null ? ofPages : labelId !== null ? ofLabels : exportNames
  for (const [at, name] of names.entries()) {
    if (!allowed.includes(name)) {
      throw invalid(
        `#/attachments/${at}`,
        `must be one of ${allowed.join(", ")} for these monitors`,
      )
    }
    for (const permission of exports[name].permissions) await access.require(projectId, permission)
  }
}

type Window = { from: Date; to: Date }

/** What the mail of a report attaches: rows of its month and monitors, which are read when it is sent. */
export function attachmentsOf(
  projectId: string,
  names: readonly string[],
  { from, to }: Window,
  { labelId, monitorIds }: { labelId: string | null; monitorIds: readonly string[] | null },
) {
  const [start, end] = [from.toISOString(), to.toISOString()]
  const labels = labelId === null ? {} : { labelIds: [labelId] }
  const filterOf = (rows: ExportName) => {
    if (rows === "on-call" || rows === "shifts") return { from: start, to: end }
    if (rows !== "uptime" && rows !== "outages") return { since: start, until: end, ...labels }
    return { from: start, to: end, ...labels, ...(monitorIds === null ? {} : { ids: monitorIds }) }
  }
  return names
    .filter(isExport)
    .map((rows) => ({ projectId, rows, filter: JSON.stringify(filterOf(rows)) }))
}
