import type { z } from "zod"
import type { Incident } from "../../../../prisma/generated/client.ts"
import type { Prisma } from "../../../platform/postgres.ts"
import { recordAudit } from "../../workspace/audit/record-audit.ts"
import type { Context } from "../../kernel/context.ts"
import { changesOfRow, description, given, name, parse } from "../../kernel/input.ts"
import { transact } from "../../kernel/transaction.ts"
import { announceIncident } from "./announce-incident.ts"
import { findIncident } from "./find-incident.ts"
import { namedSeverity } from "../state/read-incident-parts.ts"
import { descriptionOf } from "./rules/incident-texts.ts"
import { announceMonitorChanges, announcedMonitors } from "./incident-monitors.ts"

const input = changesOfRow({
  title: name,
  description,
  severity: name,
  monitors: announcedMonitors,
})

/** Updates the text, severity and affected monitors; the state has separate verbs. */
export async function updateIncident(ctx: Context, values: z.input<typeof input>) {
  const { id, severity, monitors, ...words } = parse(input, values)
  const incident = await findIncident(ctx, id, "incidents:write")
  const { projectId } = incident
  return transact(ctx, async (tx) => {
    const chosen =
      severity === undefined
        ? undefined
        : await namedSeverity(tx.db, projectId, "incident", severity)
    const isPublic = [words.title, severity, monitors].some((value) => value !== undefined)
    const data = { ...textsOf(incident, words), ...given({ severityId: chosen?.id }) }
    const now = ctx.clock.now()
    await tx.db.incident.update({
      where: { id },
      data: { ...data, ...(isPublic ? { editedAt: now } : {}), updatedAt: now },
    })
    if (monitors !== undefined) {
      await announceMonitorChanges(tx, incident, await ctx.access.limit(projectId), monitors)
    }
    const changes = given({ ...words, severity, monitors })
    const subject = { projectId, id, name: words.title ?? incident.title }
    await recordAudit(tx, ctx.actor, "incident.updated", subject, changes)
    return announceIncident(tx, id, { event: "incident.updated", entryId: null })
  })
}

/** What a person writes replaces the findings; a description that is sent back unchanged stays as data. */
function textsOf(
  incident: Incident,
  { title, description }: { title?: string | undefined; description?: string | undefined },
): Prisma.IncidentUncheckedUpdateInput {
  const isWritten = description !== undefined && description !== descriptionOf(incident).text
  return {
    ...(title === undefined ? {} : { title, isTitleChosen: true }),
    ...(isWritten ? { description, findings: [] } : {}),
  }
}
