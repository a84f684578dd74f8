import type { z } from "zod"
import { isViolation } from "../../kernel/violation.ts"
import { diff } from "../../on-call/schedule/on-call-diff.ts"
import { recordAudit } from "../../workspace/audit/record-audit.ts"
import type { Context } from "../../kernel/context.ts"
import { namedSeverity } from "../state/read-incident-parts.ts"
import { changesOfRow, description, given, name, parse } from "../../kernel/input.ts"
import { transact } from "../../kernel/transaction.ts"
import { takenName } from "./create-template.ts"
import { findTemplate } from "./find-template.ts"

const input = changesOfRow({ name, title: name, body: description, severity: name.nullable() })

/** Changes a template; incidents that were declared with it keep their text. */
export async function updateTemplate(ctx: Context, values: z.input<typeof input>) {
  const { id, severity, ...words } = parse(input, values)
  const before = await findTemplate(ctx, id, "incidents:write")
  const { projectId } = before
  const changed = transact(ctx, async (tx) => {
    const chosen = severity && (await namedSeverity(tx.db, projectId, "incident", severity))
    const severityId = severity === undefined ? undefined : chosen ? chosen.id : null
    const data = given({ ...words, severityId })
    const template = await tx.db.incidentTemplate.update({ where: { id }, data })
    await recordAudit(tx, ctx.actor, "incident_template.updated", template, diff(before, data))
    return template
  })
  return changed.catch((error: unknown) => {
    throw isTaken(error) ? takenName() : error
  })
}

/** Maps a violation of the unique key to the error for a taken name. */
const isTaken = (error: unknown): boolean => isViolation(error, "unique key")
