import { existsSync } from "node:fs"
import pg from "pg"
import { afterAll, beforeAll, expect, test } from "vitest"
import { markerTable } from "../../src/platform/backup/read-catalog.ts"
import {
  readKinds,
  rowFaults,
  typesQuery,
  valueFaults,
  type KindsOfTypes,
} from "../support/sql/compare.ts"
import { describeTexts, type Description } from "../support/sql/describe.ts"
import { evaluateTexts } from "../support/sql/evaluate-texts.ts"
import { findTexts, type Site } from "../support/sql/find-texts.ts"
import { cloneDatabase } from "../support/world.ts"

/** Texts that depend on data or on filters of a request, by file, with the test that runs them. */
const onlyRun: Record<string, [count: number, test: string]> = {
  "src/graphql/delivery/log/list-project-deliveries.ts": [1, "test/graphql/list-plans.test.ts"],
  "src/graphql/incidents/list/list-conditions.ts": [1, "test/graphql/incident-lists.test.ts"],
  "src/graphql/incidents/list/read-list.ts": [2, "test/graphql/incident-lists.test.ts"],
  "src/graphql/kernel/keyset.ts": [1, "test/graphql/cursors.test.ts"],
  "src/graphql/monitoring/check/check-partition.ts": [4, "test/graphql/partition.test.ts"],
  "src/graphql/monitoring/check/check-uptime.ts": [2, "test/graphql/uptime.test.ts"],
  "src/graphql/monitoring/check/rules/uptime-sql.ts": [2, "test/graphql/uptime.test.ts"],
  "src/graphql/monitoring/check/uptimes-of-spans.ts": [1, "test/graphql/uptime-report.test.ts"],
  "src/graphql/monitoring/monitor/change-monitors.ts": [1, "test/graphql/monitor-bulk.test.ts"],
  "src/graphql/monitoring/monitor/list/count-monitors.ts": [1, "test/graphql/monitor-list.test.ts"],
  "src/graphql/monitoring/monitor/list/list-monitors.ts": [2, "test/graphql/monitor-list.test.ts"],
  "src/graphql/monitoring/monitor/target/monitor-targets.ts": [
    1,
    "test/graphql/monitor-targets.test.ts",
  ],
  "src/graphql/on-call/escalation/silence-escalation.ts": [2, "test/graphql/escalation.test.ts"],
  "src/graphql/status-pages/data-export/deliveries-export.ts": [
    1,
    "test/graphql/data-export.test.ts",
  ],
  "src/graphql/status-pages/data-export/read-cases.ts": [1, "test/graphql/data-export.test.ts"],
  "src/graphql/status-pages/data-export/read-monitors.ts": [1, "test/graphql/data-export.test.ts"],
  "src/graphql/workspace/audit/list-entries.ts": [1, "test/graphql/audit.test.ts"],
  "src/graphql/workspace/secret-key/find-unreadable.ts": [1, "test/cli/secret-key.test.ts"],
  "src/graphql/workspace/secret-key/read-sealed.ts": [1, "test/cli/secret-key.test.ts"],
  "src/graphql/workspace/secret-key/rotate-key.ts": [1, "test/cli/secret-key.test.ts"],
  "src/jobs/deletion/purge-projects.ts": [3, "test/graphql/project-deletion.test.ts"],
  "src/platform/backup/load-tables.ts": [6, "test/cli/backup.test.ts"],
  "src/platform/backup/read-catalog.ts": [1, "test/cli/backup.test.ts"],
  "src/platform/bus/postgres-bus.ts": [1, "test/bus/bus.test.ts"],
  "src/platform/migrate.ts": [1, "test/contract/migrations.test.ts"],
  "src/platform/postgres.ts": [1, "test/postgres.test.ts"],
}

/** Lower it with each text that can be prepared; a new text must be one. */
const mostOnlyRun = 41

type Text = { site: Site; text: string }

let database: Awaited<ReturnType<typeof cloneDatabase>>
let kinds: KindsOfTypes
let sites: Site[]
let texts: Text[]
let described: Description[]

