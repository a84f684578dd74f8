import { expect, test } from "vitest"
import {
  changeIncidentState,
  resolveIncident,
} from "../../src/graphql/incidents/incident/change-state.ts"
import { declareIncident } from "../../src/graphql/incidents/incident/declare-incident.ts"
import { addIncidentUpdate } from "../../src/graphql/incidents/incident/add-update.ts"
import { createStatusPage } from "../../src/graphql/status-pages/status-page/create-status-page.ts"
import { showIncident } from "../../src/graphql/status-pages/status-page/show-incident.ts"
import { attachMonitor } from "../../src/graphql/status-pages/status-page/attach-resource.ts"
import {
  draftPostmortem,
  type IncidentFacts,
} from "../../src/graphql/incidents/incident/rules/draft-postmortem.ts"
import { createState } from "../../src/graphql/incidents/state/create-state.ts"
import { recordChecks } from "../../src/graphql/monitoring/check/record-checks.ts"
import { ask } from "../support/ask.ts"
import { checkOf, insertMonitor, offline } from "../support/checks.ts"
import { makeMember } from "../support/people.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()

async function makeTeam() {
  const { id: projectId } = await makeProject(world)
  const { ctx } = await makeMember(world, projectId, "owner", "Grace")
  return { projectId, ctx, actor: ctx.actor }
}

const list = `query ($id: ID!, $isOpen: Boolean, $states: [String!], $monitorIds: [ID!], $since: DateTime, $until: DateTime, $isDeclaredManually: Boolean) {
  project(id: $id) {
    incidents(isOpen: $isOpen, states: $states, monitorIds: $monitorIds, since: $since, until: $until,
      isDeclaredManually: $isDeclaredManually, first: 1) {
      totalCount
      edges { node { title } }
    }
    alerts(isOpen: $isOpen, states: $states, monitorIds: $monitorIds, since: $since, until: $until) { totalCount }
  }
}`

test("incidents are filtered by state, time and every affected monitor, and counted", async () => {
  const { projectId, ctx, actor } = await makeTeam()
  const monitor = await insertMonitor(world, projectId)
  const monitors = [{ monitorId: monitor.id, status: "degraded" as const }]
  const first = await declareIncident(ctx, { projectId, title: "Slow checkout", monitors })
  await declareIncident(ctx, { projectId, title: "Search is down" })
  await resolveIncident(ctx, first.id)
  const find = async (filter: object) => {
    const { data, errors } = await ask(world, actor, list, { id: projectId, ...filter })
    expect(errors).toEqual([])
    const { project } = data as {
      project: { incidents: { totalCount: number; edges: { node: { title: string } }[] } }
    }
    const { totalCount, edges } = project.incidents
    return [totalCount, edges[0]?.node.title]
  }
  const later = new Date(Date.now() + 3_600_000).toISOString()
  expect(await find({})).toEqual([2, "Search is down"])
  expect(await find({ isOpen: true })).toEqual([1, "Search is down"])
  expect(await find({ isOpen: false })).toEqual([1, "Slow checkout"])
  expect(await find({ states: ["resolved"] })).toEqual([1, "Slow checkout"])
  expect(await find({ monitorIds: [monitor.id] })).toEqual([1, "Slow checkout"])
  expect(await find({ since: later })).toEqual([0, undefined])
  expect(await find({ until: later })).toEqual([2, "Search is down"])

  const failing = await insertMonitor(world, projectId, { name: "Mail", failureThreshold: 1 })
  await recordChecks(world.services, [checkOf(failing, new Date(), offline)])
  expect(await find({ isDeclaredManually: false })).toEqual([1, "Mail is down"])
  expect(await find({ isDeclaredManually: true })).toEqual([2, "Search is down"])
})

