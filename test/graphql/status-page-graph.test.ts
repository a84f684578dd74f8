import { expect, test } from "vitest"
import { attachMonitor } from "../../src/graphql/status-pages/status-page/attach-resource.ts"
import { createStatusPage } from "../../src/graphql/status-pages/status-page/create-status-page.ts"
import { detachResource } from "../../src/graphql/status-pages/status-page/detach-resource.ts"
import { declareIncident } from "../../src/graphql/incidents/incident/declare-incident.ts"
import { newId } from "../../src/platform/id.ts"
import { makeKey, useApi } from "../support/api.ts"
import { ask, keyActor } from "../support/ask.ts"
import { insertMonitor } from "../support/checks.ts"
import { busIsIdle } from "../support/bus.ts"
import { overEvents } from "../support/live.ts"
import { makeMember } from "../support/people.ts"
import { makeProject } from "../support/world.ts"

const api = useApi()
const { world } = api

async function makeTeam() {
  const { id: projectId } = await makeProject(world)
  const { ctx } = await makeMember(world, projectId, "editor")
  return { projectId, actor: ctx.actor }
}

test("a page is created, filled, grouped and read as it is shown", async () => {
  const { projectId, actor } = await makeTeam()
  const monitor = await insertMonitor(world, projectId, { name: "prod-eu-1" })
  const slug = `acme-${newId().slice(-12)}`
  const run = async (source: string, variables: Record<string, unknown>) => {
    const { data, errors } = await ask(world, actor, source, variables)
    expect(errors).toEqual([])
    return Object.values(data ?? {})[0] as { id: string; url: string }
  }
  const page = await run(
    `mutation ($projectId: ID!, $slug: String!) {
      createStatusPage(projectId: $projectId, name: "Acme", slug: $slug, isPublic: true) { id url }
    }`,
    { projectId, slug },
  )
  expect(page.url).toBe(`${world.services.env.BASE_URL}/status/${slug}`)
  const resource = await run(
    `mutation ($page: ID!, $monitor: ID!) {
      attachStatusPageMonitor(statusPageId: $page, monitorId: $monitor, displayName: "Shop") {
        id order monitor { id name } monitorName group { id }
      }
    }`,
    { page: page.id, monitor: monitor.id },
  )
  expect(resource).toMatchObject({
    order: 1,
    monitor: { id: monitor.id, name: "prod-eu-1" },
    monitorName: "prod-eu-1",
    group: null,
  })
  const group = await run(
    `mutation ($page: ID!) { createStatusPageGroup(statusPageId: $page, name: "Europe") { id } }`,
    { page: page.id },
  )
  await run(
    `mutation ($id: ID!, $group: ID) {
      moveStatusPageResource(id: $id, groupId: $group, position: 1) { id }
    }`,
    { id: resource.id, group: group.id },
  )
  await run(
    `mutation ($id: ID!) { updateStatusPageResource(id: $id, showUptimePercent: false) { id } }`,
    { id: resource.id },
  )
  await run(`mutation ($id: ID!) { updateStatusPageGroup(id: $id, name: "EU") { id } }`, {
    id: group.id,
  })
  await run(
    `mutation ($id: ID!) {
      updateStatusPage(id: $id, description: "All of it", accentColor: "#FF6600") { id }
    }`,
    { id: page.id },
  )
  await run(`mutation ($id: ID!) { setStatusPageLogo(id: $id, image: "R0lGODlh") { id } }`, {
    id: page.id,
  })
  const read = `query ($id: ID!) { statusPage(id: $id) {
    name description slug isPublic accentColor groups { name order }
    resources { edges { node {
      monitorId displayName displayDescription showUptimePercent order group { name }
    } } }
  } }`
  expect(await run(read, { id: page.id })).toEqual({
    name: "Acme",
    description: "All of it",
    slug,
    isPublic: true,
    accentColor: "#ff6600",
    groups: [{ name: "EU", order: 1 }],
    resources: {
      edges: [
        {
          node: {
            monitorId: monitor.id,
            displayName: "Shop",
            displayDescription: "",
            showUptimePercent: false,
            order: 1,
            group: { name: "EU" },
          },
        },
      ],
    },
  })
  await run(`mutation ($id: ID!) { deleteStatusPageGroup(id: $id) }`, { id: group.id })
  await run(`mutation ($id: ID!) { detachStatusPageResource(id: $id) }`, { id: resource.id })
  await run(`mutation ($id: ID!) { deleteStatusPage(id: $id) }`, { id: page.id })
  const gone = await ask(world, actor, read, { id: page.id })
  expect(gone.errors).toMatchObject([{ code: "not_found" }])
})

