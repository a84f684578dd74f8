import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { parseArgs } from "node:util"
import { contextFor } from "../src/graphql/kernel/context.ts"
import { openInstallation } from "./installed.ts"
import { measureBrowser } from "./pages/browser.ts"
import { measureDashboards } from "./pages/dashboards.ts"
import { benchUrl, makePage } from "./pages/page.ts"
import { measurePage } from "./pages/rate.ts"
import { measureViewers } from "./pages/viewers.ts"
import { describeMachine, divideCores } from "./machine.ts"
import { eachBus } from "./redis.ts"

const { values } = parseArgs({
  options: {
    parts: { type: "string", default: "page,viewers,dashboards,browser" },
    viewers: { type: "string", default: "10000" },
    dashboards: { type: "string", default: "1000" },
    requests: { type: "string", default: "20000" },
    rounds: { type: "string", default: "5" },
    /** Of the part "page". */
    connections: { type: "string", default: "16,96" },
    redis: { type: "string", default: "without,with" },
    /** The api role alone on one core. */
    pinned: { type: "boolean", default: false },
    /** A folder for the CPU profiles of the roles. */
    profile: { type: "string" },
  },
})
const parts = new Set(values.parts.split(","))
const rounds = Number(values.rounds)
const connections = values.connections.split(",").map(Number)

const core = values.pinned ? divideCores() : null
const target = createServer((_, response) => response.end("OK")).listen(0, "127.0.0.1")
await once(target, "listening")
const { port } = target.address() as AddressInfo
try {
  await eachBus(values.redis, measure)
} finally {
  target.close()
}

async function measure(bus: string, settings: Record<string, string>): Promise<void> {
  const installation = await openInstallation({
    ...settings,
    BASE_URL: benchUrl,
    SIGN_UP: "open",
    ...(values.profile === undefined
      ? {}
      : { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${values.profile}` }),
  })
  try {
    const { services } = installation
    const page = await makePage(contextFor(services, { kind: "system", name: "bench" }))
    await services.database.pool.query("update monitor set url = $1", [`http://127.0.0.1:${port}/`])
    const stage = {
      services,
      page,
      bus,
      rounds,
      start: () => (core === null ? installation.startAll() : installation.startRole("api", core)),
      startBare: (answer: { headers: string[]; body: string }) =>
        installation.startBare("bare-page.ts", { ANSWER: JSON.stringify(answer) }, core ?? []),
    }
    process.stdout.write(`${describeMachine(core !== null)}, ${bus}\n`)
    if (parts.has("page")) await measurePage(stage, Number(values.requests), connections)
    if (parts.has("viewers")) await measureViewers(stage, Number(values.viewers))
    if (parts.has("dashboards")) await measureDashboards(stage, Number(values.dashboards))
    if (parts.has("browser")) await measureBrowser(stage)
  } finally {
    await installation.stop()
  }
}
