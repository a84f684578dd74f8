import fc from "fast-check"
import { expect, test } from "vitest"
import { createLabel } from "../../src/graphql/workspace/label/create-label.ts"
import {
  exports,
  isExport,
  type ExportName,
} from "../../src/graphql/status-pages/data-export/exports.ts"
import { openExport } from "../../src/graphql/status-pages/data-export/open-export.ts"
import { csvLine, inertCell } from "../../src/graphql/status-pages/data-export/rules/csv.ts"
import { writeRows } from "../../src/graphql/status-pages/data-export/write-rows.ts"
import { contextFor, type Context } from "../../src/graphql/kernel/context.ts"
import { newId } from "../../src/platform/id.ts"
import { keyActor } from "../support/ask.ts"
import { correct, midnight, monitorWith } from "../support/history.ts"
import { addIncidents } from "../support/many-incidents.ts"
import { makeMember } from "../support/people.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()
const hourMs = 3_600_000

async function textOf(parts: AsyncGenerator<string>): Promise<string> {
  let text = ""
  for await (const part of parts) text += part
  return text
}

type Row = Record<string, string | number | boolean | null>

async function rowsOf(ctx: Context, projectId: string, name: ExportName, filter: object = {}) {
  const text = await textOf(await openExport(ctx, { projectId, name, format: "json", filter }))
  return JSON.parse(text) as Row[]
}

/** Reads RFC 4180. */
function readCsv(text: string): string[][] {
  const records: string[][] = []
  for (const [, quoted, plain, end] of text.matchAll(
    /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g,
  )) {
    const record = records.at(-1)
    const cell = quoted?.replaceAll('""', '"') ?? plain ?? ""
    if (record === undefined || record.at(-1) === "\0") {
      if (record !== undefined) record.pop()
      records.push([cell])
    } else record.push(cell)
    if (end === "\r\n") records.at(-1)?.push("\0")
  }
  records.at(-1)?.pop()
  return records
}

test("cells survive CSV as they are, and none can be a formula of a spreadsheet", () => {
  const cell = fc.string({
    unit: fc.constantFrom("a", ",", '"', "\r", "\n", "=", "+", "-", "@", "\t", " ", "ü", "'"),
  })
  fc.assert(
    fc.property(
      fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), { minLength: 1 }),
      (rows) => {
        const text = rows.map((row) => csvLine(row)).join("")
        const read = readCsv(text)
        expect(read).toEqual(rows.map((row) => row.map(inertCell)))
        for (const one of read.flat()) expect(one).not.toMatch(/^[\s]*[=+\-@]|^[\t\r\n]/)
      },
    ),
  )
  expect(csvLine([-5, true, null, new Date(0), "-5", "=1+1", '@"x"'])).toBe(
    `-5,true,,1970-01-01T00:00:00.000Z,'-5,'=1+1,"'@""x"""\r\n`,
  )
})

async function* pages() {
  yield [["a", new Date("2026-07-01T12:00:00Z")]] as (string | Date)[][]
  yield []
  yield [["b", null]] as (string | null)[][]
}
async function* none() {}

test("rows are text in pages, times also in the reader's zone, and JSON is one array whatever the pages", async () => {
  const kind = {
    columns: [
      { name: "word", about: "" },
      { name: "at", about: "", isTime: true as const },
    ],
  }
  expect(await textOf(writeRows(kind, pages(), "csv", "Europe/Berlin"))).toBe(
    "\uFEFFword,at,at_local\r\na,2026-07-01T12:00:00.000Z,2026-07-01T14:00:00+02:00\r\nb,,\r\n",
  )
  expect(JSON.parse(await textOf(writeRows(kind, pages(), "json", null)))).toEqual([
    { word: "a", at: "2026-07-01T12:00:00.000Z" },
    { word: "b", at: null },
  ])
  expect(await textOf(writeRows(kind, none(), "json", null))).toBe("[]\n")
})

