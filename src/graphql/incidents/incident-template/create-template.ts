import { z } from "zod"
import { newId } from "../../../platform/id.ts"
import { recordAudit } from "../../workspace/audit/record-audit.ts"
import type { Context } from "../../kernel/context.ts"
import { invalid } from "../../kernel/errors.ts"
import { namedSeverity } from "../state/read-incident-parts.ts"
import { description, id, name, parse } from "../../kernel/input.ts"
import { lockProject } from "../../workspace/project/lock-project.ts"
import { transact } from "../../kernel/transaction.ts"

const input = z.object({
  projectId: id,
  name,
  title: name,
  body: description.default(""),
  severity: name.optional(),
})

const mostTemplates = 200

/** @throws {DomainError} validation_failed for a taken name or an unknown severity. */
export async function createTemplate(ctx: Context, given: z.input<typeof input>) {
  const { severity, ...data } = parse(input, given)
  const { projectId } = data
  await ctx.access.require(projectId, "incidents:write")
  return transact(ctx, async (tx) => {
    await lockProject(tx, projectId)
    if ((await tx.db.incidentTemplate.count({ where: { projectId } })) >= mostTemplates) {
      throw invalid("#/projectId", `already has ${mostTemplates} templates; delete one first`)
    }
    const chosen =
      severity === undefined
        ? undefined
        : await namedSeverity(tx.db, projectId, "incident", severity)
    const [template] = await tx.db.incidentTemplate.createManyAndReturn({
      data: [{ id: newId(), ...data, severityId: chosen?.id ?? null }],
      skipDuplicates: true,
    })
    if (template === undefined) throw takenName()
    await recordAudit(tx, ctx.actor, "incident_template.created", template)
    return template
  })
}

export const takenName = () => invalid("#/name", "is taken by another template of this project")
