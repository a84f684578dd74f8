import { expect, test } from "vitest"
import { newId } from "../../src/platform/id.ts"
import { scheduleMaintenance } from "../../src/graphql/maintenance/window/schedule-maintenance.ts"
import { cancelMaintenance } from "../../src/graphql/maintenance/window/end-maintenance.ts"
import { makeKey, useApi } from "../support/api.ts"
import { ask } from "../support/ask.ts"
import { busIsIdle } from "../support/bus.ts"
import { overEvents } from "../support/live.ts"
import { makeMonitorRow } from "../support/monitor-row.ts"
import { makeMember } from "../support/people.ts"
import { makeProject } from "../support/world.ts"

const api = useApi()
const { world } = api

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
  ) { id title state startsAt endsAt monitorCount monitors { edges { node { id } } } }
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
        monitorCount: 1,
        monitors: { edges: [{ node: { id: monitorId } }] },
      },
    },
    errors: [],
  })
  const list = async (args: string) => {
    const { data } = await ask(
      world,
      actor,
      `query ($id: ID!) { project(id: $id) { maintenances(${args}) { edges { node { id monitorCount } } } } }`,
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

test("a monitor names the window that it is in, and lists find windows by time and state", async () => {
  const { projectId, monitorId, actor } = await makeTeam()
  const at = (minutes: number) =>
    new Date(world.services.clock.now().getTime() + minutes * 60_000).toISOString()
  const make = async (title: string, from: number, to: number) => {
    const { data } = await ask(
      world,
      actor,
      `mutation ($project: ID!, $monitors: [ID!], $title: String!, $from: DateTime!, $to: DateTime!) {
        scheduleMaintenance(
          projectId: $project, title: $title, monitorIds: $monitors, startsAt: $from, endsAt: $to
        ) { id }
      }`,
      { project: projectId, monitors: [monitorId], title, from: at(from), to: at(to) },
    )
    return (data as { scheduleMaintenance: { id: string } }).scheduleMaintenance.id
  }
  const current = async () => {
    const { data } = await ask(
      world,
      actor,
      "query ($id: ID!) { monitor(id: $id) { currentMaintenance { title } } }",
      { id: monitorId },
    )
    return data
  }
  expect(await current()).toEqual({ monitor: { currentMaintenance: null } })
  await make("Tomorrow", 1440, 1500)
  expect(await current()).toEqual({ monitor: { currentMaintenance: null } })
  const now = await make("Now", -5, 60)
  expect(await current()).toEqual({ monitor: { currentMaintenance: { title: "Now" } } })
  const list = async (args: string) => {
    const { data } = await ask(
      world,
      actor,
      `query ($id: ID!) { project(id: $id) { maintenances(${args}) { edges { node { title } } } } }`,
      { id: projectId },
    )
    const { project } = data as { project: { maintenances: { edges: { node: object }[] } } }
    return project.maintenances.edges.map(({ node }) => node)
  }
  const span = (from: number, until: number) => `from: "${at(from)}", until: "${at(until)}"`
  expect(await list(span(30, 100))).toEqual([{ title: "Now" }])
  expect(await list(span(61, 100))).toEqual([])
  expect(await list(span(1450, 1460))).toEqual([{ title: "Tomorrow" }])
  await ask(world, actor, "mutation ($id: ID!) { cancelMaintenance(id: $id) { id } }", { id: now })
  expect(await current()).toEqual({ monitor: { currentMaintenance: null } })
  expect(await list("states: [CANCELLED]")).toEqual([{ title: "Now" }])
})

test("the dates of a series are shown before it is saved", async () => {
  const { projectId, actor } = await makeTeam()
  const dates = (rule: string) =>
    ask(
      world,
      actor,
      `query ($id: ID!) { maintenanceSeriesDates(
        projectId: $id, timeZone: "Europe/Berlin", startTime: "02:00", durationMinutes: 60, ${rule}
      ) { startsAt endsAt } }`,
      { id: projectId },
    )
  const daily = await dates(`unit: DAYS, startsOn: "2998-03-30", endsOn: "2998-03-31"`)
  expect(daily.errors[0]?.message).toMatch(/2000 and 2100/)
  const { data } = await dates(
    `unit: WEEKS, weekdays: [7], startsOn: "2098-03-24", endsOn: "2098-04-06"`,
  )
  expect(data).toEqual({
    maintenanceSeriesDates: [
      { startsAt: "2098-03-30T01:00:00.000Z", endsAt: "2098-03-30T02:00:00.000Z" },
      { startsAt: "2098-04-06T00:00:00.000Z", endsAt: "2098-04-06T01:00:00.000Z" },
    ],
  })
})

const event = (isSnapshot: boolean, title: string, state: string) => ({
  data: { maintenanceChanged: { isSnapshot, maintenance: { title, state } } },
})

test("subscribers receive every change of a maintenance", async () => {
  const { projectId } = await makeTeam()
  const now = world.services.clock.now().getTime()
  const schedule = (title: string) =>
    scheduleMaintenance(world.system, {
      projectId,
      title,
      startsAt: new Date(now + 3_600_000),
      endsAt: new Date(now + 7_200_000),
    })
  const first = await schedule("Disks")
  const key = await makeKey(world, projectId, ["maintenances:read"])
  const source = `subscription { maintenanceChanged(projectId: "${projectId}") {
    isSnapshot maintenance { title state } } }`
  await busIsIdle(world)
  const stream = await overEvents(api.address, source, { authorization: key.authorization })
  expect(await stream.next()).toEqual(event(true, "Disks", "SCHEDULED"))
  await schedule("Network")
  expect(await stream.next()).toEqual(event(false, "Network", "SCHEDULED"))
  await cancelMaintenance(world.system, first.id)
  expect(await stream.next()).toEqual(event(false, "Disks", "CANCELLED"))
  await stream.close()
})
