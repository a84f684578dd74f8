import { expect, test } from "vitest"
import { asWritten } from "../../src/findings/finding.ts"
import { acknowledgeIncident } from "../../src/graphql/incidents/incident/acknowledge-incident.ts"
import { addIncidentUpdate } from "../../src/graphql/incidents/incident/add-update.ts"
import { resolveIncident } from "../../src/graphql/incidents/incident/change-state.ts"
import { declareIncident } from "../../src/graphql/incidents/incident/declare-incident.ts"
import { renewReasons } from "../../src/graphql/incidents/incident/renew-reason.ts"
import { updateIncident } from "../../src/graphql/incidents/incident/update-incident.ts"
import { transact } from "../../src/graphql/kernel/transaction.ts"
import { newId } from "../../src/platform/id.ts"
import { ask, keyActor } from "../support/ask.ts"
import { listen } from "../support/listen.ts"
import { makeOutage } from "../support/outage.ts"
import { makeMember } from "../support/people.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()

async function makeIncident() {
  const project = await makeProject(world)
  const editor = await makeMember(world, project.id, "editor", "Grace")
  const { monitor, outage, alertId } = await makeOutage(world, project.id, {
    level: "offline",
    startedAt: new Date("2026-11-21T09:00:00Z"),
    findings: [asWritten("Connection refused.")],
    failureClass: "connect_refused",
  })
  const incidentId = outage.incidentId ?? ""
  const verdict = { id: newId(), monitorId: monitor.id, decision: "declared" as const }
  const steps = [{ step: "threshold", outcome: "reached", detail: "2 of 2 failures." }]
  await world.services.database.prisma.verdict.create({
    data: { ...verdict, incidentId, alertId, steps },
  })
  return {
    incidentId,
    alertId,
    projectId: project.id,
    monitorId: monitor.id,
    actor: editor.ctx.actor,
  }
}

test("an incident is read with all its relations", async () => {
  const { incidentId, alertId, monitorId, actor } = await makeIncident()
  const answer = await ask(
    world,
    actor,
    `query ($id: ID!) {
      incident(id: $id) {
        number title description startedAt isFlapping isManual acknowledgedBy resolvedAt
        postmortemNote postmortemPublished postmortemNotify
        state { name isResolved } severity { name rank } monitor { id }
        updates { edges { node { kind body actorName } } }
        alerts { edges { node { id number severity { name } } } }
        verdicts { edges { node { decision steps { step outcome evidence } monitor { id } } } }
      }
    }`,
    { id: incidentId },
  )
  expect(answer).toEqual({
    data: {
      incident: {
        number: 1,
        title: "Shop is down",
        description: "Connection refused.",
        startedAt: "2026-11-21T09:00:00.000Z",
        isFlapping: false,
        isManual: false,
        acknowledgedBy: null,
        resolvedAt: null,
        postmortemNote: "",
        postmortemPublished: false,
        postmortemNotify: false,
        state: { name: "identified", isResolved: false },
        severity: { name: "major", rank: 2 },
        monitor: { id: monitorId },
        updates: {
          edges: [
            { node: { kind: "DECLARED", body: "Connection refused.", actorName: "Watchkeeper" } },
          ],
        },
        alerts: { edges: [{ node: { id: alertId, number: 1, severity: { name: "high" } } }] },
        verdicts: {
          edges: [
            {
              node: {
                decision: "DECLARED",
                steps: [{ step: "threshold", outcome: "reached", evidence: "2 of 2 failures." }],
                monitor: { id: monitorId },
              },
            },
          ],
        },
      },
    },
    errors: [],
  })
})