type Edges = { edges: { cursor: string; node: Record<string, string> }[]; pageInfo: object }

test("pages are paginated by name while pages are added and deleted", async () => {
  const { projectId, actor } = await makeTeam()
  for (const name of ["Delta", "Alpha", "Charlie", "Bravo"]) {
    await createStatusPage(world.system, { projectId, name })
  }
  const list = async (args: string) => {
    const { data, errors } = await ask(
      world,
      actor,
      `query ($id: ID!) { project(id: $id) { statusPages(${args}) {
        edges { cursor node { id name } } pageInfo { hasNextPage hasPreviousPage }
      } } }`,
      { id: projectId },
    )
    expect(errors).toEqual([])
    return (data as { project: { statusPages: Edges } }).project.statusPages
  }
  const first = await list("first: 2")
  expect(first).toMatchObject({
    edges: [{ node: { name: "Alpha" } }, { node: { name: "Bravo" } }],
    pageInfo: { hasNextPage: true, hasPreviousPage: false },
  })
  await world.services.database.prisma.statusPage.delete({
    where: { id: first.edges[1]?.node["id"] ?? "" },
  })
  await createStatusPage(world.system, { projectId, name: "Aardvark" })
  expect(await list(`first: 2, after: "${first.edges[1]?.cursor}"`)).toMatchObject({
    edges: [{ node: { name: "Charlie" } }, { node: { name: "Delta" } }],
    pageInfo: { hasNextPage: false, hasPreviousPage: true },
  })
  expect(await list("last: 1")).toMatchObject({
    edges: [{ node: { name: "Delta" } }],
    pageInfo: { hasPreviousPage: true },
  })
})

test("resources are paginated in display order after a cursor whose row was detached", async () => {
  const { projectId, actor } = await makeTeam()
  const page = await createStatusPage(world.system, { projectId, name: "Acme" })
  for (const name of ["A", "B", "C"]) {
    const { id: monitorId } = await insertMonitor(world, projectId, { name })
    await attachMonitor(world.system, { statusPageId: page.id, monitorId })
  }
  const list = (args: string) =>
    ask(
      world,
      actor,
      `query ($id: ID!) { statusPage(id: $id) { resources(${args}) {
        edges { cursor node { id displayName order } }
      } } }`,
      { id: page.id },
    )
  const { data } = await list("first: 2")
  const { edges } = (data as { statusPage: { resources: Edges } }).statusPage.resources
  expect(edges.map(({ node }) => node["displayName"])).toEqual(["A", "B"])
  await detachResource(world.system, { id: edges[1]?.node["id"] ?? "" })
  const next = await list(`first: 2, after: "${edges[1]?.cursor}"`)
  expect(next.data).toMatchObject({
    statusPage: { resources: { edges: [{ node: { displayName: "C", order: 3 } }] } },
  })
  const refused = await list(`after: "nonsense"`)
  expect(refused.errors).toMatchObject([{ code: "validation_failed" }])
})

