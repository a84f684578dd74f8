import { expect, test } from "vitest"
import { resolveIncident } from "../../src/graphql/incidents/incident/change-state.ts"
import { declareIncident } from "../../src/graphql/incidents/incident/declare-incident.ts"
import { addIncidentUpdate } from "../../src/graphql/incidents/incident/add-update.ts"
import { createStatusPage } from "../../src/graphql/status-pages/status-page/create-status-page.ts"
import { showIncident } from "../../src/graphql/status-pages/status-page/show-incident.ts"
import { attachMonitor } from "../../src/graphql/status-pages/status-page/attach-resource.ts"
import { ask } from "../support/ask.ts"
import { insertMonitor } from "../support/checks.ts"
import { makeMember } from "../support/people.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()

async function makeTeam() {
  const { id: projectId } = await makeProject(world)
  const { ctx } = await makeMember(world, projectId, "owner", "Grace")
  return { projectId, ctx, actor: ctx.actor }
}

const list = `query ($id: ID!, $isOpen: Boolean, $states: [String!], $monitorIds: [ID!], $since: DateTime, $until: DateTime) {
  project(id: $id) {
    incidents(isOpen: $isOpen, states: $states, monitorIds: $monitorIds, since: $since, until: $until, first: 1) {
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