/** Made by a restore alone. */
const beside = `create table ${markerTable} (made_at timestamptz not null)`
const describeAll = (...before: string[]) =>
  describeTexts(
    database.connectionString,
    texts.map(({ text }) => text),
    [beside, ...before],
  )

beforeAll(async () => {
  sites = findTexts()
  const [made, clone] = await Promise.all([evaluateTexts(sites), cloneDatabase()])
  database = clone
  texts = sites.flatMap((site) =>
    (site.text === null ? (made[site.at] ?? []) : [site.text])
      .flatMap(commandsOf)
      .map((text) => ({ site, text })),
  )
  described = await describeAll()
  const client = new pg.Client({ connectionString: database.connectionString })
  await client.connect()
  kinds = readKinds((await client.query(typesQuery)).rows)
  await client.end()
})

afterAll(() => database.drop())

/** Several commands in one text are sent without parameters, and none has a quoted semicolon. */
const commandsOf = (text: string) => text.split(/;\s*(?=\S)/)

const faultsOf = (find: (text: Text, description: Description) => string[]) =>
  texts.flatMap((one, at) => {
    const description = described[at]
    if (description === undefined) throw new Error("each text is described")
    return find(one, description).map((fault) => `${one.site.at}: ${fault}`)
  })

test("every text of SQL is known to the migrated schema", () => {
  expect(texts.length).toBeGreaterThan(600)
  expect(faultsOf((_one, { error }) => (error === null ? [] : [error]))).toEqual([])
})

test("texts that only their callers can make are few, and a test runs each", () => {
  const prepared = new Set(texts.map(({ site }) => site))
  const others = Object.groupBy(
    sites.filter((site) => !prepared.has(site)),
    ({ file }) => file,
  )
  const counts = Object.entries(others).map(([file, found]) => [file, found?.length])
  const listed = Object.entries(onlyRun)
  expect(Object.fromEntries(counts)).toEqual(
    Object.fromEntries(listed.map(([file, [count]]) => [file, count])),
  )
  expect(listed.filter(([, [, file]]) => !existsSync(file))).toEqual([])
  expect(listed.reduce((sum, [, [count]]) => sum + count, 0)).toBeLessThanOrEqual(mostOnlyRun)
})

test("parameters are given values that they take, one each", () => {
  expect(texts.filter(({ site }) => site.values !== null).length).toBeGreaterThan(400)
  expect(faultsOf(({ site }, one) => valueFaults(site.values, one, kinds))).toEqual([])
})

test("declared rows have the columns and types of the statement", () => {
  expect(texts.filter(({ site }) => site.row !== null).length).toBeGreaterThan(250)
  expect(faultsOf(({ site, text }, one) => rowFaults(site, text, one, kinds))).toEqual([])
})

test("a renamed column is found wherever SQL names it", async () => {
  const renamed = await describeAll(
    "alter table escalation rename column waiting_since to waits_since",
    "alter table check_result rename column dns_ms to name_ms",
  )
  const found = texts.filter((_one, at) => renamed[at]?.error !== null).map(({ site }) => site.file)
  expect(new Set(found)).toContain("src/graphql/on-call/escalation/run-step.ts")
  expect(new Set(found)).toContain("src/graphql/monitoring/check/list-checks.ts")
})

test("wrong values and rows are found", async () => {
  const wrong =
    "select id, seq, created_at from monitor where id = any($1::uuid[]) and seq > $2 limit $3"
  const [one] = await describeTexts(database.connectionString, [wrong])
  if (one === undefined) throw new Error("the text is described")
  expect(valueFaults(["string[]", "number", "number"], one, kinds)).toEqual([])
  expect(valueFaults(["string", "boolean", "Date"], one, kinds)).toEqual([
    "$1 takes string[], given string",
    "$2 takes number, given boolean",
    "$3 takes number, given Date",
  ])
  expect(valueFaults(["string[]"], one, kinds)).toEqual(["1 values for 3 parameters"])
  const row = { id: "number", seq: "number", createdAt: "Date" }
  expect(rowFaults({ row, isPrisma: false }, wrong, one, kinds)).toEqual([
    '"id" is string, declared as number',
    'no column "createdAt"',
  ])
})
