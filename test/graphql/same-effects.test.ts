import { describe, expect, test } from "vitest"
import type { Alert } from "../../prisma/generated/client.ts"
import { acknowledgeAlert } from "../../src/graphql/incidents/alert/acknowledge-alert.ts"
import { actByLink } from "../../src/graphql/incidents/alert/act-by-link.ts"
import { acknowledgeUrl } from "../../src/graphql/incidents/alert/acknowledge-link.ts"
import { actFromChat } from "../../src/graphql/incidents/alert/act-from-chat.ts"
import { changeAlertState } from "../../src/graphql/incidents/alert/change-state.ts"
import { resolveAlert } from "../../src/graphql/incidents/alert/resolve-alerts.ts"
import { acknowledgePaged, findPaged } from "../../src/graphql/incidents/alert/paged-person.ts"
import { acknowledgeIncident } from "../../src/graphql/incidents/incident/acknowledge-incident.ts"
import {
  changeIncidentState,
  resolveIncident,
} from "../../src/graphql/incidents/incident/change-state.ts"
import { createPolicy } from "../../src/graphql/on-call/policy/create-policy.ts"
import { newId } from "../../src/platform/id.ts"
import { pagingOf } from "../support/paging.ts"
import { makeMember } from "../support/people.ts"
import { makeProject, useWorld } from "../support/world.ts"

/** Every mutation that reaches a state has the same effects. */

const world = useWorld()

/** An alert paged to Ada and a team channel, with an unsent SMS and a second rule. */
async function makePaged() {
  const { prisma } = world.services.database
  const paging = pagingOf(world)
  const { id: projectId } = await makeProject(world)
  const ada = await makeMember(world, projectId, "owner", "Ada")
  await paging.channel({ userId: ada.userId }, "email")
  await paging.channel({ userId: ada.userId }, "sms")
  const channelId = await paging.channel({ projectId }, "slack_bot")
  await createPolicy(ada.ctx, {
    projectId,
    name: "Two",
    rules: [
      { delayMinutes: 0, targets: [{ userId: ada.userId }, { channelId }] },
      { delayMinutes: 10, targets: [{ userId: ada.userId }] },
    ],
  })
  for (const subject of ["incident", "alert"] as const) {
    for (const [name, meaning] of [
      ["investigating", "acknowledged"],
      ["closed", "resolved"],
    ] as const) {
      const id = newId()
      await prisma.state.create({
        data: { id, projectId, subject, name, meaning, color: "#000000", order: 9 },
      })
    }
  }
  const { alert } = await paging.fail(projectId)
  await paging.runDueSteps()
  await paging.deliver(alert.id)
  const page = await prisma.page.findFirstOrThrow({
    where: { alertId: alert.id, userId: ada.userId },
  })
  return { projectId, ada, alert, pageId: page.id, incidentId: alert.incidentId ?? "" }
}

type Paged = Awaited<ReturnType<typeof makePaged>>
type Way = (paged: Paged) => Promise<unknown>

const marksOf = (row: Pick<Alert, "acknowledgedBy" | "isManual" | "resolvedAt">) => ({
  acknowledgedBy: row.acknowledgedBy,
  isManual: row.isManual,
  isResolved: row.resolvedAt !== null,
})

const isOf = (id: string) => (one: { subjectId: string | null }) => one.subjectId === id

/** All effects of a mutation, without ids and times. */
async function effectsOf(way: Way) {
  const { prisma } = world.services.database
  const paged = await makePaged()
  await way(paged)
  const { projectId, alert: raised, incidentId } = paged
  const alert = await prisma.alert.findUniqueOrThrow({
    where: { id: raised.id },
    include: { state: true },
  })
  const incident = await prisma.incident.findUniqueOrThrow({
    where: { id: incidentId },
    include: { state: true, updates: { orderBy: { id: "asc" } } },
  })
  const escalation = await pagingOf(world).escalation(raised.id)
  const deliveries = await prisma.delivery.findMany({ where: { projectId } })
  const audit = await prisma.auditEntry.findMany({ where: { projectId }, orderBy: { id: "asc" } })
  const sayDelivery = ({ event, queue, target, state }: (typeof deliveries)[number]) =>
    `${event} ${queue} ${target.split(":")[0]} ${state}`
  return {
    alert: {
      ...marksOf(alert),
      state: alert.state.name,
      resolvedBy: alert.resolvedBy,
      escalation: [escalation.state, escalation.endedAt !== null],
      deliveries: deliveries
        .filter(isOf(raised.id))
        .map((one) => sayDelivery(one))
        .toSorted(),
    },
    incident: {
      ...marksOf(incident),
      state: incident.state.name,
      updates: incident.updates.map(({ kind, body, actorName, isPublic }) => [
        kind,
        body,
        actorName,
        isPublic,
      ]),
      deliveries: deliveries
        .filter(isOf(incidentId))
        .map((one) => sayDelivery(one))
        .toSorted(),
    },
    audit: audit
      .filter(({ action }) => /^(alert|incident)\./.test(action))
      .map(({ action, actorName, changes }) => [action, actorName, changes]),
  }
}

