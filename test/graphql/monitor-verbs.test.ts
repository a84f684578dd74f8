import { expect, test } from "vitest"
import { contextFor } from "../../src/graphql/kernel/context.ts"
import { DomainError } from "../../src/graphql/kernel/errors.ts"
import { newMachine } from "../../src/graphql/monitoring/check/rules/check-state.ts"
import { createLabel } from "../../src/graphql/workspace/label/create-label.ts"
import { createMonitor } from "../../src/graphql/monitoring/monitor/write/create-monitor.ts"
import { deleteMonitor } from "../../src/graphql/monitoring/monitor/write/delete-monitor.ts"
import type { MonitorInput } from "../../src/graphql/monitoring/monitor/write/monitor-draft.ts"
import { muteMonitor } from "../../src/graphql/monitoring/monitor/silence/mute-monitor.ts"
import { pauseMonitor } from "../../src/graphql/monitoring/monitor/silence/pause-monitor.ts"
import { requestCheck } from "../../src/graphql/monitoring/monitor/state/request-check.ts"
import { resumeMonitor } from "../../src/graphql/monitoring/monitor/silence/resume-monitor.ts"
import { rotateHeartbeatUrl } from "../../src/graphql/monitoring/monitor/heartbeat/rotate-heartbeat-url.ts"
import {
  readChanges,
  readTargets,
} from "../../src/graphql/monitoring/monitor/target/monitor-targets.ts"
import { unmuteMonitor } from "../../src/graphql/monitoring/monitor/silence/unmute-monitor.ts"
import { updateMonitor } from "../../src/graphql/monitoring/monitor/write/update-monitor.ts"
import { newId } from "../../src/platform/id.ts"
import { makeMember, makePerson } from "../support/people.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()

const make = async (more: MonitorInput = {}, project?: { id: string }) => {
  const { id: projectId } = project ?? (await makeProject(world))
  return createMonitor(world.system, {
    projectId,
    kind: "ping",
    name: "gate",
    host: "192.0.2.1",
    ...more,
  })
}

const refusal = async (attempt: Promise<unknown>) => {
  const error: unknown = await attempt.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof DomainError)) throw new Error("was not refused", { cause: error })
  const { code, message, issues } = error
  return { code, message, issues }
}

const json = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

const issue = (pointer: string, detail: RegExp) => ({
  code: "validation_failed",
  issues: [{ pointer, detail: expect.stringMatching(detail) }],
})

const auditOf = async (subjectId: string) => {
  const rows = await world.services.database.prisma.auditEntry.findMany({
    where: { subjectId },
    orderBy: { id: "asc" },
  })
  return rows.map(({ action }) => action)
}

const eventsOf = async (subjectId: string) => {
  const rows = await world.services.database.prisma.delivery.findMany({
    where: { subjectId },
    orderBy: { id: "asc" },
  })
  return rows.map(({ event, payload }) => ({ event, payload }))
}

test("pausing makes the status unknown, resets the counts and keeps the outage", async () => {
  const { prisma } = world.services.database
  const monitor = await make()
  const since = new Date("2026-11-21T09:00:00Z")
  const run = { count: 3, since }
  const before = {
    ...newMachine(),
    confirmed: "offline",
    runs: {
      offline: run,
      bad: run,
      good: { count: 0, since: null },
      up: { count: 0, since: null },
    },
    outage: {
      level: "offline",
      startedAt: since,
      isDeclared: true,
      wasSilenced: false,
      incidentId: newId(),
      alertId: null,
    },
  }
  await prisma.monitorState.update({
    where: { monitorId: monitor.id },
    data: { status: "offline", statusSince: since, machine: JSON.parse(JSON.stringify(before)) },
  })
  const received = Promise.withResolvers<unknown>()
  const stop = world.services.bus.subscribe("monitor.status_changed", (payload) => {
    if (payload.monitorId === monitor.id) received.resolve(payload)
  })
  const paused = await pauseMonitor(world.system, monitor.id)
  const state = await prisma.monitorState.findUniqueOrThrow({ where: { monitorId: monitor.id } })
  expect(state).toMatchObject({ status: "unknown", statusSince: paused.pausedAt })
  expect(state.machine).toEqual(
    json({
      ...newMachine(),
      outage: { ...before.outage, findings: [] },
      countsFrom: paused.pausedAt,
    }),
  )
  const [change] = await prisma.statusChange.findMany({ where: { monitorId: monitor.id } })
  expect(change).toMatchObject({
    from: "offline",
    to: "unknown",
    at: paused.pausedAt,
    decidedAt: paused.pausedAt,
    reason: null,
    findings: [{ code: "monitor_paused", parameters: {} }],
    verdictId: null,
  })
  expect(await received.promise).toEqual({
    projectId: monitor.projectId,
    monitorId: monitor.id,
    changeId: change?.id,
  })
  stop()
  expect(await eventsOf(monitor.id)).toEqual([
    {
      event: "monitor.created",
      payload: { monitor: { id: monitor.id, name: "gate", monitor_type: "ping" } },
    },
    {
      event: "monitor.status_changed",
      payload: {
        monitor: { id: monitor.id, name: "gate" },
        from: "offline",
        to: "unknown",
        at: paused.pausedAt?.toISOString(),
        reason: "The monitor was paused.",
        findings: [{ code: "monitor_paused", parameters: {}, text: "The monitor was paused." }],
      },
    },
    {
      event: "monitor.updated",
      payload: { monitor: { id: monitor.id, name: "gate", monitor_type: "ping" } },
    },
  ])
})

