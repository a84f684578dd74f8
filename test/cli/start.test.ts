import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { z } from "zod"
import { isAlive } from "../../src/platform/process-lock.ts"
import { startForwardProxy } from "../support/forward-proxy.ts"
import { launch, makeFolder, run, runJson, type Running, type Settings } from "./watchkeeper.ts"

/** One program on its own PostgreSQL through its whole life; the tests depend on each other. */

const held = { settings: {} as Settings, folder: "", remove: () => Promise.resolve() }
const started: Running[] = []
const orphans: number[] = []

beforeAll(async () => {
  const { path, remove } = await makeFolder()
  const folder = join(path, "data")
  Object.assign(held, { folder, remove, settings: { DATA_DIR: folder, PORT: "0" } })
})
afterAll(async () => {
  for (const program of started) program.signal("SIGKILL")
  await Promise.all(started.map((program) => program.ended))
  for (const pid of orphans) if (isAlive(pid)) process.kill(pid, "SIGQUIT")
  await held.remove()
})

function start(more: Settings = {}): Running {
  const program = launch(["start"], { ...held.settings, ...more })
  started.push(program)
  return program
}

const postmaster = async () =>
  Number((await readFile(join(held.folder, "postgres/postmaster.pid"), "utf8")).split("\n")[0])

async function until(condition: () => boolean): Promise<void> {
  await expect.poll(condition, { interval: 50 }).toBe(true)
}

test("greets, is joined by commands, restarts what dies, and stops within ten seconds", async () => {
  const proxy = await startForwardProxy({ refuse: () => 502 })
  const program = start({
    HTTP_PROXY: proxy.url,
    SSO_OIDC_URL: "http://watchkeeper:secret@id.example",
    SSO_DOMAINS: "acme.example",
  })
  const ready = await program.line(/ready at/)
  await program.line(/Stop {2}/)
  const address = /http:\S+/.exec(ready)?.[0] ?? ""
  expect(
    program
      .said()
      .split("\n")
      .filter((line) => !line.startsWith("{")),
  ).toEqual([
    `Watchkeeper is ready at ${address}`,
    "  Account      open that URL in a browser, or run: node bin/watchkeeper.js account create",
    `  Data folder  ${held.folder} (with its own PostgreSQL)`,
    "  Stop         Ctrl-C, or SIGTERM",
  ])
  expect((await fetch(`${address}/api/health`)).status).toBe(200)

  // The prober's anchors and name servers are asked directly all the while.
  await fetch(`${address}/api/auth/sign-in/sso`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: address },
    body: JSON.stringify({ providerId: "sso", callbackURL: "/" }),
  })
  expect(new Set(proxy.asked)).toEqual(new Set(["CONNECT id.example:80"]))

  const again = await run(["start"], held.settings)
  expect(again).toMatchObject({ code: 2, stdout: "" })
  expect(again.stderr).toBe(
    `Watchkeeper is already running on ${held.folder} (process ${program.pid}). Stop it first, or set ` +
      "a different DATA_DIR and PORT for a second installation.\n",
  )

  const project = await runJson(["project", "create", "--name", "Beside"], held.settings)
  const { id } = z.object({ id: z.string() }).parse(project)
  const heartbeat = ["--type", "heartbeat", "--name", "Job", "--heartbeat-interval-minutes", "60"]
  expect(
    await runJson(["monitor", "create", "--project", id, ...heartbeat], held.settings),
  ).toMatchObject({ heartbeat_url: expect.stringContaining(`${address}/ping/`) })
  const server = await postmaster()
  expect(await runJson(["project", "list"], held.settings)).toMatchObject([{ name: "Beside" }])
  expect(await postmaster()).toBe(server)

  const api = /"child":"api","pid":(\d+)/
  const first = Number(api.exec(await program.line(api))?.[1])
  const back = program.nextLine(api)
  const received = program.nextLine(/role ended; restarting it/)
  process.kill(first, "SIGKILL")
  expect(JSON.parse(await received)).toMatchObject({
    child: "api",
    signal: "SIGKILL",
    delayMs: 100,
  })
  expect(Number(api.exec(await back)?.[1])).not.toBe(first)
  expect((await fetch(`${address}/api/health`)).status).toBe(200)

  const revived = program.nextLine(/the embedded PostgreSQL had died and was restarted/)
  process.kill(server, "SIGKILL")
  await revived
  expect(await runJson(["project", "list"], held.settings)).toMatchObject([{ name: "Beside" }])

  const last = await postmaster()
  const from = performance.now()
  program.signal("SIGTERM")
  expect(await program.ended).toEqual({ code: 0, signal: null })
  expect(performance.now() - from).toBeLessThan(10_000)
  expect(isAlive(last)).toBe(false)
})

test("processes left by a killed supervisor exit or are taken over by the next command", async () => {
  const program = start()
  await program.line(/Stop {2}/)
  const pids = ["api", "probe", "notify"].map(async (role) => {
    const line = await program.line(new RegExp(`"child":"${role}","pid":`))
    return z.object({ pid: z.number() }).parse(JSON.parse(line)).pid
  })
  const roles = await Promise.all(pids)
  const orphan = await postmaster()
  orphans.push(orphan)
  program.signal("SIGKILL")
  await program.ended
  await until(() => !roles.some(isAlive))
  expect(isAlive(orphan)).toBe(true)

  // Joins the orphaned database and stops it as its last user.
  expect(await runJson(["project", "list"], held.settings)).toMatchObject([{ name: "Beside" }])
  expect(isAlive(orphan)).toBe(false)
})

test("without a server a command starts and stops the database; a later start works", async () => {
  expect(await runJson(["migrate"], held.settings)).toEqual({ applied: [] })
  await expect(postmaster()).rejects.toMatchObject({ code: "ENOENT" })
  // With PORT=0 the URL of the next server is unknown.
  expect(await runJson(["monitor", "list"], held.settings)).toMatchObject([{ heartbeat_url: null }])
  const program = launch(["start", "--roles", "notify", "--json"], held.settings)
  started.push(program)
  expect(JSON.parse(await program.line(/"data_dir"/))).toEqual({
    base_url: expect.stringMatching(/^http:\/\/localhost:\d+$/),
    address: null,
    roles: ["notify"],
    data_dir: held.folder,
    database: "embedded",
    has_accounts: false,
    pid: program.pid,
  })
  program.signal("SIGINT")
  expect(await program.ended).toEqual({ code: 0, signal: null })
})