test("an alert and a monitor lead to the same incident and verdicts", async () => {
  const { alertId, incidentId, monitorId, actor } = await makeIncident()
  const answer = await ask(
    world,
    actor,
    `query ($alert: ID!, $monitor: ID!) {
      alert(id: $alert) { title state { name } incident { id } verdicts { edges { node { decision } } } }
      monitor(id: $monitor) {
        incidents(activeOnly: true) { edges { node { id } } }
        alerts { edges { node { id } } }
        verdicts { edges { node { decision incident { id } alert { id } } } }
      }
    }`,
    { alert: alertId, monitor: monitorId },
  )
  expect(answer).toEqual({
    data: {
      alert: {
        title: "Shop is down",
        state: { name: "triggered" },
        incident: { id: incidentId },
        verdicts: { edges: [{ node: { decision: "DECLARED" } }] },
      },
      monitor: {
        incidents: { edges: [{ node: { id: incidentId } }] },
        alerts: { edges: [{ node: { id: alertId } }] },
        verdicts: {
          edges: [
            {
              node: { decision: "DECLARED", incident: { id: incidentId }, alert: { id: alertId } },
            },
          ],
        },
      },
    },
    errors: [],
  })
})

test("the list filters, searches, sorts and paginates", async () => {
  const { projectId, monitorId, incidentId, actor } = await makeIncident()
  const declare = (title: string, severity: string) =>
    declareIncident(world.system, { projectId, title, severity })
  const second = await declare("100% of logins fail", "critical")
  await declare("Slow search_results", "minor")
  await resolveIncident(world.system, second.id)
  const numbers = async (args: string) => {
    const { data, errors } = await ask(
      world,
      actor,
      `query ($id: ID!) { project(id: $id) { incidents(${args}) {
        edges { node { number } } pageInfo { hasNextPage endCursor }
      } } }`,
      { id: projectId },
    )
    expect(errors).toEqual([])
    const { project } = data as {
      project: {
        incidents: {
          edges: { node: { number: number } }[]
          pageInfo: { hasNextPage: boolean; endCursor: string }
        }
      }
    }
    return {
      numbers: project.incidents.edges.map(({ node }) => node.number),
      ...project.incidents.pageInfo,
    }
  }
  const only = async (args: string) => (await numbers(args)).numbers
  expect(await only("first: 10")).toEqual([3, 2, 1])
  expect(await only("sort: NUMBER_ASC")).toEqual([1, 2, 3])
  expect(await only("sort: STARTED_AT_ASC")).toEqual([1, 2, 3])
  expect(await only("activeOnly: true")).toEqual([3, 1])
  expect(await only(`monitorIds: ["${monitorId}"]`)).toEqual([1])
  expect(await only(`severities: ["critical", "minor"]`)).toEqual([3, 2])
  expect(await only(`search: "LOGINS"`)).toEqual([2])
  expect(await only(`search: "refused"`)).toEqual([1])
  expect(await only(`search: "#3"`)).toEqual([3])
  expect(await only(`search: "%"`)).toEqual([2])
  expect(await only(`search: "h_r"`)).toEqual([3])
  const first = await numbers("first: 2")
  expect(first).toMatchObject({ numbers: [3, 2], hasNextPage: true })
  const rest = await numbers(`first: 2, after: "${first.endCursor}"`)
  expect(rest).toMatchObject({ numbers: [1], hasNextPage: false })
  expect(incidentId).not.toBe(second.id)
})

test("refuses a cursor of another project's incident like an unknown one and an invalid id", async () => {
  const own = await makeIncident()
  const other = await makeIncident()
  const cursors = [other.incidentId, newId(), "x"].map((id) =>
    Buffer.from(`GPC:S:${id}`).toString("base64"),
  )
  for (const after of cursors) {
    const answer = await ask(
      world,
      own.actor,
      `query ($id: ID!, $after: String) {
        project(id: $id) { incidents(after: $after) { edges { node { id } } } }
      }`,
      { id: own.projectId, after },
    )
    expect(answer.errors).toMatchObject([
      {
        message:
          "The input is not valid: #/after is not a cursor of this list in this order; request the first page again",
        code: "validation_failed",
      },
    ])
  }
})

