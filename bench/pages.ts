import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { startEmbedded } from "../src/platform/embedded/start-embedded.ts"
import { readEnv } from "../src/platform/env.ts"
import { contextFor } from "../src/graphql/kernel/context.ts"
import { createLog } from "../src/platform/log.ts"
import { migrate } from "../src/platform/migrate.ts"
import { openServices } from "../src/platform/services.ts"
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
    /** A folder for the CPU profile of the server. */
    profile: { type: "string" },
  },
})
const parts = new Set(values.parts.split(","))
const rounds = Number(values.rounds)

const folder = await mkdtemp(join(tmpdir(), "watchkeeper-bench-"))
const core = divideCores()
const log = createLog("error", "bench")
const own = readEnv({ DATA_DIR: folder, LOG_LEVEL: "error", EGRESS_ANCHORS: "127.0.0.1:1" })
const embedded = await startEmbedded(own, log)
const servers: Server[] = []
const tracked = async (server: Promise<Server>): Promise<Server> => {
  servers.push(await server)
  return server
}
try {
  await migrate(embedded.connectionString)
  const services = await openServices(own, embedded.connectionString, "bench")
  const page = await makePage(contextFor(services, { kind: "system", name: "bench" }))
  const launcher = join(import.meta.dirname, "../bin/watchkeeper.js")
  const options = { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${values.profile}` }
  const start = () =>
    tracked(
      startServer(
        "Watchkeeper",
        [...core, process.execPath, launcher, "start", "--json", "--roles", "api"],
        {
          DATABASE_URL: embedded.connectionString,
          DATA_DIR: folder,
          HOST: "127.0.0.1",
          PORT: "0",
          BASE_URL: benchUrl,
          SIGN_UP: "open",
          LOG_LEVEL: "error",
          EGRESS_ANCHORS: "127.0.0.1:1",
          ...(values.profile === undefined ? {} : options),
        },
      ),
    )
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
  await services.close()
} finally {
  for (const server of servers) await server.stop()
  await embedded.stop()
  await rm(folder, { recursive: true, force: true })
}
