import { expect, test } from "vitest"
import { newId } from "../../src/platform/id.ts"
import { ask } from "../support/ask.ts"
import { makeMonitorRow } from "../support/monitor-row.ts"
import { makeMember } from "../support/people.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()

async function makeTeam() {
  const project = await makeProject(world)
  const monitor = await makeMonitorRow(world, project.id)
  const { ctx } = await makeMember(world, project.id, "editor")
  return { projectId: project.id, monitorId: monitor.id, actor: ctx.actor }
}

const schedule = `mutation ($project: ID!, $monitors: [ID!]) {
  scheduleMaintenance(
    projectId: $project, title: "New disks", monitorIds: $monitors,
    startsAt: "2999-01-01T00:00:00Z", endsAt: "2999-01-02T00:00:00Z"
  ) { id title state startsAt endsAt monitors { edges { node { id } } } }
}`

test("a window is scheduled, listed with its monitors, and cancelled", async () => {
  const { projectId, monitorId, actor } = await makeTeam()
  const planned = await ask(world, actor, schedule, { project: projectId, monitors: [monitorId] })
  const { scheduleMaintenance: window } = planned.data as {
    scheduleMaintenance: { id: string }
  }
  expect(planned).toEqual({
    data: {
      scheduleMaintenance: {
        id: window.id,
        title: "New disks",
        state: "SCHEDULED",
        startsAt: "2999-01-01T00:00:00.000Z",
        endsAt: "2999-01-02T00:00:00.000Z",
        monitors: { edges: [{ node: { id: monitorId } }] },
      },
    },
    errors: [],
  })
  const list = async (args: string) => {
    const { data } = await ask(
      world,
      actor,
      `query ($id: ID!) { project(id: $id) { maintenances(${args}) { edges { node { id } } } } }`,
      { id: projectId },
    )
    const { project } = data as {
      project: { maintenances: { edges: { node: { id: string } }[] } }
    }
    return project.maintenances.edges.map(({ node }) => node.id)
  }
  expect(await list(`monitorIds: ["${monitorId}"]`)).toEqual([window.id])
  expect(await list(`monitorIds: ["${newId()}"]`)).toEqual([])
  expect(await list(`search: "DISKS", activeOnly: true, sort: CREATED_AT_ASC`)).toEqual([window.id])
  const cancelled = await ask(
    world,
    actor,
    "mutation ($id: ID!) { cancelMaintenance(id: $id) { state } }",
    { id: window.id },
  )
  expect(cancelled.data).toEqual({ cancelMaintenance: { state: "CANCELLED" } })
  expect(await list("activeOnly: true")).toEqual([])
})

test("a project's deliveries are listed newest first, by state and by subject", async () => {
  const { projectId, actor } = await makeTeam()
  const { data } = await ask(world, actor, schedule, { project: projectId })
  const { id } = (data as { scheduleMaintenance: { id: string } }).scheduleMaintenance
  const read = (args: string) =>
    ask(
      world,
      actor,
      `query ($id: ID!) { project(id: $id) { deliveries(${args}) { edges { node {
        event subjectId target state attemptCount lastError settledAt payload
      } } } } }`,
      { id: projectId },
    )
  const answer = await read(`subjectId: "${id}", states: [PENDING]`)
  expect(answer).toMatchObject({
    data: {
      project: {
        deliveries: {
          edges: [
            {
              node: {
                event: "maintenance.scheduled",
                subjectId: id,
                target: "everyone",
                state: "PENDING",
                attemptCount: 0,
                lastError: null,
                settledAt: null,
                payload: { maintenance: { id, state: { name: "scheduled", color: "#175cd3" } } },
              },
            },
          ],
        },
      },
    },
    errors: [],
  })
  const none = { data: { project: { deliveries: { edges: [] } } }, errors: [] }
  expect(await read(`states: [UNADDRESSED, DEAD]`)).toEqual(none)
  expect(await read(`subjectId: "${newId()}"`)).toEqual(none)
  expect(await read(`events: ["maintenance.scheduled"], states: [PENDING]`)).toEqual(answer)
  const refused = await read(`events: ["maintenance.began"]`)
  expect(refused.errors[0]?.message).toMatch(
    /^The input is not valid: #\/events\/0 must be one of monitor\.created, /,
  )
})

test("another project's maintenance fails like an unknown one", async () => {
  const other = await makeTeam()
  const { data } = await ask(world, other.actor, schedule, { project: other.projectId })
  const { id } = (data as { scheduleMaintenance: { id: string } }).scheduleMaintenance
  const { actor } = await makeTeam()
  const operations = [
    "query ($id: ID!) { maintenance(id: $id) { title } }",
    `mutation ($id: ID!) { updateMaintenance(id: $id, title: "x") { title } }`,
    "mutation ($id: ID!) { cancelMaintenance(id: $id) { title } }",
    "mutation ($id: ID!) { endMaintenance(id: $id) { title } }",
  ]
  for (const source of operations) {
    const foreign = await ask(world, actor, source, { id })
    expect(foreign).toEqual(await ask(world, actor, source, { id: newId() }))
    expect(foreign.errors).toMatchObject([
      { code: "not_found", message: "There is no such maintenance." },
    ])
  }
  const planned = [other.projectId, newId()].map((project) =>
    ask(world, actor, schedule, { project }),
  )
  for (const answer of await Promise.all(planned)) {
    expect(answer.errors).toMatchObject([
      { code: "not_found", message: "There is no such project." },
    ])
  }
})
