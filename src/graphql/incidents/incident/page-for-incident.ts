import { z } from "zod"
import type { Incident } from "../../../../prisma/generated/client.ts"
import { asWritten } from "../../../findings/finding.ts"
import { newId } from "../../../platform/id.ts"
import { actorName } from "../../kernel/access.ts"
import type { Context } from "../../kernel/context.ts"
import { conflict, invalid } from "../../kernel/errors.ts"
import { id, parse } from "../../kernel/input.ts"
import { alertScope } from "../../kernel/monitor-scope.ts"
import { transact, type Transaction } from "../../kernel/transaction.ts"
import { leadOf } from "../../on-call/escalation/merge-escalation.ts"
import { pagePeople, type Asked } from "../../on-call/escalation/page-people.ts"
import { skipSteps } from "../../on-call/escalation/start-escalation.ts"
import { named, requireNamed } from "../alert/paged-input.ts"
import { raiseAlerts } from "../alert/raise-alert.ts"
import { recordHandled } from "../alert/handle-alert.ts"
import { announceIncident } from "./announce-incident.ts"
import { findIncident } from "./find-incident.ts"
import { addEntry } from "./timeline.ts"

/** Whom a person pages for an incident that they declare. */
export const pageInput = z.object({ policyId: id.nullable().default(null), ...named })
type Paged = z.output<typeof pageInput>

const input = z.object({ id, ...named })

/**
 * Pages people and teams for an open incident at once, in the name of the actor: about its oldest open alert, or about a
 * new one if it has none.
 *
 * @throws {DomainError} conflict if it was resolved, or nobody of them can be paged; validation_failed for people and
 * teams that are not of the project.
 */
export async function pageForIncident(
  ctx: Context,
  given: z.input<typeof input>,
): Promise<Incident> {
  const { id, ...whom } = parse(input, given)
  const found = await findIncident(ctx, id, "incidents:write")
  return transact(ctx, async (tx) => {
    await tx.query({
      name: "lock-paged-incident",
      text: "select from incident where id = $1::uuid for no key update",
      values: [id],
    })
    const incident = await tx.db.incident.findUniqueOrThrow({ where: { id } })
    if (incident.resolvedAt !== null) {
      throw conflict("The incident is resolved, so nobody can be paged for it. Reopen it first.")
    }
    const entryId = await page(tx, ctx, found, { ...whom, policyId: null })
    return announceIncident(tx, id, { event: "incident.updated", entryId })
  })
}

/**
 * Pages by a policy, or people and teams, in the transaction that declares an incident; adds an entry to its timeline.
 * @returns the entry's id.
 */
export async function page(
  tx: Transaction,
  ctx: Context,
  incident: Pick<Incident, "id" | "projectId" | "title">,
  { note, policyId, userIds, teamIds }: Paged,
): Promise<string> {
  const { id: incidentId, projectId } = incident
  const names = [
    ...(policyId === null ? [] : [await policyName(tx, projectId, policyId)]),
    ...(policyId !== null && userIds.length + teamIds.length === 0
      ? []
      : await requireNamed(tx, projectId, { userIds, teamIds })),
  ]
  const asked: Asked = { by: actorName(ctx.actor), note }
  const alertId =
    (policyId === null ? await openAlertOf(tx, ctx, incident) : null) ??
    (await raise(tx, ctx, incident, asked, policyId))
  if (userIds.length + teamIds.length > 0) {
    const isPaged = await pagePeople(tx, await leadOf(tx, alertId), { userIds, teamIds }, asked)
    if (!isPaged) throw conflict("None of them can be paged: the teams have no members.")
  }
  const about = names.join(", ")
  const alert = await tx.db.alert.findUniqueOrThrow({ where: { id: alertId } })
  await recordHandled(tx, ctx, alert, {
    action: "alert.paged",
    change: "paged",
    about,
    changes: { paged: names },
  })
  const { kind } = ctx.actor
  const parameters = { actor: asked.by, isKey: kind === "key", client: null, state: null, about }
  return addEntry(tx, ctx.actor, {
    incidentId,
    kind: "note",
    findings: [{ code: "alert_changed", parameters: { change: "paged", ...parameters } }],
  })
}

/** The oldest open alert of an incident that the actor may see; null for none. */
async function openAlertOf(
  { db }: Transaction,
  { access }: Context,
  { id: incidentId, projectId }: Pick<Incident, "id" | "projectId">,
): Promise<string | null> {
  const limit = await access.limit(projectId)
  const alert = await db.alert.findFirst({
    where: { ...alertScope(limit), incidentId, resolvedAt: null },
    orderBy: { number: "asc" },
    select: { id: true },
  })
  return alert?.id ?? null
}

/** Raises an alert without a monitor, which no recovery resolves. */
async function raise(
  tx: Transaction,
  { access }: Context,
  { id: incidentId, projectId, title }: Pick<Incident, "id" | "projectId" | "title">,
  { by, note }: Asked,
  policyId: string | null,
): Promise<string> {
  if ((await access.limit(projectId)) !== null) {
    throw conflict(
      "Its alert would belong to no monitor, so access that is limited to labels cannot raise it.",
    )
  }
  const alertId = newId()
  await raiseAlerts(tx, [
    {
      alertId,
      projectId,
      monitorId: null,
      incidentId,
      title: asWritten(title),
      findings: [{ code: "paged_by_person", parameters: { by, note } }],
      severity: "high",
      failureClass: null,
      policyId,
    },
  ])
  if (policyId === null) await skipSteps(tx, alertId)
  return alertId
}

async function policyName({ db }: Transaction, projectId: string, id: string): Promise<string> {
  const policy = await db.onCallPolicy.findFirst({ where: { id, projectId } })
  if (policy === null) throw invalid("#/page/policyId", "must be an on-call policy of this project")
  return policy.name
}
