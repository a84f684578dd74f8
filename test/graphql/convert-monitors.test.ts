import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { gzipSync } from "node:zlib"
import { expect, test } from "vitest"
import { newId } from "../../src/platform/id.ts"
import { ask, keyActor } from "../support/ask.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()
const fixture = (name: string) =>
  readFile(join(import.meta.dirname, "../convert/fixtures", name), "utf8")

const document = `
  mutation (
    $projectId: ID!, $text: String, $product: MonitorExportProduct
    $variables: String, $database: String, $databaseLog: String
  ) {
    convertMonitors(
      projectId: $projectId, text: $text, product: $product
      variables: $variables, database: $database, databaseLog: $databaseLog
    ) {
      product document sourceCount droppedCount notes { kind name sourceType detail pointer }
    }
  }`

async function convert(variables: object, actor = world.system.actor) {
  const { id: projectId } = await makeProject(world)
  const { data, errors } = await ask(world, actor, document, { projectId, ...variables })
  return { projectId, read: data?.["convertMonitors"] as never, errors }
}

test.each([
  ["uptime-kuma-2.json", "UPTIME_KUMA"],
  ["gatus.yaml", "GATUS"],
  ["uptimerobot.csv", "UPTIMEROBOT"],
])("%s is recognized, converted and can be imported", async (name, product) => {
  const { projectId, read, errors } = await convert({ text: await fixture(name) })
  expect(errors).toEqual([])
  expect(read).toMatchObject({ product, notes: [{ kind: "GENERAL" }, ...anyNotes(read)] })
  const { document: converted } = read as { document: unknown }
  const imported = await ask(
    world,
    world.system.actor,
    `mutation ($projectId: ID!, $document: MonitorConfigDocument!) {
       importMonitors(projectId: $projectId, document: $document, dryRun: true) { createdCount invalidCount }
     }`,
    { projectId, document: converted },
  )
  expect(imported.data?.["importMonitors"]).toMatchObject({
    createdCount: expect.any(Number),
    invalidCount: 0,
  })
})

const anyNotes = (read: { notes: unknown[] }) => read.notes.slice(1).map(() => expect.anything())

test("variables fill placeholders, and those that are missing are named once", async () => {
  const text = "owner: a\nsites:\n  - { name: a, url: $SHOP }\n  - { name: b, url: $TOKEN_URL }\n"
  const { read } = await convert({ text, variables: 'SHOP="https://shop.example"\n' })
  expect(read).toMatchObject({
    droppedCount: 1,
    document: { monitors: [{ url: "https://shop.example" }] },
  })
  expect(JSON.stringify(read)).toContain('Variables without a value: \\"TOKEN_URL\\" (1 monitor)')
  const large = await convert({ text, variables: "x".repeat(65_537) })
  expect(large.errors[0]?.message).toMatch(/#\/variables must be at most 64 KiB/)
})

test("the database of Uptime Kuma is read with its log, compressed or not", async () => {
  const folder = await mkdtemp(join(tmpdir(), "kuma-"))
  const path = join(folder, "kuma.db")
  const database = new DatabaseSync(path)
  database.exec(`pragma journal_mode = wal;
    create table monitor (id integer primary key, name text, type text, active integer default 1,
      hostname text, "interval" integer, accepted_statuscodes_json text default '["200-299"]');
    pragma wal_checkpoint(truncate);
    insert into monitor (name, type, hostname, "interval") values ('Router', 'ping', '192.0.2.1', 60)`)
  const [main, log] = await Promise.all([readFile(path, "base64"), readFile(`${path}-wal`)])
  const whole = await convert({ database: main, databaseLog: gzipSync(log).toString("base64") })
  expect(whole.read).toMatchObject({
    product: "UPTIME_KUMA",
    document: { monitors: [{ name: "Router", monitor_type: "ping", host: "192.0.2.1" }] },
  })
  const alone = await convert({ database: main })
  expect(JSON.stringify(alone.read)).toContain("There was no kuma.db-wal beside the database")
  const wrong = await convert({ database: Buffer.from("no database").toString("base64") })
  expect(wrong.errors[0]?.message).toMatch(/damaged or incomplete|not that of Uptime Kuma/)
  const neither = await convert({})
  expect(neither.errors[0]?.message).toMatch(/#\/text must be given, or else database/)
  const odd = await convert({ database: "%" })
  expect(odd.errors[0]?.message).toMatch(/#\/database must be base64/)
  database.close()
  await rm(folder, { recursive: true })
})

test("a document of our own passes unchanged", async () => {
  const own = { version: 1, monitors: [{ name: "Shop", monitor_type: "http" }] }
  const { read } = await convert({ text: JSON.stringify(own) })
  expect(read).toEqual({
    product: "WATCHKEEPER",
    document: own,
    sourceCount: null,
    droppedCount: 0,
    notes: [],
  })
})

test("a file that no converter knows is refused with what to do", async () => {
  const { errors } = await convert({ text: '{"hello": "world"}' })
  expect(errors[0]?.message).toBe(
    "Could not detect the product of this export. Choose the product.",
  )
  const padded = await convert({ text: `{"hello": "${"x".repeat(600_000)}"}` })
  expect(padded.errors[0]?.message).toBe(errors[0]?.message)
  const named = await convert({ text: '{"hello": "world"}', product: "GATUS" })
  expect(named.errors[0]?.message).toMatch(/^This is not an export from Gatus/)
  const broken = await convert({ text: "{", product: "WATCHKEEPER" })
  expect(broken.errors[0]?.message).toMatch(/must be JSON/)
})

test("a file is at most 5 MiB, and only people who may write monitors convert one", async () => {
  const large = await convert({ text: "x".repeat(5 * 2 ** 20 + 1) })
  expect(large.errors[0]?.message).toMatch(/#\/text must be at most 5 MiB/)
  const { id } = await makeProject(world)
  const refused = await ask(world, keyActor(id, newId(), ["monitors:read"]), document, {
    projectId: id,
    text: "{}",
  })
  expect(refused.errors[0]?.code).toBe("insufficient_scope")
})
