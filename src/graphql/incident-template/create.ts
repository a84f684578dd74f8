import { z } from "zod"
import { newId } from "../../id.ts"
import { recordAudit } from "../audit/record.ts"
import type { Context } from "../context.ts"
import { invalid } from "../errors.ts"
import { namedSeverity } from "../incident/look-up.ts"
import { description, id, name, parse } from "../input.ts"
import { lockProject } from "../project/lock.ts"
import { transact } from "../transaction.ts"

const input = z.object({
  projectId: id,
  name,
  title: name,
  body: description.default(""),
  severity: name.optional(),
})

const mostTemplates = 200

/** @throws {DomainError} validation_failed for a name that is taken or a severity that is none. */
export async function createTemplate(ctx: Context, given: z.input<typeof input>) {
  const { severity, ...data } = parse(input, given)
  const { projectId } = data
  await ctx.access.require(projectId, "incidents:write")
  return transact(ctx, async (tx) => {
    await lockProject(tx, projectId)
    if ((await tx.db.incidentTemplate.count({ where: { projectId } })) >= mostTemplates) {
      throw invalid("#/projectId", `has ${mostTemplates} templates already; delete one first`)
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
    await recordAudit(tx, ctx.actor, {
      projectId,
      action: "incident_template.created",
      subjectId: template.id,
      subjectName: template.name,
    })
    return template
  })
}

export const takenName = () => invalid("#/name", "is taken by another template of this project")