test("a key needs status_pages:read to read a page, and also monitors:read for its monitors", async () => {
  const { projectId } = await makeTeam()
  const page = await createStatusPage(world.system, { projectId, name: "Acme" })
  const { id: monitorId } = await insertMonitor(world, projectId)
  await attachMonitor(world.system, { statusPageId: page.id, monitorId })
  const key = keyActor(projectId, newId(), ["status_pages:read"])
  const read = (fields: string) =>
    ask(
      world,
      key,
      `query ($id: ID!) { statusPage(id: $id) { resources { edges { node { ${fields} } } } } }`,
      { id: page.id },
    )
  expect((await read("monitorId monitorName")).data).toMatchObject({
    statusPage: { resources: { edges: [{ node: { monitorId, monitorName: "Shop" } }] } },
  })
  expect((await read("monitor { id }")).errors).toMatchObject([{ code: "insufficient_scope" }])
  const other = keyActor(projectId, newId(), ["monitors:read"])
  const refused = await ask(world, other, "query ($id: ID!) { statusPage(id: $id) { id } }", {
    id: page.id,
  })
  expect(refused.errors).toMatchObject([{ code: "insufficient_scope" }])
})

test("an incident of the project can be shown on a page and hidden again, one of another project cannot", async () => {
  const { projectId, actor } = await makeTeam()
  const page = await createStatusPage(world.system, { projectId, name: "Acme" })
  const incident = await declareIncident(world.system, { projectId, title: "Fire" })
  const { projectId: elsewhere } = await makeTeam()
  const foreign = await declareIncident(world.system, { projectId: elsewhere, title: "Flood" })
  const show = (incidentId: string) =>
    ask(
      world,
      actor,
      `mutation ($page: ID!, $incident: ID!) {
        showIncidentOnStatusPage(statusPageId: $page, incidentId: $incident) { id }
      }`,
      { page: page.id, incident: incidentId },
    )
  const links = () =>
    world.services.database.prisma.statusPageIncident.count({ where: { pageId: page.id } })
  expect((await show(incident.id)).errors).toEqual([])
  expect((await show(incident.id)).errors).toEqual([])
  expect(await links()).toBe(1)
  const shown = await ask(
    world,
    actor,
    "query ($id: ID!) { statusPage(id: $id) { shownIncidents { id title } } }",
    { id: page.id },
  )
  expect(shown).toEqual({
    data: { statusPage: { shownIncidents: [{ id: incident.id, title: "Fire" }] } },
    errors: [],
  })
  expect((await show(foreign.id)).errors).toEqual((await show(newId())).errors)
  await ask(
    world,
    actor,
    `mutation ($page: ID!, $incident: ID!) {
      hideIncidentFromStatusPage(statusPageId: $page, incidentId: $incident) { id }
    }`,
    { page: page.id, incident: incident.id },
  )
  expect(await links()).toBe(0)
})

const heard = (isSnapshot: boolean, names: string[]) => ({
  data: {
    statusPageChanged: {
      isSnapshot,
      statusPage: {
        name: "Acme",
        resources: { edges: names.map((displayName) => ({ node: { displayName } })) },
      },
    },
  },
})

test("subscribers receive changes of a page, and another project's page cannot be subscribed to", async () => {
  const { projectId } = await makeTeam()
  const page = await createStatusPage(world.system, { projectId, name: "Acme" })
  const key = await makeKey(world, projectId, ["status_pages:read"])
  const source = (id: string) => `subscription {
    statusPageChanged(projectId: "${projectId}", statusPageId: "${id}") {
      isSnapshot statusPage { name resources { edges { node { displayName } } } }
    } }`
  const headers = { authorization: key.authorization }
  await busIsIdle(world)
  const stream = await overEvents(api.address, source(page.id), headers)
  expect(await stream.next()).toEqual(heard(true, []))
  const { id: monitorId } = await insertMonitor(world, projectId)
  await attachMonitor(world.system, { statusPageId: page.id, monitorId })
  expect(await stream.next()).toEqual(heard(false, ["Shop"]))
  await stream.close()
  const foreign = await createStatusPage(world.system, {
    projectId: (await makeTeam()).projectId,
    name: "Other",
  })
  for (const id of [foreign.id, newId()]) {
    const refused = await overEvents(api.address, source(id), headers)
    expect(await refused.rest()).toMatchObject([
      { errors: [{ message: "There is no such status page." }] },
    ])
  }
})
