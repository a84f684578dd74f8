import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { keepPostgres } from "../../src/cli/keep-postgres.ts"
import { superviseRoles, type Supervised } from "../../src/cli/supervise.ts"
import { findPostmaster } from "../../src/platform/embedded/cluster.ts"
import { startEmbedded } from "../../src/platform/embedded/start-embedded.ts"
import { readEnv } from "../../src/platform/env.ts"
import { createLog } from "../../src/platform/log.ts"
import { openClient } from "../../src/platform/open-client.ts"
import { useWorld } from "../support/world.ts"

/** A process that is alive and does nothing is found and started again. */

const world = useWorld()
const held: { folder: string; supervised?: Supervised } = { folder: "" }
const patience = { askMs: 100, silentMs: 1500 }
const lines: { child?: string; pid?: number; stack?: string[] | null; msg: string }[] = []
const log = createLog("info", "start", {
  write: (line) => void lines.push(JSON.parse(line) as (typeof lines)[number]),
})

/** Makes a process compute without an end when it is signaled. */
const blocking = `process.on("SIGUSR2", function countForever() { for (;;); })`

beforeAll(async () => {
  held.folder = await mkdtemp(join(tmpdir(), "watchkeeper-hung-"))
  const settings = { DATA_DIR: held.folder, PORT: "0", HOST: "127.0.0.1", LOG_LEVEL: "silent" }
  const { PATH, HOME } = process.env
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(blocking)}`
  const DATABASE_URL = world.connectionString
  const environment = { PATH, HOME, NODE_OPTIONS, ...settings, DATABASE_URL }
  held.supervised = superviseRoles(["api", "probe", "notify"], environment, log, patience)
  await held.supervised.started
  await vi.waitUntil(() => ["api", "probe", "notify"].every((role) => pidOf(role) > 0))
})
afterAll(async () => {
  await held.supervised?.stop()
  await rm(held.folder, { recursive: true, force: true })
})

const pidOf = (role: string) =>
  lines.findLast(({ child, msg }) => child === role && msg === "role started")?.pid ?? 0

/** @returns what the supervisor said about it. */
async function isReplaced(role: string, hung: number) {
  await expect.poll(() => pidOf(role)).not.toBe(hung)
  const said = lines.find(({ pid, msg }) => pid === hung && msg.startsWith("role does not respond"))
  if (said === undefined) throw new Error(`${role} ended otherwise: ${JSON.stringify(lines)}`)
  return said
}

test("a role that is stopped, or computes without an end, is ended and started again, and the log says why", async () => {
  const [api, notify, probe] = [pidOf("api"), pidOf("notify"), pidOf("probe")]
  process.kill(notify, "SIGSTOP")
  process.kill(api, "SIGUSR2")

  expect((await isReplaced("notify", notify)).msg).toContain("it was stopped by a signal")
  const said = await isReplaced("api", api)
  expect(said.msg).toContain("it computes without an end")
  expect(said.stack?.[0]).toMatch(/^countForever /)
  expect(pidOf("probe")).toBe(probe)
})

test("an embedded PostgreSQL that is stopped is ended and started again on the same port", async () => {
  const env = readEnv({ DATA_DIR: join(held.folder, "embedded") })
  const embedded = await startEmbedded(env, log)
  const { connectionString } = embedded
  const stop = keepPostgres(
    { embedded, connectionString, applied: [], unreadable: [], stop: () => Promise.resolve() },
    log,
    { askMs: 200, silentMs: 600 },
  )
  try {
    const folder = join(env.DATA_DIR, "postgres")
    const hung = (await findPostmaster(folder))?.pid ?? 0
    process.kill(hung, "SIGSTOP")
    await expect
      .poll(async () => {
        const found = await findPostmaster(folder)
        return found?.isReady === true && found.pid !== hung
      })
      .toBe(true)
    const client = await openClient(connectionString)
    await client.end()
    expect(lines.map(({ msg }) => msg)).toContain(
      "the embedded PostgreSQL does not respond; ending it",
    )
  } finally {
    await stop()
    await embedded.stop()
  }
})
