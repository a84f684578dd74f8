import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, test, vi } from "vitest"
import { newId } from "../../src/platform/id.ts"
import { ask, keyActor } from "../support/ask.ts"
import { makeProject, useWorld } from "../support/world.ts"

// A worker thread takes seconds to start on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const world = useWorld()
const fixture = (name: string) =>
  readFile(join(import.meta.dirname, "../convert/fixtures", name), "utf8")

const document = `
  mutation ($projectId: ID!, $text: String!, $product: MonitorExportProduct) {
    convertMonitors(projectId: $projectId, text: $text, product: $product) {
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
