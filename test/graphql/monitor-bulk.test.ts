import { expect, test } from "vitest"
import type { Actor } from "../../src/graphql/kernel/access.ts"
import { createMonitor } from "../../src/graphql/monitoring/monitor/write/create-monitor.ts"
import { recordChecks } from "../../src/graphql/monitoring/check/record-checks.ts"
import { createLabel } from "../../src/graphql/workspace/label/create-label.ts"
import { newId } from "../../src/platform/id.ts"
import { ask, keyActor } from "../support/ask.ts"
import { checkOf } from "../support/checks.ts"
import { makeMember } from "../support/people.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()
const system: Actor = { kind: "system", name: "test" }

const make = (projectId: string, name: string) =>
  createMonitor(world.system, { projectId, kind: "ping", name, host: "192.0.2.1" })

/** Types of the variables that a change may have beside its selection. */
const types = { durationMinutes: "Int!", addIds: "[ID!]", removeIds: "[ID!]", policyId: "ID" }

async function change(
  field: string,
  selection: object,
  more: Partial<Record<keyof typeof types, unknown>> = {},
  actor = system,
) {
  const names = Object.keys(more) as (keyof typeof types)[]
  const declared = names.map((name) => `, $${name}: ${types[name]}`).join("")
  const given = names.map((name) => `, ${name}: $${name}`).join("")
  const source = `mutation ($selection: MonitorSelection!${declared}) {
    changed: ${field}(selection: $selection${given}) { ids }
  }`
  const { data, errors } = await ask(world, actor, source, { selection, ...more })
  return { ids: (data as { changed: { ids: string[] } } | null)?.changed.ids ?? null, errors }
}

const rows = () => world.services.database.prisma

test("monitors are paused, resumed, muted and unmuted by filter and ids, with an audit entry each", async () => {
  const { id: projectId } = await makeProject(world)
  const [one, two, other] = [
    await make(projectId, "shop one"),
    await make(projectId, "shop two"),
    await make(projectId, "other"),
  ]
  await recordChecks(world.system, [checkOf(one, new Date())])
  const selection = { projectId, filter: { search: "shop" } }

  const paused = await change("pauseMonitors", selection)
  expect(paused.ids?.toSorted()).toEqual([one.id, two.id].toSorted())
  expect(await change("pauseMonitors", selection)).toMatchObject({
    ids: [],
  })
  expect(await rows().monitorState.findUnique({ where: { monitorId: one.id } })).toMatchObject({
    status: "unknown",
  })
  const byIds = { projectId, ids: [...(paused.ids ?? []), other.id] }
  const resumed = await change("resumeMonitors", byIds)
  expect(resumed.ids).toHaveLength(2)
  const muted = await change("muteMonitors", selection, { durationMinutes: 60 })
  expect(muted.ids).toHaveLength(2)
  const unmuted = await change("unmuteMonitors", byIds)
  expect(unmuted.ids).toHaveLength(2)
  const entries = await rows().auditEntry.findMany({
    where: { projectId, subjectId: one.id },
    orderBy: { id: "asc" },
  })
  expect(entries.map(({ action }) => action)).toEqual([
    "monitor.created",
    "monitor.paused",
    "monitor.resumed",
    "monitor.muted",
    "monitor.unmuted",
  ])
})

test("labels are added and removed, a policy is set, monitors are deleted", async () => {
  const { id: projectId } = await makeProject(world)
  const one = await make(projectId, "one")
  const two = await make(projectId, "two")
  const label = await createLabel(world.system, { projectId, name: "Shop", color: "#112233" })
  const selection = { projectId, ids: [one.id, two.id] }
  const add = { addIds: [label.id] }
  expect((await change("labelMonitors", selection, add)).ids).toHaveLength(2)
  expect((await change("labelMonitors", selection, add)).ids).toEqual([])
  const onlyOne = { projectId, ids: [one.id] }
  const removed = await change("labelMonitors", onlyOne, { removeIds: [label.id] })
  expect(removed.ids).toEqual([one.id])
  expect(await rows().monitorLabel.findMany({ where: { labelId: label.id } })).toEqual([
    { monitorId: two.id, labelId: label.id },
  ])

  const policy = await world.services.database.prisma.onCallPolicy.create({
    data: { id: newId(), projectId, name: "Night", repeatCount: 0, repeatDelayMinutes: 5 },
  })
  const moved = await change("setPolicyOfMonitors", selection, { policyId: policy.id })
  expect(moved.ids).toHaveLength(2)
  const back = await ask(
    world,
    system,
    `mutation ($selection: MonitorSelection!) {
      setPolicyOfMonitors(selection: $selection) { ids previous { policyId ids } } }`,
    { selection: { projectId, ids: moved.ids } },
  )
  expect(back.data).toMatchObject({
    setPolicyOfMonitors: { previous: [{ policyId: policy.id, ids: expect.anything() }] },
  })
  const wrong = await change("setPolicyOfMonitors", selection, { policyId: newId() })
  expect(wrong.errors[0]?.message).toContain("on-call policy of the project")

  expect((await change("deleteMonitors", selection)).ids).toHaveLength(2)
  expect(await rows().monitor.count({ where: { projectId, deletedAt: null } })).toBe(0)
})

test("other projects' monitors are ignored, and readers are refused", async () => {
  const { id: projectId } = await makeProject(world)
  const { id: elsewhere } = await makeProject(world)
  const theirs = await make(elsewhere, "theirs")
  const own = await make(projectId, "own")
  const selection = { projectId, ids: [theirs.id, own.id] }
  expect((await change("pauseMonitors", selection)).ids).toEqual([own.id])
  expect(await rows().monitor.findUnique({ where: { id: theirs.id } })).toMatchObject({
    pausedAt: null,
  })
  const key = keyActor(projectId, newId(), ["monitors:read"])
  const refused = await change("pauseMonitors", selection, {}, key)
  expect(refused.errors[0]?.code).toBe("insufficient_scope")
  const neither = await change("pauseMonitors", { projectId })
  expect(neither.errors[0]?.message).toContain("but not both")
})

test("a person's views are their own and are replaced by name", async () => {
  const { id: projectId } = await makeProject(world)
  const ann = (await makeMember(world, projectId, "viewer")).ctx.actor
  const bob = (await makeMember(world, projectId, "viewer")).ctx.actor
  const save = `mutation ($projectId: ID!, $search: String!) {
    saveView(projectId: $projectId, name: "Broken", search: $search) { id name search }
  }`
  const read = `query ($id: ID!) { project(id: $id) { savedViews { id name search } } }`
  await ask(world, ann, save, { projectId, search: "status=offline" })
  const { data } = await ask(world, ann, save, { projectId, search: "status=degraded" })
  const { id } = (data as { saveView: { id: string } }).saveView
  expect(await ask(world, ann, read, { id: projectId })).toMatchObject({
    data: { project: { savedViews: [{ id, name: "Broken", search: "status=degraded" }] } },
  })
  expect(await ask(world, bob, read, { id: projectId })).toMatchObject({
    data: { project: { savedViews: [] } },
  })
  const remove = `mutation ($id: ID!) { deleteView(id: $id) }`
  expect((await ask(world, bob, remove, { id })).errors[0]?.code).toBe("not_found")
  expect(await ask(world, ann, remove, { id })).toMatchObject({ data: { deleteView: id } })
})
