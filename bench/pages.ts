import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { contextFor } from "../src/graphql/kernel/context.ts"
import { joinInstalled, startInstalled } from "./installed.ts"
import { measureBrowser } from "./pages/browser.ts"
import { measureDashboards } from "./pages/dashboards.ts"
import { benchUrl, makePage } from "./pages/page.ts"
import { measurePage } from "./pages/rate.ts"
import { measureViewers } from "./pages/viewers.ts"
import { describeMachine, divideCores } from "./machine.ts"
import type { Server } from "./server.ts"
import { startServer } from "./server.ts"

const { values } = parseArgs({
  options: {
    parts: { type: "string", default: "page,viewers,dashboards,browser" },
    viewers: { type: "string", default: "10000" },
    dashboards: { type: "string", default: "1000" },
    requests: { type: "string", default: "20000" },
    rounds: { type: "string", default: "5" },
    /** The api role alone on one core. */
    pinned: { type: "boolean", default: false },
    /** A folder for the CPU profiles of the roles. */
    profile: { type: "string" },
  },
})
const parts = new Set(values.parts.split(","))
const rounds = Number(values.rounds)

const folder = await mkdtemp(join(tmpdir(), "watchkeeper-bench-"))
const core = values.pinned ? divideCores() : []
const settings: Record<string, string> = {
  BASE_URL: benchUrl,
  SIGN_UP: "open",
  EGRESS_ANCHORS: "127.0.0.1:1",
  ...(values.profile === undefined
    ? {}
    : { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${values.profile}` }),
}
const target = createServer((_, response) => response.end("OK")).listen(0, "127.0.0.1")
await once(target, "listening")
const servers: Server[] = []
const tracked = async (server: Promise<Server>): Promise<Server> => {
  servers.push(await server)
  return server
}
try {
  const first = await tracked(startInstalled(folder, settings))
  const { services, connectionString, leave } = await joinInstalled(folder)
  await first.stop()
  const page = await makePage(contextFor(services, { kind: "system", name: "bench" }))
  const { port } = target.address() as AddressInfo
  await services.database.pool.query("update monitor set url = $1", [`http://127.0.0.1:${port}/`])
  const launcher = join(import.meta.dirname, "../bin/watchkeeper.js")
  const startApi = () =>
    startServer(
      "Watchkeeper",
      [...core, process.execPath, launcher, "start", "--json", "--roles", "api"],
      {
        ...settings,
        DATABASE_URL: connectionString,
        DATA_DIR: folder,
        HOST: "127.0.0.1",
        PORT: "0",
        LOG_LEVEL: "error",
      },
    )
  const start = () => tracked(values.pinned ? startApi() : startInstalled(folder, settings))
  const startBare = (answer: { headers: string[]; body: string }) =>
    tracked(
      startServer("bare", [...core, process.execPath, join(import.meta.dirname, "bare-page.ts")], {
        ANSWER: JSON.stringify(answer),
      }),
    )
  const stage = { services, page, start, startBare, rounds }
  process.stdout.write(`${describeMachine(core.length > 0)}\n`)
  if (parts.has("page")) await measurePage(stage, Number(values.requests))
  if (parts.has("viewers")) await measureViewers(stage, Number(values.viewers))
  if (parts.has("dashboards")) await measureDashboards(stage, Number(values.dashboards))
  if (parts.has("browser")) await measureBrowser(stage)
  await leave()
} finally {
  for (const server of servers) await server.stop()
  target.close()
  await rm(folder, { recursive: true, force: true })
}