/** What a prober reads of all changes since then. */
async function readSince(since: Date) {
  const { versions } = await readChanges(world.services, { shards: [0], shardCount: 1, since })
  return readTargets(world.services, { ids: [...versions.keys()] })
}

test("each write of a monitor gives it another version, and reading none", async () => {
  const monitor = await make()
  const { readAt } = await readTargets(world.services, { ids: [monitor.id] })
  const since = new Date(readAt.getTime() - 10_000)
  const versionOf = async () => {
    const asked = { shards: [0], shardCount: 1, since }
    return (await readChanges(world.services, asked)).versions.get(monitor.id)
  }
  const versions = [await versionOf()]
  expect(await versionOf()).toBe(versions[0])
  for (const change of [pauseMonitor, resumeMonitor, requestCheck]) {
    await change(world.system, monitor.id)
    versions.push(await versionOf())
  }
  expect(new Set(versions).size).toBe(4)
})

test("pause and resume are published to probers once each", async () => {
  const monitor = await make()
  const { readAt } = await readTargets(world.services, { ids: [monitor.id] })
  const paused = await pauseMonitor(world.system, monitor.id)
  expect(await pauseMonitor(world.system, monitor.id)).toEqual(paused)
  expect(await readSince(readAt)).toMatchObject({
    targets: [],
    gone: [monitor.id],
  })
  expect(await refusal(requestCheck(world.system, monitor.id))).toMatchObject({ code: "conflict" })
  const resumed = await resumeMonitor(world.system, monitor.id)
  expect(resumed).toMatchObject({ pausedAt: null, checkRequestedAt: resumed.watchedSince })
  expect(await resumeMonitor(world.system, monitor.id)).toEqual(resumed)
  expect(await readSince(readAt)).toMatchObject({
    targets: [{ monitorId: monitor.id, checkRequestedAt: resumed.watchedSince }],
    gone: [],
  })
  expect(await auditOf(monitor.id)).toEqual([
    "monitor.created",
    "monitor.paused",
    "monitor.resumed",
  ])
})

test("requesting a check does not count as a change of the monitor", async () => {
  const monitor = await make()
  const { readAt } = await readTargets(world.services, { ids: [monitor.id] })
  const asked = await requestCheck(world.system, monitor.id)
  expect(asked.updatedAt).toEqual(monitor.updatedAt)
  expect(asked.checkRequestedAt?.getTime()).toBeGreaterThanOrEqual(readAt.getTime())
  const { targets } = await readSince(readAt)
  expect(targets).toMatchObject([{ monitorId: monitor.id }])
})

test("a heartbeat can be checked on request only once a ping has reached it", async () => {
  const { projectId } = await make()
  const monitor = await createMonitor(world.system, {
    projectId,
    kind: "heartbeat",
    name: "Backup",
    heartbeatIntervalMinutes: 5,
  })
  expect(await refusal(requestCheck(world.system, monitor.id))).toMatchObject({ code: "conflict" })
  await world.services.database.pool.query(
    "update monitor_state set last_ping_at = now(), last_ping_kind = 'success' where monitor_id = $1",
    [monitor.id],
  )
  expect((await requestCheck(world.system, monitor.id)).checkRequestedAt).toBeInstanceOf(Date)
})

