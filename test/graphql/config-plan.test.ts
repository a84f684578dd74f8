import { expect, test } from "vitest"
import { applyMonitors } from "../../src/graphql/monitoring/config/apply-config.ts"
import { exportMonitors } from "../../src/graphql/monitoring/config/export-config.ts"
import { importMonitors } from "../../src/graphql/monitoring/config/import-config.ts"
import { planMonitors } from "../../src/graphql/monitoring/config/config-plan.ts"
import { subjectOf, type Step } from "../../src/graphql/monitoring/config/config-steps.ts"
import { DomainError } from "../../src/graphql/kernel/errors.ts"
import { createLabel } from "../../src/graphql/workspace/label/create-label.ts"
import { readTargets } from "../../src/graphql/monitoring/monitor/target/monitor-targets.ts"
import { updateMonitor } from "../../src/graphql/monitoring/monitor/write/update-monitor.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()

const http = { monitor_type: "http", url: "https://shop.example/" }
const ping = { monitor_type: "ping", host: "gate.example" }

const wish = (projectId: string, monitors: unknown[], prune = false) => ({
  projectId,
  document: { version: 1, monitors },
  prune,
})

const plan = (...args: Parameters<typeof wish>) => planMonitors(world.system, wish(...args))

async function apply(...args: Parameters<typeof wish>) {
  const shown = await plan(...args)
  await applyMonitors(world.system, wish(...args), shown)
  return said(shown.steps)
}

const said = (steps: Step[]) =>
  steps.map((step) => {
    const what = `${step.action} ${subjectOf(step).name}`
    if (step.action !== "change") return what
    const changes = step.changes.map(({ member, from, to, isSecret }) =>
      isSecret
        ? `${member} (secret)`
        : `${member} ${JSON.stringify(from)} -> ${JSON.stringify(to)}`,
    )
    return `${what}: ${changes.join(", ")}`
  })

const refusal = (attempt: Promise<unknown>) =>
  attempt.then(
    () => null,
    (error: unknown) => (error instanceof DomainError ? error : null),
  )

const namesOf = async (projectId: string) =>
  (await exportMonitors(world.system, projectId)).monitors.map(({ name }) => name)

const audit = async (projectId: string) => {
  const { prisma } = world.services.database
  const rows = await prisma.auditEntry.findMany({ where: { projectId }, orderBy: { id: "asc" } })
  return rows
    .filter(({ action }) => action.startsWith("monitor."))
    .map(({ action, subjectName, changes }) => [action, subjectName, changes])
}

test("a plan adds, updates, keeps and ignores monitors, and is empty after it was applied", async () => {
  const { id } = await makeProject(world)
  await createLabel(world.system, { projectId: id, name: "eu" })
  await apply(id, [
    { name: "Gate", ...ping },
    { name: "Old", ...ping },
    { name: "Shop", ...http, max_redirects: 0, labels: ["eu"] },
  ])
  const monitors = [
    { name: "Gate", ...ping },
    { name: "New", ...ping, parent_monitor: "Gate" },
    { name: "Shop", ...http, monitoring_interval: "PT5M", parent_monitor: "New", labels: ["us"] },
  ]
  const shown = await plan(id, monitors)
  expect(said(shown.steps)).toEqual([
    "keep Gate",
    "add New",
    "ignore Old",
    'change Shop: monitoring_interval "1m" -> "5m", labels ["eu"] -> [], max_redirects 0 -> null, parent_monitor null -> "New"',
  ])
  expect(shown.unmatchedLabels).toEqual(["us"])
  await applyMonitors(world.system, wish(id, monitors), shown)
  expect(said((await plan(id, monitors)).steps)).toEqual([
    "keep Gate",
    "keep New",
    "ignore Old",
    "keep Shop",
  ])
  const received = await audit(id)
  expect(received.slice(3).map(([action, name]) => [action, name])).toEqual([
    ["monitor.created", "New"],
    ["monitor.updated", "Shop"],
  ])
  expect(received.at(-1)?.[2]).toMatchObject({
    interval: { from: "1m", to: "5m" },
    maxRedirects: { from: 0, to: null },
    parentId: { from: null },
    labelIds: { to: [] },
  })
})