const chat =
  (action: "acknowledge" | "resolve"): Way =>
  ({ projectId, alert, ada }) =>
    actFromChat(world.services, {
      isFirst: () => Promise.resolve(true),
      action,
      projectId,
      alertId: alert.id,
      by: { host: "Slack", name: "ada", email: null, userId: ada.userId },
    })

const ofAlert = {
  acknowledged: {
    acknowledgeAlert: ({ ada, alert }) => acknowledgeAlert(ada.ctx, alert.id),
    changeAlertState: ({ ada, alert: { id } }) =>
      changeAlertState(ada.ctx, { id, state: "acknowledged" }),
    "a mailed link": ({ alert, pageId }) => {
      const url = acknowledgeUrl(world.services, { alertId: alert.id, pageId })
      return actByLink(world.services, url.split("/").at(-1) ?? "")
    },
    "a key of the phone, or a text message": async ({ pageId }) => {
      const found = await findPaged(world.services, pageId)
      return found && acknowledgePaged(world.services, found, "link")
    },
    "a button in a chat": chat("acknowledge"),
  },
  resolved: {
    resolveAlert: ({ ada, alert }) => resolveAlert(ada.ctx, alert.id),
    changeAlertState: ({ ada, alert: { id } }) =>
      changeAlertState(ada.ctx, { id, state: "resolved" }),
    "a button in a chat": chat("resolve"),
  },
} satisfies Record<string, Record<string, Way>>

const ofIncident = {
  acknowledged: {
    acknowledgeIncident: ({ ada, incidentId }) => acknowledgeIncident(ada.ctx, incidentId),
    changeIncidentState: ({ ada, incidentId: id }) =>
      changeIncidentState(ada.ctx, { id, state: "acknowledged" }),
  },
  resolved: {
    resolveIncident: ({ ada, incidentId }) => resolveIncident(ada.ctx, incidentId),
    changeIncidentState: ({ ada, incidentId: id }) =>
      changeIncidentState(ada.ctx, { id, state: "resolved" }),
  },
} satisfies Record<string, Record<string, Way>>

const custom = { acknowledged: "investigating", resolved: "closed" } as const

describe.each(["acknowledged", "resolved"] as const)("%s", (state) => {
  test("every mutation of an alert has the same effects", async () => {
    const [first, ...others] = Object.entries<Way>(ofAlert[state])
    if (first === undefined) throw new Error("there is no way")
    const wanted = await effectsOf(first[1])
    expect(wanted.alert).toMatchObject({ state, escalation: ["ended", true] })
    for (const [name, way] of others)
      expect({ name, ...(await effectsOf(way)) }).toEqual({ name, ...wanted })
  })

  test("every mutation of an incident has the same effects, and the same effects on its alert", async () => {
    const [first, ...others] = Object.entries<Way>(ofIncident[state])
    const [own] = Object.values<Way>(ofAlert[state])
    if (first === undefined || own === undefined) throw new Error("there is no way")
    const wanted = await effectsOf(first[1])
    expect(wanted.incident).toMatchObject({ state })
    expect(wanted.alert).toEqual((await effectsOf(own)).alert)
    for (const [name, way] of others)
      expect({ name, ...(await effectsOf(way)) }).toEqual({ name, ...wanted })
  })

  test("a custom state with the same meaning ends the paging too", async () => {
    const [own] = Object.values<Way>(ofAlert[state])
    if (own === undefined) throw new Error("there is no way")
    const { alert: wanted } = await effectsOf(own)
    const byAlert = await effectsOf(({ ada, alert: { id } }) =>
      changeAlertState(ada.ctx, { id, state: custom[state] }),
    )
    const byIncident = await effectsOf(({ ada, incidentId: id }) =>
      changeIncidentState(ada.ctx, { id, state: custom[state] }),
    )
    for (const { alert } of [byAlert, byIncident]) {
      expect(alert.escalation).toEqual(wanted.escalation)
      expect(alert.deliveries).toEqual(wanted.deliveries)
      expect(alert.acknowledgedBy ?? alert.resolvedBy).toBe("Ada")
    }
    expect(byIncident.incident.state).toBe(custom[state])
  })
})

test("an alert acknowledged under another state name is moved, not acknowledged again", async () => {
  const { alert, incident } = await effectsOf(async ({ ada, alert: { id }, incidentId }) => {
    await changeAlertState(ada.ctx, { id, state: "investigating" })
    await changeAlertState(ada.ctx, { id, state: "acknowledged" })
    await changeIncidentState(ada.ctx, { id: incidentId, state: "investigating" })
    await changeIncidentState(ada.ctx, { id: incidentId, state: "acknowledged" })
  })
  expect([alert.state, incident.state]).toEqual(["acknowledged", "acknowledged"])
  expect(alert.deliveries.filter((one) => one.startsWith("alert.acknowledged event"))).toHaveLength(
    1,
  )
})

test("recovery still resolves what was acknowledged through a state", async () => {
  const { prisma } = world.services.database
  const paging = pagingOf(world)
  const { id: projectId } = await makeProject(world)
  const { alert, monitor } = await paging.fail(projectId)
  const id = alert.incidentId ?? ""
  await changeIncidentState(world.system, { id, state: "acknowledged" })
  await paging.recover(monitor)
  expect((await prisma.incident.findUniqueOrThrow({ where: { id } })).resolvedAt).not.toBeNull()
})