test("a mute has one of two forms of a deadline within 30 days; a new one replaces it", async () => {
  const { id } = await make()
  const until = new Date(Date.now() + 3_600_000)
  expect((await muteMonitor(world.system, id, { until })).mutedUntil).toEqual(until)
  const longest = await muteMonitor(world.system, id, { durationMinutes: 43_200 })
  expect(longest.mutedUntil?.getTime()).toBe(longest.updatedAt.getTime() + 43_200 * 60_000)
  const both = muteMonitor(world.system, id, { until, durationMinutes: 1 })
  expect(await refusal(both)).toMatchObject(issue("#/until", /but not both/))
  expect(await refusal(muteMonitor(world.system, id, {}))).toMatchObject(
    issue("#/until", /must be given, but not both/),
  )
  const past = muteMonitor(world.system, id, { until: new Date(Date.now() - 1000) })
  expect(await refusal(past)).toMatchObject(issue("#/until", /must be after/))
  const far = muteMonitor(world.system, id, { until: new Date(Date.now() + 31 * 86_400_000) })
  expect(await refusal(far)).toMatchObject(issue("#/until", /within 30 days/))
  for (const durationMinutes of [0, 43_201, 1.5]) {
    const wrong = muteMonitor(world.system, id, { durationMinutes })
    expect(await refusal(wrong)).toMatchObject(issue("#/durationMinutes", /from 1 to 43200/))
  }
  const unmuted = await unmuteMonitor(world.system, id)
  expect(unmuted.mutedUntil).toBeNull()
  expect(await unmuteMonitor(world.system, id)).toEqual(unmuted)
  expect(await auditOf(id)).toEqual([
    "monitor.created",
    "monitor.muted",
    "monitor.muted",
    "monitor.unmuted",
  ])
})

test("deleting a monitor leaves its children without a parent and hides it from every mutation", async () => {
  const project = await makeProject(world)
  const parent = await make({ name: "parent" }, project)
  const child = await make({ name: "child", parentId: parent.id }, project)
  const { readAt } = await readTargets(world.services)
  expect(await deleteMonitor(world.system, parent.id)).toBe(parent.id)
  const { prisma } = world.services.database
  expect(await prisma.monitor.findUnique({ where: { id: child.id } })).toMatchObject({
    parentId: null,
    deletedAt: null,
  })
  // Earlier than the read, as the prober asks: the machine's clock may be set back a little meanwhile.
  const read = await readSince(new Date(readAt.getTime() - 10_000))
  expect(read.gone).toContain(parent.id)
  expect(read.targets.map((one) => one.monitorId)).toContain(child.id)
  expect((await eventsOf(parent.id)).map((one) => one.event)).toEqual([
    "monitor.created",
    "monitor.deleted",
  ])
  const verbs = [updateMonitor(world.system, parent.id, {}), deleteMonitor(world.system, parent.id)]
  for (const verb of verbs) {
    expect(await refusal(verb)).toMatchObject({ code: "not_found" })
  }
})

test("parents form no cycle, stay in their project and are at most ten levels deep", async () => {
  const project = await makeProject(world)
  const chain = [await make({ name: "level 1" }, project)]
  for (let level = 2; level <= 10; level++) {
    chain.push(await make({ name: `level ${level}`, parentId: chain.at(-1)?.id ?? null }, project))
  }
  const [root] = chain
  const leaf = chain.at(-1)
  if (root === undefined || leaf === undefined) throw new Error("the chain has ten links")
  const tooDeep = { pointer: "#/parentId", detail: "must not create a tree deeper than 10 levels" }
  expect(await refusal(make({ parentId: leaf.id }, project))).toMatchObject({ issues: [tooDeep] })
  const above = await make({ name: "above" }, project)
  const sink = updateMonitor(world.system, root.id, { parentId: above.id })
  expect(await refusal(sink)).toMatchObject({ issues: [tooDeep] })
  for (const parentId of [root.id, leaf.id]) {
    expect(await refusal(updateMonitor(world.system, root.id, { parentId }))).toMatchObject({
      issues: [{ detail: "must not be the monitor itself or one of its descendants" }],
    })
  }
  const stranger = await make()
  const foreign = await refusal(updateMonitor(world.system, root.id, { parentId: stranger.id }))
  const unknown = await refusal(updateMonitor(world.system, root.id, { parentId: newId() }))
  expect(foreign).toEqual(unknown)
  expect(foreign).toMatchObject({
    issues: [{ pointer: "#/parentId", detail: "There is no such monitor." }],
  })
  expect((await updateMonitor(world.system, leaf.id, { parentId: null })).parentId).toBeNull()
})

test("two monitors that concurrently become each other's parents form no cycle", async () => {
  const project = await makeProject(world)
  for (let round = 0; round < 5; round++) {
    const [one, two] = await Promise.all([make({}, project), make({}, project)])
    const done = await Promise.allSettled([
      updateMonitor(world.system, one.id, { parentId: two.id }),
      updateMonitor(world.system, two.id, { parentId: one.id }),
    ])
    expect(done.map((each) => each.status).toSorted((a, b) => a.localeCompare(b))).toEqual([
      "fulfilled",
      "rejected",
    ])
  }
})