test("uptime and outages of the filtered monitors say what corrections exclude", async () => {
  const { id: projectId } = await makeProject(world)
  const { ctx } = await makeMember(world, projectId, "viewer")
  const from = midnight(-2)
  const at = (hours: number) => new Date(from.getTime() + hours * hourMs)
  const broken = await monitorWith(world, projectId, midnight(-10), [
    ["operational", midnight(-10)],
    ["offline", at(12)],
    ["operational", at(14)],
    ["degraded", at(15)],
    ["operational", at(16)],
  ])
  const other = await monitorWith(world, projectId, midnight(-10), [["operational", midnight(-10)]])
  await world.services.database.prisma.monitor.update({
    where: { id: other.id },
    data: { name: "=Other" },
  })
  await correct(world, [broken], at(12), at(14))
  const window = { from: from.toISOString(), to: midnight(-1).toISOString() }
  expect(await rowsOf(ctx, projectId, "uptime", window)).toMatchObject([
    {
      monitor_id: broken.id,
      monitor: "Shop",
      ...window,
      uptime_percent: 100,
      uncorrected_percent: 91.666666,
      excluded_seconds: 7200,
      coverage: 0.916666,
      degraded_seconds: 3600,
      offline_seconds: 0,
    },
    { monitor: "=Other", uptime_percent: 100, uncorrected_percent: 100, excluded_seconds: 0 },
  ])
  expect(await rowsOf(ctx, projectId, "uptime", { ...window, search: "other" })).toHaveLength(1)
  const outages = await rowsOf(ctx, projectId, "outages", { ...window, ids: [broken.id] })
  expect(outages.map(({ level, seconds, is_excluded }) => [level, seconds, is_excluded])).toEqual([
    ["degraded", 3600, false],
    ["offline", 7200, true],
  ])
  const csv = await openExport(ctx, { projectId, name: "uptime", format: "csv", filter: window })
  expect(readCsv(await textOf(csv)).map(([, name]) => name)).toEqual(["monitor", "Shop", "'=Other"])
  const entry = await world.services.database.prisma.auditEntry.findFirstOrThrow({
    where: { projectId, action: "project.exported" },
  })
  expect(entry.changes).toEqual({ rows: "uptime", format: "json" })
})

test("incidents and alerts beyond one page come once each, newest first, as a list's filter selects them", async () => {
  const { id: projectId } = await makeProject(world)
  const { ctx } = await makeMember(world, projectId, "viewer")
  await monitorWith(world, projectId, midnight(-10), [["operational", midnight(-10)]])
  await addIncidents(world.services, projectId, 1100)
  const { prisma } = world.services.database
  for (const [name, table] of [
    ["incidents", prisma.incident],
    ["alerts", prisma.alert],
  ] as const) {
    const rows = await rowsOf(ctx, projectId, name)
    const expected = await (table as typeof prisma.alert).findMany({
      where: { projectId },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      select: { id: true },
    })
    expect(rows.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
    const open = await rowsOf(ctx, projectId, name, { activeOnly: true })
    expect(open.length).toBeGreaterThan(0)
    expect(open.every(({ resolved_at }) => resolved_at === null)).toBe(true)
  }
})

test("each kind needs its permissions, keeps the limit to labels, and refuses filters that it does not know", async () => {
  const { id: projectId } = await makeProject(world)
  const label = await createLabel(world.system, { projectId, name: "eu" })
  const up: Parameters<typeof monitorWith>[3] = [["operational", midnight(-3)]]
  const ours = await monitorWith(world, projectId, midnight(-3), up)
  await monitorWith(world, projectId, midnight(-3), up)
  const { prisma } = world.services.database
  await prisma.monitorLabel.create({ data: { monitorId: ours.id, labelId: label.id } })
  const limited = await makeMember(world, projectId, "viewer", "Ada", { labelIds: [label.id] })
  expect(
    (await rowsOf(limited.ctx, projectId, "uptime")).map(({ monitor_id }) => monitor_id),
  ).toEqual([ours.id])
  for (const name of ["deliveries"] as const) {
    await expect(rowsOf(limited.ctx, projectId, name)).rejects.toMatchObject({
      code: "insufficient_scope",
    })
  }
  const stranger = await makeMember(world, (await makeProject(world)).id, "owner")
  for (const name of Object.keys(exports).filter(isExport)) {
    const { permissions } = exports[name]
    const key = (scopes: Parameters<typeof keyActor>[2]) =>
      contextFor(world.services, keyActor(projectId, newId(), scopes))
    await rowsOf(key([...permissions] as Parameters<typeof keyActor>[2]), projectId, name)
    await expect(rowsOf(key(["usage:read"]), projectId, name)).rejects.toMatchObject({
      code: "insufficient_scope",
    })
    await expect(rowsOf(stranger.ctx, projectId, name)).rejects.toMatchObject({ code: "not_found" })
    await expect(rowsOf(world.system, projectId, name, { nonsense: 1 })).rejects.toMatchObject({
      code: "validation_failed",
    })
  }
})