test("apply pauses and resumes what an entry says, and leaves a monitor whose entry does not", async () => {
  const { id } = await makeProject(world)
  const shop = { ...http, name: "Shop" }
  expect(await apply(id, [{ ...shop, paused: true }])).toEqual(["add Shop"])
  const isPaused = async () =>
    (await world.services.database.prisma.monitor.findFirstOrThrow({ where: { projectId: id } }))
      .pausedAt !== null
  expect(await isPaused()).toBe(true)
  expect(await apply(id, [shop])).toEqual(["keep Shop"])
  expect(await apply(id, [{ ...shop, paused: true }])).toEqual(["keep Shop"])
  expect(await isPaused()).toBe(true)
  expect(await apply(id, [{ ...shop, paused: false, request_timeout_seconds: 9 }])).toEqual([
    "change Shop: request_timeout_seconds 10 -> 9, paused true -> false",
  ])
  expect(await isPaused()).toBe(false)
  expect(await apply(id, [{ ...shop, paused: true, request_timeout_seconds: 9 }])).toEqual([
    "change Shop: paused false -> true",
  ])
  expect(await isPaused()).toBe(true)
  expect((await audit(id)).map(([action]) => action)).toEqual([
    "monitor.created",
    "monitor.paused",
    "monitor.updated",
    "monitor.resumed",
    "monitor.paused",
  ])
})

test("monitors that are not in the document are removed only with prune, whatever the order of children", async () => {
  const { id } = await makeProject(world)
  await apply(id, [
    { name: "Gate", ...ping },
    { name: "Old", ...ping, parent_monitor: "Gate" },
    { name: "Shop", ...http, parent_monitor: "Old" },
  ])
  const monitors = [{ name: "Shop", ...http }]
  expect(await apply(id, monitors)).toEqual([
    "ignore Gate",
    "ignore Old",
    'change Shop: parent_monitor "Old" -> null',
  ])
  expect(await apply(id, monitors, true)).toEqual(["remove Gate", "remove Old", "keep Shop"])
  expect(await namesOf(id)).toEqual(["Shop"])
  const gone = await refusal(plan(id, [{ name: "Shop", ...http, parent_monitor: "Gate" }], true))
  expect(gone?.issues[0]?.detail).toMatch(/no monitor is called "Gate"/)
})

test("parents may be swapped in one apply", async () => {
  const { id } = await makeProject(world)
  await apply(id, [
    { name: "a", ...ping },
    { name: "b", ...ping, parent_monitor: "a" },
    { name: "c", ...ping, parent_monitor: "b" },
  ])
  const turned = [
    { name: "a", ...ping, parent_monitor: "b" },
    { name: "b", ...ping, parent_monitor: "c" },
    { name: "c", ...ping },
  ]
  await apply(id, turned)
  expect(said((await plan(id, turned)).steps)).toEqual(["keep a", "keep b", "keep c"])
})

test("headers and bodies are compared but not shown; header names without values keep the stored values", async () => {
  const { id } = await makeProject(world)
  const shop = { name: "Shop", ...http, method: "POST" }
  await apply(id, [{ ...shop, body: "a", headers: { Authorization: "hush", "X-Env": "live" } }])
  const [entry] = (await exportMonitors(world.system, id)).monitors
  expect(said((await plan(id, [entry])).steps)).toEqual(["keep Shop"])
  const hidden = { ...shop, body_hidden: true, header_names: ["Authorization", "X-Env"] }
  expect(said((await plan(id, [hidden])).steps)).toEqual(["keep Shop"])
  const other = { ...shop, body: "b", headers: { "X-New": "1" }, header_names: ["Authorization"] }
  const shown = await plan(id, [other])
  expect(said(shown.steps)).toEqual([
    "change Shop: body (secret), headers.X-New (secret), headers.X-Env (secret)",
  ])
  await applyMonitors(world.system, wish(id, [other]), shown)
  const [row] = await world.services.database.prisma.monitor.findMany({ where: { projectId: id } })
  const { targets } = await readTargets(world.services, { ids: [row?.id ?? ""] })
  expect(targets[0]).toMatchObject({
    headers: { "X-New": "1", Authorization: "hush" },
    body: "b",
  })
})