test("labels are given by name or id, must exist, and other projects' are unknown", async () => {
  const project = await makeProject(world)
  const other = await makeProject(world)
  const shop = await createLabel(world.system, { projectId: project.id, name: "shop" })
  const eu = await createLabel(world.system, { projectId: project.id, name: "eu" })
  const foreign = await createLabel(world.system, { projectId: other.id, name: "shop" })
  const monitor = await make({ labels: ["shop"] }, project)
  const worn = async () => {
    const rows = await world.services.database.prisma.monitorLabel.findMany({
      where: { monitorId: monitor.id },
    })
    return rows.map((row) => row.labelId).toSorted((a, b) => a.localeCompare(b))
  }
  expect(await worn()).toEqual([shop.id])
  await updateMonitor(world.system, monitor.id, { labelIds: [eu.id, shop.id, eu.id] })
  expect(await worn()).toEqual([shop.id, eu.id])
  const wear = (labelIds: string[]) =>
    refusal(updateMonitor(world.system, monitor.id, { labelIds }))
  expect(await wear([eu.id, foreign.id])).toEqual(await wear([eu.id, newId()]))
  await updateMonitor(world.system, monitor.id, { labels: null })
  expect(await worn()).toEqual([])
})

test("of twenty concurrent creations on a Free project ten succeed", async () => {
  const project = await makeProject(world, "free")
  const done = await Promise.allSettled(
    Array.from({ length: 20 }, (_, at) => make({ name: `m${at}` }, project)),
  )
  const codes = done.map((one) =>
    one.status === "fulfilled" ? "made" : one.reason instanceof DomainError ? one.reason.code : "?",
  )
  expect(codes.filter((code) => code === "made")).toHaveLength(10)
  expect(codes.filter((code) => code === "plan_limit_exceeded")).toHaveLength(10)
  const { prisma } = world.services.database
  const where = { projectId: project.id, deletedAt: null }
  expect(await prisma.monitor.count({ where })).toBe(10)
  const [first] = await prisma.monitor.findMany({ where })
  await deleteMonitor(world.system, first?.id ?? "")
  await make({ name: "in its place" }, project)
  expect(await prisma.monitor.count({ where })).toBe(10)
})

test("only heartbeats have a URL to rotate", async () => {
  const { id } = await make()
  expect(await refusal(rotateHeartbeatUrl(world.system, id))).toMatchObject({ code: "conflict" })
})

test("a mutation on another project's monitor fails exactly like on an unknown one", async () => {
  const project = await makeProject(world)
  const stranger = await makeMember(world, (await makeProject(world)).id, "owner")
  const viewer = await makeMember(world, project.id, "viewer")
  const nobody = await makePerson(world)
  const anonymous = contextFor(world.services, { kind: "anonymous" })
  const key = contextFor(world.services, {
    kind: "key",
    keyId: newId(),
    projectId: (await makeProject(world)).id,
    plan: "pro",
    name: "robot",
    scopes: ["monitors:read", "monitors:write"],
  })
  const { id } = await make({}, project)
  const verbs = (ctx: typeof anonymous, monitorId: string) => [
    updateMonitor(ctx, monitorId, { name: "mine" }),
    deleteMonitor(ctx, monitorId),
    pauseMonitor(ctx, monitorId),
    resumeMonitor(ctx, monitorId),
    muteMonitor(ctx, monitorId, { durationMinutes: 5 }),
    unmuteMonitor(ctx, monitorId),
    requestCheck(ctx, monitorId),
    rotateHeartbeatUrl(ctx, monitorId),
  ]
  for (const ctx of [stranger.ctx, nobody.ctx, key, anonymous]) {
    const known = await Promise.all(verbs(ctx, id).map(refusal))
    const unknown = await Promise.all(verbs(ctx, newId()).map(refusal))
    expect(known).toEqual(unknown)
    expect(new Set(known.map((one) => one.code))).toEqual(
      new Set([ctx === anonymous ? "unauthorized" : "not_found"]),
    )
  }
  const readOnly = await Promise.all(verbs(viewer.ctx, id).map(refusal))
  expect(new Set(readOnly.map((one) => one.code))).toEqual(new Set(["insufficient_scope"]))
  expect(await auditOf(id)).toEqual(["monitor.created"])
  const into = { projectId: project.id, kind: "ping", name: "x", host: "a.example" } as const
  const foreign = await refusal(createMonitor(stranger.ctx, into))
  expect(foreign).toEqual(
    await refusal(createMonitor(stranger.ctx, { ...into, projectId: newId() })),
  )
  expect(foreign.code).toBe("not_found")
})
