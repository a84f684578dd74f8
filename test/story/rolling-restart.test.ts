import { randomBytes } from "node:crypto"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { expect, onTestFinished, test } from "vitest"
import { freePort } from "../../src/platform/free-port.ts"
import { soon } from "../support/soon.ts"
import { cloneDatabase } from "../support/world.ts"
import { startProgram, type Program } from "./program.ts"

const clients = 8
const pollMs = 50

/** Sends requests to those addresses that are ready, as a load balancer does. */
function startLoad(addresses: string[]) {
  const ready = new Set(addresses)
  const states = new Set<string>()
  const stopped = new AbortController()
  const failures: string[] = []
  const answered = new Map(addresses.map((one) => [one, 0]))

  async function watch(address: string): Promise<void> {
    while (!stopped.signal.aborted) {
      const status = await fetch(`${address}/api/health/ready`, {
        headers: { connection: "close" },
      })
        .then(async (response) => ((await response.json()) as { status: string }).status)
        .catch(() => "refused")
      states.add(status)
      if (status === "ok") ready.add(address)
      else ready.delete(address)
      await sleep(pollMs)
    }
  }

  async function ask(client: number): Promise<void> {
    for (let turn = client; !stopped.signal.aborted; turn += 1) {
      const address = [...ready][turn % ready.size]
      if (address === undefined) {
        failures.push("no address is ready")
        await sleep(pollMs)
        continue
      }
      try {
        const response = await fetch(`${address}/docs`)
        await response.text()
        if (response.status === 200) answered.set(address, (answered.get(address) ?? 0) + 1)
        else failures.push(`status ${response.status}`)
      } catch (error) {
        failures.push(error instanceof Error ? `${error.message}: ${String(error.cause)}` : "?")
      }
    }
  }

  const done = Promise.all([
    ...addresses.map(watch),
    ...Array.from({ length: clients }, (_, client) => ask(client)),
  ])
  return {
    failures,
    states,
    answered,
    isReady: (address: string) => ready.has(address),
    async stop() {
      stopped.abort()
      await done
    },
  }
}

test("restarting two API processes one after the other under load fails no request", async () => {
  const folder = await mkdtemp(join(tmpdir(), "watchkeeper-rolling-"))
  const database = await cloneDatabase()
  const settings = {
    DATABASE_URL: database.connectionString,
    SECRET_KEY: randomBytes(32).toString("base64"),
    HOST: "127.0.0.1",
    DRAIN_SECONDS: "1",
    EGRESS_ANCHORS: "127.0.0.1:1",
    LOG_LEVEL: "error",
  }
  const ports = [await freePort(), await freePort()]
  const start = (port: number) =>
    startProgram({ ...settings, PORT: String(port), DATA_DIR: join(folder, String(port)) }, ["api"])
  const programs: Program[] = await Promise.all(ports.map(start))
  onTestFinished(async () => {
    await Promise.all(programs.map((program) => program.stop()))
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  })
  const addresses = ports.map((port) => `http://127.0.0.1:${port}`)
  const load = startLoad(addresses)
  for (const [at, port] of ports.entries()) {
    expect(await programs[at]?.stop()).toEqual({ code: 0, signal: null })
    expect(load.isReady(addresses[at] ?? "")).toBe(false)
    programs[at] = await start(port)
    await soon(() => load.isReady(addresses[at] ?? "")).toBe(true)
  }
  await load.stop()
  expect(load.failures).toEqual([])
  for (const address of addresses) expect(load.answered.get(address)).toBeGreaterThan(20)
  // It said so before it refused connections.
  expect(load.states.has("draining")).toBe(true)
})
