import { execute, getNamedType, isLeafType, isObjectType, parse } from "graphql"
import { expect, test } from "vitest"
import type { Actor } from "../../src/graphql/kernel/access.ts"
import { contextFor } from "../../src/graphql/kernel/context.ts"
import { schema } from "../../src/graphql/schema.ts"
import { ask } from "../support/ask.ts"
import { inHours, makeSides, stateOf, tracesOf, type Sides } from "../support/label-limits.ts"
import { call, walk, type Values } from "../support/walk-schema.ts"
import { useWorld } from "../support/world.ts"

const world = useWorld()

const queries = Object.values(schema.getQueryType()?.getFields() ?? {})
const mutations = Object.values(schema.getMutationType()?.getFields() ?? {})

/** Arguments that name the objects of one side wherever an argument can name an object. */
function valuesOf({ projectId, theirs, policy, unlimited }: Sides, id: string): Values {
  const { ids, label } = theirs
  return {
    projectId,
    id,
    ids: Object.values(ids),
    monitorId: ids.monitor,
    monitorIds: [ids.monitor],
    monitors: [{ monitorId: ids.monitor, status: "OFFLINE" }],
    incidentId: ids.outage,
    statusPageId: ids.page,
    policyId: policy.id,
    labelIds: [label.id],
    addIds: [label.id],
    removeIds: [label.id],
    title: "Changed",
    name: "Changed",
    description: "Changed",
    body: "Changed",
    note: "Changed",
    state: "acknowledged",
    kind: "HTTP",
    url: "http://127.0.0.1:1/changed",
    at: inHours(-0.1).toISOString(),
    until: inHours(1).toISOString(),
    userId: unlimited.userId,
    userIds: [unlimited.userId],
    intoId: ids.alert,
    days: 5,
    durationMinutes: 5,
    search: "theirs",
  }
}

/** Without validation, which would take most of the time. */
async function executeAs(actor: Actor, source: string) {
  const contextValue = contextFor(world.services, actor)
  const { data, errors = [] } = await execute({ schema, document: parse(source), contextValue })
  return { data: JSON.parse(JSON.stringify(data ?? null)) as unknown, errors }
}

/** @param isWhole whether also what takes no id is requested. */
const walkFrom = (
  sides: Sides,
  actor: Actor,
  ids: string[],
  isWhole: boolean,
  traces: string[],
  see: (answer: unknown) => void = () => {},
) =>
  walk(
    ids.flatMap((id, at) =>
      queries
        .filter(({ args }) => (isWhole && at === 0) || args.some((arg) => arg.name === "id"))
        .map((field) => ({
          type: getNamedType(field.type),
          wrap: (inner: string) =>
            `{ ${call(field, valuesOf(sides, id))} ${isLeafType(getNamedType(field.type)) ? "" : `{ ${inner} }`} }`,
        })),
    ),
    {
      ...valuesOf(sides, ids[0] ?? ""),
      // Lists are not filtered, so that they would show everything.
      monitorIds: null,
      labelIds: null,
      search: null,
      title: null,
      name: null,
      state: null,
      kind: null,
      policyId: null,
      at: inHours(-0.1).toISOString(),
    },
    (source) => executeAs(actor, source),
    (source, answer) => {
      const found = tracesOf(sides, answer)
      if (found.length > 0) traces.push(`${source} shows ${found.join(", ")}`)
      see(answer)
    },
  )

test("no query shows a limited person anything of another label's monitors", async () => {
  const sides = await makeSides(world)
  const { ours, theirs, person, unlimited, projectId } = sides
  const traces: string[] = []
  const from = [projectId, ...Object.values(ours.ids)]
  const reached = await walkFrom(sides, person.ctx.actor, from, true, traces)
  await walkFrom(sides, person.ctx.actor, Object.values(theirs.ids), false, traces)
  expect(traces).toEqual([])
  for (const type of [
    "Monitor",
    "Alert",
    "Incident",
    "Maintenance",
    "MaintenanceSeries",
    "Verdict",
    "VerdictSilence",
    "Check",
  ]) {
    expect(reached).toContain(type)
  }
  // The same requests do show it to somebody without a limit.
  const shown: string[] = []
  await walkFrom(sides, unlimited.ctx.actor, [theirs.ids.monitor], false, shown)
  expect(shown.length).toBeGreaterThan(20)
})

