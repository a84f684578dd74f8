import { randomUUID } from "node:crypto"
import { expect, test } from "vitest"
import { declareIncident } from "../../src/graphql/incidents/incident/declare-incident.ts"
import { createMonitor } from "../../src/graphql/monitoring/monitor/write/create-monitor.ts"
import { createPolicy } from "../../src/graphql/on-call/policy/create-policy.ts"
import { createStatusPage } from "../../src/graphql/status-pages/status-page/create-status-page.ts"
import { ask, keyActor } from "../support/ask.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()

async function scene() {
  const { system } = world
  const { id: projectId } = await makeProject(world)
  const target = { projectId, kind: "http", url: "http://127.0.0.1:1/" } as const
  const monitor = await createMonitor(system, { ...target, name: "Shop" })
  const incident = await declareIncident(system, {
    projectId,
    title: "Slow",
    monitorId: monitor.id,
  })
  const page = await createStatusPage(system, { projectId, name: "Shop" })
  const policy = await createPolicy(system, { projectId, name: "Night", rules: [] })
  return { projectId, monitor, incident, page, policy }
}

const one = `query ($id: ID!) {
  node(id: $id) { __typename id ... on Monitor { name incidents { edges { node { id } } } } }
}`
const many = "query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }"

test("every object with an id is found by it alone, with its nested objects", async () => {
  const { projectId, monitor, incident, page, policy } = await scene()
  const ids = [page.id, randomUUID(), projectId, policy.id, monitor.id, incident.id]
  const actor = keyActor(projectId, randomUUID(), [
    "monitors:read",
    "incidents:read",
    "status_pages:read",
    "on_call:read",
  ])
  expect(await ask(world, actor, many, { ids })).toEqual({
    data: {
      nodes: [
        { __typename: "StatusPage", id: page.id },
        null,
        { __typename: "Project", id: projectId },
        { __typename: "OnCallPolicy", id: policy.id },
        { __typename: "Monitor", id: monitor.id },
        { __typename: "Incident", id: incident.id },
      ],
    },
    errors: [],
  })
  expect(await ask(world, actor, one, { id: monitor.id })).toEqual({
    data: {
      node: {
        __typename: "Monitor",
        id: monitor.id,
        name: "Shop",
        incidents: { edges: [{ node: { id: incident.id } }] },
      },
    },
    errors: [],
  })
})

test("another project's id returns null, and one's own project needs the permission of its type", async () => {
  const [mine, other] = [await scene(), await scene()]
  const actor = keyActor(mine.projectId, randomUUID(), ["monitors:read"])
  const nothing = { data: { node: null }, errors: [] }
  for (const id of [randomUUID(), other.monitor.id, other.projectId, other.page.id]) {
    expect(await ask(world, actor, one, { id })).toEqual(nothing)
  }
  expect(await ask(world, { kind: "anonymous" }, one, { id: mine.page.id })).toMatchObject({
    data: { node: null },
  })
  expect(await ask(world, actor, many, { ids: [mine.monitor.id, mine.page.id] })).toMatchObject({
    data: { nodes: [{ __typename: "Monitor" }, null] },
    errors: [{ code: "insufficient_scope", path: "nodes.1" }],
  })
})

test("invalid ids, or too many, are refused", async () => {
  const { projectId } = await scene()
  const actor = keyActor(projectId, randomUUID(), ["monitors:read"])
  const codes = async (query: string, variables: object) =>
    (await ask(world, actor, query, { ...variables })).errors.map(({ code }) => code)
  expect(await codes(one, { id: "1" })).toEqual(["validation_failed"])
  const ids = Array.from({ length: 26 }, () => randomUUID())
  expect(await codes(many, { ids })).toEqual(["validation_failed"])
})