test("another project's id fails like an unknown one in every query and mutation", async () => {
  const { incidentId, alertId } = await makeIncident()
  const own = await makeIncident()
  const member = own.actor
  const key = keyActor(own.projectId, newId(), [
    "incidents:read",
    "incidents:write",
    "alerts:read",
    "alerts:write",
  ])
  const operations = [
    ["incident", "query ($id: ID!) { incident(id: $id) { title } }"],
    ["alert", "query ($id: ID!) { alert(id: $id) { title } }"],
    ["incident", "mutation ($id: ID!) { acknowledgeIncident(id: $id) { title } }"],
    ["incident", "mutation ($id: ID!) { resolveIncident(id: $id) { title } }"],
    ["incident", "mutation ($id: ID!) { reopenIncident(id: $id) { title } }"],
    [
      "incident",
      `mutation ($id: ID!) { changeIncidentState(id: $id, state: "resolved") { title } }`,
    ],
    ["incident", `mutation ($id: ID!) { updateIncident(id: $id, title: "x") { title } }`],
    ["incident", `mutation ($id: ID!) { addIncidentUpdate(id: $id, body: "x") { title } }`],
    ["incident", `mutation ($id: ID!) { savePostmortem(id: $id, note: "x") { saved } }`],
    ["alert", "mutation ($id: ID!) { acknowledgeAlert(id: $id) { title } }"],
    ["alert", "mutation ($id: ID!) { resolveAlert(id: $id) { title } }"],
    ["alert", `mutation ($id: ID!) { changeAlertState(id: $id, state: "resolved") { title } }`],
  ] as const
  for (const [noun, source] of operations) {
    for (const actor of [member, key]) {
      const foreign = await ask(world, actor, source, {
        id: noun === "alert" ? alertId : incidentId,
      })
      const unknown = await ask(world, actor, source, { id: newId() })
      expect(foreign).toEqual(unknown)
      expect(foreign.errors).toMatchObject([
        { code: "not_found", message: `There is no such ${noun}.` },
      ])
    }
  }
  expect(
    await world.services.database.prisma.incident.findUnique({ where: { id: incidentId } }),
  ).toMatchObject({
    title: "Shop is down",
    resolvedAt: null,
    acknowledgedAt: null,
    postmortemNote: "",
  })
})

test("a key without the scope reads neither the field nor the same data by another path", async () => {
  const { projectId, alertId } = await makeIncident()
  const actor = keyActor(projectId, newId(), ["alerts:read"])
  const listed = await ask(
    world,
    actor,
    "query ($id: ID!) { project(id: $id) { incidents { edges { node { id } } } } }",
    { id: projectId },
  )
  expect(listed.errors).toMatchObject([{ code: "insufficient_scope" }])
  const led = await ask(
    world,
    actor,
    "query ($id: ID!) { alert(id: $id) { incident { title } verdicts { edges { node { id } } } } }",
    { id: alertId },
  )
  expect(new Set(led.errors.map(({ code }) => code))).toEqual(new Set(["insufficient_scope"]))
})

const watched = `subscription ($project: ID!, $incident: ID) {
  incidentChanged(projectId: $project, incidentId: $incident) {
    isSnapshot incident { title state { name } updates(first: 1) { edges { node { kind } } } }
  }
}`

const incidentEvent = (isSnapshot: boolean, state: string, kind: string) => ({
  incidentChanged: {
    isSnapshot,
    incident: {
      title: "Shop is down",
      state: { name: state },
      updates: { edges: [{ node: { kind } }] },
    },
  },
})

test("a stream starts with the open incidents and then sends each change", async () => {
  const { projectId, incidentId, actor } = await makeIncident()
  const other = await makeIncident()
  const opened = await listen(world, actor, watched, { project: projectId })
  if (!("stream" in opened)) throw new Error("refused")
  const { stream } = opened
  expect(await stream.next()).toEqual(incidentEvent(true, "identified", "DECLARED"))
  await acknowledgeIncident(world.system, other.incidentId)
  await acknowledgeIncident(world.system, incidentId)
  expect(await stream.next()).toEqual(incidentEvent(false, "acknowledged", "ACKNOWLEDGED"))
  await resolveIncident(world.system, incidentId)
  expect(await stream.next()).toEqual(incidentEvent(false, "resolved", "RESOLVED"))
  await stream.stop()
})