/** Types with the id of a row that never changes, so that no copy of it can be stale. */
const ofFixedRows = ["IncidentTimelineEntry and IncidentUpdate", "Outage and StatusChange"]

test("an id belongs to one type, so that a client that caches by id has one copy", async () => {
  const sides = await makeSides(world)
  const { ours, unlimited, projectId } = sides
  const typesOf = new Map<string, Set<string>>()
  const from = [projectId, ...Object.values(ours.ids)]
  await walkFrom(sides, unlimited.ctx.actor, from, true, [], (answer) => {
    JSON.stringify(answer, (_name, value: unknown) => {
      const { id, typeOfWalk: type } = (value ?? {}) as { id?: unknown; typeOfWalk?: unknown }
      // What the public sees of a row differs from it.
      if (typeof id === "string" && typeof type === "string" && !type.startsWith("Public")) {
        typesOf.set(id, (typesOf.get(id) ?? new Set()).add(type))
      }
      return value
    })
  })
  expect(typesOf.size).toBeGreaterThan(20)
  const several = [...typesOf.values()].filter(({ size }) => size > 1)
  const pairs = several.map((types) => [...types].toSorted().join(" and "))
  expect(pairs.filter((pair) => !ofFixedRows.includes(pair))).toEqual([])
})

/** They end the membership, or make another project. */
const apart = new Set(["leaveProject", "createProject"])

function documentsOf(sides: Sides, name: string): string[] {
  const field = mutations.find((one) => one.name === name)
  if (field === undefined) throw new Error(`there is no mutation ${name}`)
  const type = getNamedType(field.type)
  const leaves = isObjectType(type)
    ? Object.values(type.getFields()).filter(
        (one) => isLeafType(getNamedType(one.type)) && one.args.length === 0,
      )
    : []
  const selection = isLeafType(type)
    ? ""
    : `{ __typename ${leaves.map((one) => one.name).join(" ")} }`
  const ids = [...Object.values(sides.theirs.ids), sides.theirs.label.id]
  const selections = [
    { projectId: sides.projectId, ids: Object.values(sides.theirs.ids) },
    { projectId: sides.projectId, filter: { search: sides.marks.theirs } },
  ]
  const hasId = field.args.some((arg) => arg.name === "id")
  const takes = field.args.some((arg) => arg.name === "selection")
  // Where a time can be given in two ways, only one may be.
  const until = field.args.some((arg) => arg.name === "durationMinutes") ? { until: null } : {}
  const choices = takes
    ? selections.map((selection) => ({ selection }))
    : (hasId ? ids : ids.slice(0, 1)).map((id) => ({ id }))
  return choices.map((choice) => {
    const values = { ...valuesOf(sides, ids[0] ?? ""), ...until, ...choice }
    return `mutation { ${call(field, values)} ${selection} }`
  })
}

test("no mutation lets a limited person see or change another label's monitor", async () => {
  const sides = await makeSides(world)
  const before = await stateOf(world, sides)
  const faults: string[] = []
  for (const { name } of mutations.filter((one) => !apart.has(one.name))) {
    for (const source of documentsOf(sides, name)) {
      const answer = await ask(world, sides.person.ctx.actor, source)
      const traces = tracesOf(sides, answer)
      if (traces.length > 0) faults.push(`${source} shows ${traces.join(", ")}`)
    }
    if ((await stateOf(world, sides)) !== before) throw new Error(`${name} changed it`)
  }
  expect(faults).toEqual([])

  // The same requests succeed for somebody without a limit.
  const allowed = [
    "updateMonitor",
    "muteMonitor",
    "muteMonitors",
    "pauseMonitors",
    "resumeMonitors",
    "setPolicyOfMonitors",
    "setMonitorOnCallPolicy",
    "shareAlert",
    "snoozeAlert",
    "unsnoozeAlert",
    "assignAlert",
    "noteAlert",
    "pageForAlert",
    "pageForIncident",
    "acknowledgeAlert",
    "unacknowledgeAlert",
    "updateIncident",
    "addIncidentUpdate",
    "savePostmortem",
    "acknowledgeIncident",
    "unacknowledgeIncident",
    "resolveIncident",
    "resolveAlert",
    "declareIncident",
    "updateMaintenanceSeries",
    "cancelMaintenance",
    "cancelMaintenanceSeries",
    "updateSlo",
    "deleteMonitor",
  ]
  const refused: string[] = []
  for (const name of allowed) {
    const answers = []
    for (const source of documentsOf(sides, name)) {
      answers.push(await ask(world, sides.unlimited.ctx.actor, source))
    }
    if (answers.every(({ errors }) => errors.length > 0)) {
      refused.push(`${name}: ${answers.flatMap(({ errors }) => errors)[0]?.message}`)
    }
  }
  expect(refused).toEqual([])
})