test("a plan is applied only to its own project, completely or not at all", async () => {
  const { id } = await makeProject(world)
  await apply(id, [{ name: "Gate", ...ping }])
  const monitors = [
    { name: "Gate", ...ping, host: "other.example" },
    { name: "New", ...ping },
  ]
  const shown = await plan(id, monitors)
  const [gate] = await world.services.database.prisma.monitor.findMany({ where: { projectId: id } })
  await updateMonitor(world.system, gate?.id ?? "", { host: "third.example" })
  const conflict = await refusal(applyMonitors(world.system, wish(id, monitors), shown))
  expect(conflict?.code).toBe("conflict")
  expect(await namesOf(id)).toEqual(["Gate"])

  const { pool } = world.services.database
  await pool.query("alter table monitor add constraint odd check (host <> 'odd.example')")
  try {
    const broken = [
      { name: "New", ...ping },
      { name: "Gate", ...ping, host: "odd.example" },
    ]
    await expect(apply(id, broken)).rejects.toThrow(/constraint/)
  } finally {
    await pool.query("alter table monitor drop constraint odd")
  }
  expect(await namesOf(id)).toEqual(["Gate"])
})

test("of two concurrent applies of one plan one succeeds, and the other has to plan again", async () => {
  const { id } = await makeProject(world)
  const monitors = [{ name: "Gate", ...ping }]
  const shown = await plan(id, monitors)
  const done = await Promise.allSettled(
    [1, 2].map(() => applyMonitors(world.system, wish(id, monitors), shown)),
  )
  expect(done.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"])
  expect(await namesOf(id)).toEqual(["Gate"])
})

test("a document with invalid, duplicate or ambiguous entries is refused completely, with a pointer for each", async () => {
  const { id } = await makeProject(world)
  await importMonitors(world.system, {
    projectId: id,
    document: { version: 1, monitors: [{ name: "Gate", ...ping }] },
  })
  const { prisma } = world.services.database
  const [gate] = await prisma.monitor.findMany({ where: { projectId: id } })
  const copy = { ...gate, id: crypto.randomUUID(), seq: undefined, settings: {} }
  await prisma.monitor.create({ data: copy as never })
  const error = await refusal(
    plan(id, [
      { name: "a", ...ping },
      { name: "a", ...ping },
      { name: "b", ...http, url: "nowhere" },
      { name: "c", ...ping, parent_monitor: "nobody" },
      { name: "Gate", ...ping },
      {},
    ]),
  )
  expect(error?.code).toBe("validation_failed")
  expect(error?.issues.toSorted((one, two) => one.pointer.localeCompare(two.pointer))).toEqual([
    { pointer: "#/monitors/1", detail: "(a) has the name and type of monitors[0]" },
    { pointer: "#/monitors/2", detail: expect.stringMatching(/^\(b\) is not valid: url must be/) },
    { pointer: "#/monitors/3", detail: expect.stringMatching(/^\(c\) .*is called "nobody"/) },
    { pointer: "#/monitors/4", detail: expect.stringMatching(/^\(Gate\) .*rename them$/) },
    { pointer: "#/monitors/5", detail: expect.stringMatching(/^is not valid: name/) },
  ])
})

test("a plan counts removals before it refuses additions", async () => {
  const { id } = await makeProject(world, "free")
  const ten = Array.from({ length: 10 }, (_, at) => ({ name: `m${at}`, ...ping }))
  await apply(id, ten)
  const other = [...ten.slice(1), { name: "new", ...ping }]
  expect((await refusal(plan(id, other)))?.code).toBe("plan_limit_exceeded")
  await apply(id, other, true)
  expect(await namesOf(id)).toHaveLength(10)
})
