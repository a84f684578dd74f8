import { afterAll, beforeAll, expect, test } from "vitest"
import { cloneDatabase } from "../support/world.ts"
import { makeFolder, run, runJson, type Settings } from "./watchkeeper.ts"

/** The commands for documents as real processes on their own database. */

const held = { settings: {} as Settings, end: () => Promise.resolve() }

beforeAll(async () => {
  const [database, folder] = await Promise.all([cloneDatabase(), makeFolder()])
  held.settings = { DATABASE_URL: database.connectionString, DATA_DIR: folder.path }
  held.end = async () => {
    await database.drop()
    await folder.remove()
  }
  await runJson(["project", "create", "--name", "Shop"], held.settings)
})
afterAll(() => held.end())

const watchkeeper = (args: string[], input: unknown = "") =>
  run(args, held.settings, { input: typeof input === "string" ? input : JSON.stringify(input) })

const example = new URL("../../examples/monitors.json", import.meta.url).pathname
const gate = { name: "Gate", monitor_type: "ping", host: "192.168.0.1" }
const document = (...monitors: unknown[]) => ({ version: 1, monitors })

test("applies and exports what a plan shows, after which nothing is left to do", async () => {
  const plan = await watchkeeper(["plan", example])
  expect([plan.code, plan.stderr]).toEqual([2, ""])
  expect(plan.stdout).toMatch(/^\+ Certificate of the shop \(tls\) +shop\.example\.com:443$/m)
  expect(plan.stdout).toMatch(/^Shop: 6 to add\.$/m)
  const applied = await watchkeeper(["apply", example, "--yes"])
  expect([applied.code, applied.stdout.split("\n").at(-2)]).toEqual([0, "Done."])
  const exported = await watchkeeper(["monitor", "export"])
  expect(await watchkeeper(["plan", "-"], exported.stdout)).toEqual({
    code: 0,
    stdout: "Shop: 6 unchanged.\n",
    stderr: "",
  })
})

test("no error of a plan looks like changes, and apply does nothing without confirmation", async () => {
  const plan = await watchkeeper(["plan", "-"], document(gate, { ...gate, host: "a b" }, gate))
  expect([plan.code, plan.stdout]).toEqual([1, ""])
  expect(plan.stderr).toMatch(/^monitors\[1\] \(Gate\) is not valid: host must be .*\.$/m)
  expect(plan.stderr).toMatch(/^monitors\[2\] \(Gate\) has the name and type of monitors\[0\]\.$/m)
  expect((await watchkeeper(["plan", "--unknown"])).code).toBe(1)
  const unasked = await watchkeeper(["apply", "-"], document(gate))
  expect([unasked.code, unasked.stderr]).toEqual([2, expect.stringContaining("--yes")])
})

test("apply completes even if its reader closes the pipe", async () => {
  const wanted = document({ ...gate, name: "Unread" })
  const input = JSON.stringify(wanted)
  const unread = { input, isRead: false }
  expect(await run(["apply", "-", "--yes"], held.settings, unread)).toMatchObject({
    code: 0,
    stderr: "",
  })
  expect((await watchkeeper(["plan", "-"], wanted)).stdout).toContain("Shop: 1 unchanged.")
})

test("an import converts another product's export, prints its losses, and exits with 1 for an invalid entry", async () => {
  const kuma = {
    version: "1.23.16",
    notificationList: [],
    monitorList: [
      { type: "ping", name: "Router", hostname: "192.168.0.1", interval: 90 },
      { type: "docker", name: "Container", interval: 60 },
    ],
  }
  const dry = await watchkeeper(["monitor", "import", "-", "--dry-run"], kuma)
  expect([dry.code, dry.stderr]).toEqual([0, ""])
  expect(dry.stdout).toContain("create   Router  ping")
  expect(dry.stdout).toMatch(/Dropped\n +Container \(docker\)/)
  const half = await watchkeeper(["monitor", "import", "-"], document({ name: "Half" }))
  expect([half.code, half.stderr]).toEqual([1, ""])
  expect(half.stdout).toContain("invalid  Half        monitor_type is required")
})