test("a stream of one incident sends only that one, resolved or not", async () => {
  const { projectId, incidentId, actor } = await makeIncident()
  await resolveIncident(world.system, incidentId)
  const opened = await listen(world, actor, watched, { project: projectId, incident: incidentId })
  if (!("stream" in opened)) throw new Error("refused")
  const { stream } = opened
  expect(await stream.next()).toMatchObject({
    incidentChanged: { isSnapshot: true, incident: { state: { name: "resolved" } } },
  })
  await declareIncident(world.system, { projectId, title: "Another" })
  await addIncidentUpdate(world.system, { id: incidentId, body: "A cable." })
  expect(await stream.next()).toMatchObject({
    incidentChanged: {
      isSnapshot: false,
      incident: { title: "Shop is down", updates: { edges: [{ node: { kind: "NOTE" } }] } },
    },
  })
  await stream.stop()
})

test("alerts are streamed alike", async () => {
  const { projectId, incidentId, actor } = await makeIncident()
  const source = `subscription ($project: ID!) {
    alertChanged(projectId: $project) { isSnapshot alert { title state { name } } }
  }`
  const opened = await listen(world, actor, source, { project: projectId })
  if (!("stream" in opened)) throw new Error("refused")
  const { stream } = opened
  expect(await stream.next()).toEqual({
    alertChanged: {
      isSnapshot: true,
      alert: { title: "Shop is down", state: { name: "triggered" } },
    },
  })
  await acknowledgeIncident(world.system, incidentId)
  expect(await stream.next()).toEqual({
    alertChanged: {
      isSnapshot: false,
      alert: { title: "Shop is down", state: { name: "acknowledged" } },
    },
  })
  await stream.stop()
})

test("another project's stream fails like that of an unknown project or incident", async () => {
  const { projectId, incidentId, alertId } = await makeIncident()
  const { projectId: ownId, actor } = await makeIncident()
  const alerts = `subscription ($project: ID!, $alert: ID) {
    alertChanged(projectId: $project, alertId: $alert) { isSnapshot }
  }`
  const refused = [
    [watched, { project: projectId }, "project"],
    [watched, { project: newId() }, "project"],
    [watched, { project: ownId, incident: incidentId }, "incident"],
    [watched, { project: ownId, incident: newId() }, "incident"],
    [watched, { project: projectId, incident: incidentId }, "incident"],
    [alerts, { project: projectId }, "project"],
    [alerts, { project: newId() }, "project"],
    [alerts, { project: ownId, alert: alertId }, "alert"],
    [alerts, { project: ownId, alert: newId() }, "alert"],
  ] as const
  for (const [source, variables, noun] of refused) {
    expect(await listen(world, actor, source, variables)).toEqual({
      errors: [{ code: "not_found", message: `There is no such ${noun}.` }],
    })
  }
})

test("telemetry is pending as soon as the project sends some, before a job has planned to read it", async () => {
  const { prisma } = world.services.database
  const read = async ({ incidentId, actor }: Awaited<ReturnType<typeof makeIncident>>) => {
    const query = "query ($id: ID!) { incident(id: $id) { telemetry { isPending takenAt } } }"
    const { data } = await ask(world, actor, query, { id: incidentId })
    return (data as { incident: { telemetry: unknown } }).incident.telemetry
  }
  const send = async (projectId: string) => {
    const counts = { requests: 1, bytes: 1, records: 1, rejected: 0, dropped: 0, refused: 0 }
    await prisma.telemetryUsage.create({
      data: { projectId, day: new Date(), signal: "logs", ...counts },
    })
  }
  const made = await makeIncident()
  const { incidentId } = made
  expect(await read(made)).toBeNull()
  await send(made.projectId)
  expect(await read(made)).toEqual({ isPending: true, takenAt: null })
  await prisma.incidentTelemetry.create({ data: { incidentId, dueAt: new Date() } })
  expect(await read(made)).toEqual({ isPending: true, takenAt: null })
  await prisma.incidentTelemetry.update({ where: { incidentId }, data: { dueAt: null } })
  expect(await read(made)).toEqual({ isPending: false, takenAt: null })

  const other = await makeIncident()
  await send(other.projectId)
  await prisma.monitor.update({ where: { id: other.monitorId }, data: { kind: "tcp" } })
  expect(await read(other)).toBeNull()
})

