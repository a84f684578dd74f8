import { fork } from "node:child_process"
import { once } from "node:events"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { parseArgs } from "node:util"
import { issue } from "../src/cli/demo/certificate.ts"
import { transact } from "../src/graphql/kernel/transaction.ts"
import { enqueue } from "../src/graphql/outbox/enqueue-event.ts"
import { newId } from "../src/platform/id.ts"
import type { Services } from "../src/platform/services.ts"
import { partlyTold } from "../test/support/effects.ts"
import { openInstallation } from "./installed.ts"
import { describeMachine, divideCores, printTable, quantile, sharedMs, spreads } from "./machine.ts"
import { fillEndpoint, makeProject } from "./notify-data.ts"
import { eachBus } from "./redis.ts"
import type { Server } from "./server.ts"

/** `npm run bench:fairness`: how long a project's webhooks wait while another project's receivers are slow. */

const { values } = parseArgs({
  options: {
    endpoints: { type: "string", default: "200" },
    seconds: { type: "string", default: "15" },
    rounds: { type: "string", default: "3" },
    redis: { type: "string", default: "without,with" },
    /** The notify role alone on one core. */
    pinned: { type: "boolean", default: false },
  },
})
const endpoints = Number(values.endpoints)
const everyMs = 100
const slowEveryMs = 1000
const lastWaitMs = 60_000

type Slow = "none" | "trickle" | "silent"
const cases: Record<Slow, string> = {
  none: "none",
  trickle: `${endpoints} that send their body slowly`,
  silent: `${endpoints} that never answer`,
}
const core = values.pinned ? divideCores() : null
const authority = issue({ name: "bench authority", isAuthority: true })
const { key, cert } = issue({ name: "receiver", names: ["127.0.0.1"], issuer: authority })
const receivers = fork(join(import.meta.dirname, "receivers.ts"), {
  env: { ...process.env, KEY: key, CERT: cert },
})
const [{ port }] = (await once(receivers, "message")) as [{ port: number }]
const arrivedMs = new Map<string, number>()
receivers.on("message", ({ body, atMs }: { body: string; atMs: number }) => {
  const { data } = JSON.parse(body) as { data: { id: string } }
  arrivedMs.set(data.id, atMs)
})
try {
  await eachBus(values.redis, async (bus, settings) => {
    const installation = await openInstallation(settings)
    try {
      const { services, folder, startAll, startRole } = installation
      const file = join(folder, "authority.pem")
      await writeFile(file, authority.cert)
      const open = { REACHABLE_RANGES: "127.0.0.0/8", NODE_EXTRA_CA_CERTS: file }
      const server = await (core === null ? startAll(open) : startRole("notify", core, open))
      process.stdout.write(`${describeMachine(core !== null)}, ${bus}\n`)
      await measureAll(services, server, bus)
    } finally {
      await installation.stop()
    }
  })
} finally {
  receivers.disconnect()
}

async function measureAll(services: Services, server: Server, bus: string): Promise<void> {
  const projectId = await makeProject(services)
  await makeEndpoints(services, projectId, { path: "healthy", count: 1 })
  await measure(services, server, { projectId, slow: "none", seconds: 3 })
  const names = Object.keys(cases) as Slow[]
  const rounds = names.map((): number[][] => [])
  for (let round = 0; round < Number(values.rounds); round += 1) {
    for (const [at, slow] of names.entries()) {
      const seconds = Number(values.seconds)
      rounds[at]?.push(await measure(services, server, { projectId, slow, seconds }))
    }
  }
  printTable(
    [
      `receivers of the other project, ${bus}`,
      "deliveries",
      "p50, ms",
      "p99, ms",
      "max, ms",
      "not within 60 s",
      core === null ? "CPU of all processes, % of a core" : "CPU of the role, %",
    ],
    names.map((slow, at) => [cases[slow], ...spreads(rounds[at] ?? [])]),
  )
}

async function makeEndpoints(
  services: Services,
  projectId: string,
  { path, count }: { path: string; count: number },
): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    const id = await fillEndpoint(services, projectId, { count: 0, failures: 0 })
    await services.database.pool.query(
      "update webhook_endpoint set url = $2, sealed_secret = $3 where id = $1",
      [id, `https://127.0.0.1:${port}/${path}`, services.vault.seal(`whsec_${"A".repeat(43)}=`)],
    )
  }
}

/** Sends events of one project at a steady rate; those of the project with slow receivers start earlier. */
async function measure(
  services: Services,
  server: Server,
  { projectId, slow, seconds }: { projectId: string; slow: Slow; seconds: number },
): Promise<number[]> {
  const other = slow === "none" ? null : await startOther(services, slow)
  const committedMs = new Map<string, number>()
  const [from, cpu] = [performance.now(), server.cpuMs()]
  for (let at = 1; at <= (seconds * 1000) / everyMs; at += 1) {
    const id = await publishAlert(services, projectId)
    committedMs.set(id, sharedMs())
    await wait(Math.max(0, from + at * everyMs - performance.now()))
  }
  const share = ((server.cpuMs() - cpu) / (performance.now() - from)) * 100
  const until = performance.now() + lastWaitMs
  const missing = () => [...committedMs.keys()].filter((id) => !arrivedMs.has(id)).length
  while (missing() > 0 && performance.now() < until) await wait(50)
  await other?.stop()
  const times = [...committedMs]
    .map(([id, atMs]) => (arrivedMs.get(id) ?? Infinity) - atMs)
    .toSorted((one, next) => one - next)
  return [
    times.length,
    quantile(times, 0.5),
    quantile(times, 0.99),
    quantile(times, 1),
    missing(),
    share,
  ]
}

/** A project whose receivers are slow. `stop` deletes its endpoints and ends what is being sent to them. */
async function startOther(services: Services, slow: Slow): Promise<{ stop(): Promise<void> }> {
  const projectId = await makeProject(services)
  await makeEndpoints(services, projectId, { path: slow, count: endpoints })
  const isOver = new AbortController()
  const sending = (async () => {
    while (!isOver.signal.aborted) {
      await publishAlert(services, projectId)
      await wait(slowEveryMs)
    }
  })()
  await wait(2 * slowEveryMs)
  return {
    async stop() {
      isOver.abort()
      await sending
      const { pool } = services.database
      await pool.query("delete from webhook_endpoint where project_id = $1", [projectId])
      receivers.send("drop")
    },
  }
}

async function publishAlert(services: Services, projectId: string): Promise<string> {
  const subjectId = newId()
  await transact(services, (tx) =>
    enqueue(
      tx,
      partlyTold({
        projectId,
        event: "alert.created",
        subjectId,
        dedupeKey: newId(),
        payload: { id: subjectId },
      }),
    ),
  )
  return subjectId
}