test("an incident is declared in any state but a resolved one", async () => {
  const { projectId, ctx, actor } = await makeTeam()
  const declare = `mutation ($projectId: ID!, $state: String) {
    declareIncident(projectId: $projectId, title: "Slow", state: $state) {
      isDeclaredManually acknowledgedBy state { name } } }`
  const say = (state?: string) => ask(world, actor, declare, { projectId, state })
  expect((await say()).data).toEqual({
    declareIncident: {
      isDeclaredManually: true,
      acknowledgedBy: null,
      state: { name: "identified" },
    },
  })
  expect((await say("acknowledged")).data).toMatchObject({
    declareIncident: { acknowledgedBy: "Grace", state: { name: "acknowledged" } },
  })
  await createState(ctx, {
    projectId,
    subject: "incident",
    name: "false alarm",
    color: "#112233",
    meaning: "resolved",
  })
  for (const state of ["resolved", "false alarm", "nonsense"]) {
    const { errors } = await say(state)
    expect(errors[0]?.message).toMatch(/#\/state must /)
  }
})

test("before an incident is declared, the pages that would show it are known", async () => {
  const { projectId, ctx, actor } = await makeTeam()
  const monitor = await insertMonitor(world, projectId)
  const page = await createStatusPage(ctx, { projectId, name: "Acme", isPublic: true })
  await attachMonitor(ctx, {
    statusPageId: page.id,
    monitorId: monitor.id,
    displayName: "Checkout",
  })
  const query = `query ($id: ID!, $monitorIds: [ID!]!) { project(id: $id) {
    incidentAudience(monitorIds: $monitorIds) {
      isAdded isAutomatic components subscribers statusPage { name } shown { title } } } }`
  const find = async (id: string, who: typeof actor, monitorIds: string[]) =>
    (await ask(world, who, query, { id, monitorIds })).data
  const seen = {
    isAdded: false,
    isAutomatic: true,
    components: ["Checkout"],
    subscribers: 0,
    statusPage: { name: "Acme" },
    shown: null,
  }
  expect(await find(projectId, actor, [monitor.id])).toEqual({
    project: { incidentAudience: [seen] },
  })
  expect(await find(projectId, actor, [])).toEqual({ project: { incidentAudience: [] } })
  const other = await makeTeam()
  expect(await find(other.projectId, other.actor, [monitor.id])).toEqual({
    project: { incidentAudience: [] },
  })
})

const moved = (body: string, text: string) => ({ body, findings: [{ text }] })

test("built-in states and severities are read in the reader's language, own ones as they are", async () => {
  const { projectId, ctx, actor } = await makeTeam()
  await createState(ctx, {
    projectId,
    subject: "incident",
    name: "low",
    meaning: "open",
    color: "#000000",
  })
  const { id } = await declareIncident(ctx, { projectId, title: "Mail is late" })
  await changeIncidentState(ctx, { id, state: "low" })
  await resolveIncident(ctx, id)
  const query = `query ($id: ID!) { incident(id: $id) {
    state { name label } severity { label } timeline { body findings { text } } } }`
  const german = { ...actor, language: "de" } as typeof actor
  const [read, other] = [
    await ask(world, german, query, { id }),
    await ask(world, actor, query, { id }),
  ]
  expect(read.data).toMatchObject({
    incident: {
      state: { name: "resolved", label: "gelöst" },
      severity: { label: "schwer" },
      timeline: [
        moved("low → resolved", "low → gelöst"),
        moved("identified → low", "erkannt → low"),
        {},
      ],
    },
  })
  expect(other.data).toMatchObject({
    incident: {
      state: { label: "resolved" },
      timeline: [moved("low → resolved", "low → resolved"), {}, {}],
    },
  })
})

test("a post-mortem is drafted from stored facts alone", async () => {
  const { projectId, ctx, actor } = await makeTeam()
  const monitor = await insertMonitor(world, projectId, { name: "Mail" })
  const { id } = await declareIncident(ctx, {
    projectId,
    title: "Mail\nis late",
    monitors: [{ monitorId: monitor.id, status: "degraded" }],
  })
  await addIncidentUpdate(ctx, { id, body: "The queue is full." })
  const query = "query ($id: ID!) { incident(id: $id) { postmortemDraft } }"
  const { data } = await ask(world, actor, query, { id })
  const { postmortemDraft: draft } = (data as { incident: { postmortemDraft: string } }).incident
  expect(draft).toContain("# Incident 1: Mail is late\n\n## Facts\n- Started: 20")
  expect(draft).toContain(
    "- Acknowledged: never\n- Resolved: not yet\n- Severity: major\n- Monitors: Mail",
  )
  expect(draft).toContain("## Who was paged\n- Nobody")
  expect(draft).toMatch(/UTC: declared by Grace\n- .* UTC: note by Grace: The queue is full\./)
  expect(draft).toContain("## Root cause\nNot in the stored facts: what caused it?")
  const facts = {
    number: 2,
    title: { code: "monitor_offline", parameters: { monitor: "Mail" } },
    severity: { code: "built_in_label", parameters: { name: "major" } },
    monitors: [],
    startedAt: new Date("2026-11-24T19:00:00.000Z"),
    createdAt: new Date("2026-11-24T19:02:00.000Z"),
    acknowledgedAt: null,
    acknowledgedBy: null,
    resolvedAt: null,
    detection: [],
    telemetryUrl: null,
    pages: [{ name: null, at: new Date("2026-11-24T19:02:24.000Z") }],
    timeline: [
      {
        at: new Date("2026-11-24T19:13:00.000Z"),
        kind: "resolved",
        actorName: "Watchkeeper",
        text: "",
        findings: [],
        flap: { outages: 7, until: new Date("2026-11-24T19:22:00.000Z") },
      },
    ],
  } satisfies IncidentFacts
  const plainly = { language: "en", maxCharacters: null } as const
  const flapped = draftPostmortem(facts, plainly)
  expect(flapped).toContain("# Incident 2: Mail is down")
  expect(flapped).toContain("- 2026-11-24 19:02:24 UTC: deleted")
  expect(flapped).toContain(
    "- 2026-11-24 19:13:00 UTC: flapped 7 times until 2026-11-24 19:22:00 UTC by Watchkeeper",
  )
  const german = draftPostmortem(facts, { ...plainly, language: "de" })
  expect(german).toContain("# Vorfall 2: Mail ist ausgefallen")
  expect(german).toContain("- Schweregrad: schwer\n- Monitore: keine")
  expect(german).toContain("Nicht in den gespeicherten Fakten: was war die Ursache?")
  const monitors = Array.from({ length: 12 }, (_, at) => `m${at}`)
  const long = draftPostmortem(
    {
      ...facts,
      monitors,
      timeline: Array<(typeof facts.timeline)[0]>(60).fill(facts.timeline[0]!),
    },
    plainly,
  )
  expect(long).toContain("m9 and 2 more")
  expect(long).toContain("- (10 entries left out)")
})

test("an incident names the status pages that show it, their subscribers and what they read", async () => {
  const { projectId, ctx, actor } = await makeTeam()
  const monitor = await insertMonitor(world, projectId)
  const automatic = await createStatusPage(ctx, { projectId, name: "Acme", isPublic: true })
  await attachMonitor(ctx, {
    statusPageId: automatic.id,
    monitorId: monitor.id,
    displayName: "Checkout",
  })
  const added = await createStatusPage(ctx, { projectId, name: "Beta", isPublic: true })
  const { id } = await declareIncident(ctx, {
    projectId,
    title: "Payments fail",
    monitors: [{ monitorId: monitor.id, status: "offline" }],
  })
  await addIncidentUpdate(ctx, { id, body: "Known to us only." })
  await addIncidentUpdate(ctx, { id, body: "We are on it.", isPublic: true })
  await showIncident(ctx, { statusPageId: added.id, incidentId: id })
  await world.services.database.pool.query(
    `insert into status_page_subscriber (id, page_id, kind, sealed_address, address_hash, confirmed_at, asked_at)
     select gen_random_uuid(), $1, 'email', ''::bytea, n::text::bytea, case when n < 3 then now() end, now()
       from generate_series(1, 3) n`,
    [automatic.id],
  )
  const { data, errors } = await ask(
    world,
    actor,
    `query ($id: ID!) { incident(id: $id) {
      timeline { kind body isPublic isAutomatic }
      audience { isAdded isAutomatic components subscribers statusPage { name }
        shown { title updates { kind body } } } } }`,
    { id },
  )
  expect(errors).toEqual([])
  const shown = {
    title: "Payments fail",
    updates: [
      { kind: "NOTE", body: "We are on it." },
      { kind: "DECLARED", body: null },
    ],
  }
  const note = { kind: "NOTE", isAutomatic: false }
  expect(data).toEqual({
    incident: {
      timeline: [
        { ...note, body: "We are on it.", isPublic: true },
        { ...note, body: "Known to us only.", isPublic: false },
        { kind: "DECLARED", body: "", isPublic: true, isAutomatic: false },
      ],
      audience: [
        {
          isAdded: false,
          isAutomatic: true,
          components: ["Checkout"],
          subscribers: 2,
          statusPage: { name: "Acme" },
          shown,
        },
        {
          isAdded: true,
          isAutomatic: false,
          components: [],
          subscribers: 0,
          statusPage: { name: "Beta" },
          shown,
        },
      ],
    },
  })
})