const explained = `query ($id: ID!) {
  incident(id: $id) {
    title description titleFinding { text(language: DE) } findings { code text(language: DE) }
    timeline { body findings { code } }
    alerts { edges { node { description titleFinding { code } findings { code text(language: DE) } } } }
  }
}`

test("an outage is shown in the reader's language, and what a person wrote stays theirs", async () => {
  const { id: projectId } = await makeProject(world)
  const { ctx } = await makeMember(world, projectId, "editor", "Grace")
  const { outage } = await makeOutage(world, projectId, {
    level: "offline",
    findings: [{ code: "no_response", parameters: { afterMs: 2000 } }],
  })
  const id = outage.incidentId ?? ""
  const read = async () => (await ask(world, ctx.actor, explained, { id })).data
  const english = "No response was received 2.0 s after the request."
  const german = [{ code: "no_response", text: "Keine Antwort 2,0 s nach der Anfrage." }]
  const alert = {
    description: english,
    titleFinding: { code: "monitor_offline" },
    findings: german,
  }
  const shown = {
    title: "Shop is down",
    titleFinding: { text: "Shop ist ausgefallen" },
    description: english,
    findings: german,
    timeline: [{ body: english, findings: [{ code: "no_response" }] }],
    alerts: { edges: [{ node: alert }] },
  }
  expect(await read()).toEqual({ incident: shown })
  await updateIncident(ctx, { id, description: english })
  expect(await read()).toEqual({ incident: shown })
  await updateIncident(ctx, { id, title: "Fire", description: "The disk is full." })
  const written = { title: "Fire", titleFinding: null, description: "The disk is full." }
  expect(await read()).toEqual({ incident: { ...shown, ...written, findings: [] } })
  const search = `query ($id: ID!) { project(id: $id) {
    alerts(search: "no response") { totalCount } incidents(search: "no response") { totalCount } } }`
  expect((await ask(world, ctx.actor, search, { id: projectId })).data).toEqual({
    project: { alerts: { totalCount: 1 }, incidents: { totalCount: 0 } },
  })
})

test("an outage of an older version keeps its words until a check finds another reason", async () => {
  const { incidentId, alertId, actor } = await makeIncident()
  const { pool } = world.services.database
  const old = 'Got "TLS: no certificate", expected the body to contain "healthy".'
  await pool.query(
    "update incident set findings = null, title_finding = null, description = $2 where id = $1",
    [incidentId, old],
  )
  await pool.query("update alert set findings = null, description = $2 where id = $1", [
    alertId,
    old,
  ])
  const verbatim = { description: old, findings: [{ code: "as_written", text: old }] }
  const read = async () => (await ask(world, actor, explained, { id: incidentId })).data
  expect(await read()).toMatchObject({
    incident: { ...verbatim, titleFinding: null, alerts: { edges: [{ node: verbatim }] } },
  })
  const findings = [{ code: "no_response", parameters: { afterMs: 2000 } }] as const
  await transact(world.services, (tx) => renewReasons(tx, [{ incidentId, alertId, findings }]))
  const renewed = {
    description: "No response was received 2.0 s after the request.",
    findings: [{ code: "no_response" }],
  }
  expect(await read()).toMatchObject({
    incident: { ...renewed, alerts: { edges: [{ node: renewed }] } },
  })
})