test("a monitor of one's own cannot leave the labels, nor take on or lose those of others", async () => {
  const sides = await makeSides(world)
  const { ours, theirs, person, projectId } = sides
  const { actor } = person.ctx
  const code = async (source: string) =>
    (await ask(world, actor, source)).errors.map((one) => one.code)
  const create = (labels: string) =>
    `mutation { createMonitor(projectId: "${projectId}", kind: HTTP, input: { name: "New", url: "http://127.0.0.1:1/"${labels} }) { id } }`
  const update = (labels: string) =>
    `mutation { updateMonitor(id: "${ours.monitor.id}", input: { ${labels} }) { id } }`
  const relabel = (change: string) =>
    `mutation { labelMonitors(selection: { projectId: "${projectId}", ids: ["${ours.monitor.id}"] }, ${change}) { ids } }`
  for (const source of [
    create(""),
    create(`, labelIds: ["${theirs.label.id}"]`),
    create(`, labels: ["${theirs.label.name}"]`),
    create(`, labelIds: ["${ours.label.id}"], parentId: "${theirs.monitor.id}"`),
    update("labelIds: []"),
    update("labels: null"),
    update(`labelIds: ["${ours.label.id}", "${theirs.label.id}"]`),
    relabel(`removeIds: ["${ours.label.id}"]`),
    relabel(`addIds: ["${theirs.label.id}"]`),
  ]) {
    expect({ source, codes: await code(source) }).toEqual({ source, codes: ["validation_failed"] })
  }
  expect(await code(create(`, labelIds: ["${ours.label.id}"]`))).toEqual([])
  expect(
    await code(`mutation { createLabel(projectId: "${projectId}", name: "x") { id } }`),
  ).toEqual(["insufficient_scope"])

  // A label of somebody else on a monitor of one's own stays.
  await world.services.database.prisma.monitorLabel.create({
    data: { monitorId: ours.monitor.id, labelId: theirs.label.id },
  })
  expect(await code(update(`labelIds: ["${ours.label.id}"]`))).toEqual(["validation_failed"])
  expect(await code(update(`labelIds: ["${ours.label.id}", "${theirs.label.id}"]`))).toEqual([])
})

test("an id beyond the limit is answered like one that does not exist", async () => {
  const { theirs, person } = await makeSides(world)
  const unknown = "01900000-0000-7000-8000-000000000000"
  const { monitor, alert, incident, maintenance, series } = theirs.ids
  for (const [field, id] of Object.entries({
    "query { monitor": monitor,
    "query { alert": alert,
    "query { incident": incident,
    "query { maintenance": maintenance,
    "query { maintenanceSeries": series,
    "query { node": monitor,
    "mutation { pauseMonitor": monitor,
    "mutation { acknowledgeAlert": alert,
    "mutation { resolveIncident": incident,
    "mutation { cancelMaintenance": maintenance,
    "mutation { cancelMaintenanceSeries": series,
  })) {
    const answer = (one: string) => ask(world, person.ctx.actor, `${field}(id: "${one}") { id } }`)
    expect(await answer(id)).toEqual(await answer(unknown))
  }
})
