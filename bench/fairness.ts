import { partlyTold } from "../test/support/effects.ts"
import { fork } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { parseArgs } from "node:util"
import { issue } from "../src/cli/demo/certificate.ts"
import { systemClock } from "../src/platform/clock.ts"
import { startEmbedded } from "../src/platform/embedded/start-embedded.ts"
import { readEnv } from "../src/platform/env.ts"
import { enqueue } from "../src/graphql/outbox/enqueue-event.ts"
import { transact } from "../src/graphql/kernel/transaction.ts"
import { newId } from "../src/platform/id.ts"
import { createLog } from "../src/platform/log.ts"
import { migrate } from "../src/platform/migrate.ts"
import { startNotify } from "../src/notify/main.ts"
import { createSend } from "../src/platform/send-post.ts"
import { openServices } from "../src/platform/services.ts"
import { describeMachine, printTable, quantile, sharedMs } from "./machine.ts"
import { fillEndpoint, makeProject } from "./notify-data.ts"

/** Measures how long a project's webhooks wait while another project's receivers are slow. */

const { values } = parseArgs({
  options: {
    endpoints: { type: "string", default: "200" },
    seconds: { type: "string", default: "40" },
  },
})
const endpoints = Number(values.endpoints)
const everyMs = 100
const slowEveryMs = 1000
const lastWaitMs = 60_000

const folder = await mkdtemp(join(tmpdir(), "watchkeeper-bench-"))
const env = readEnv({
  DATA_DIR: folder,
  LOG_LEVEL: "error",
  EGRESS_ANCHORS: "127.0.0.1:1",
  REACHABLE_RANGES: "127.0.0.0/8",
})
const embedded = await startEmbedded(env, createLog("error", "bench"))
await migrate(embedded.connectionString)
const services = await openServices(env, embedded.connectionString, "bench")
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
const send = createSend({ env, clock: systemClock, ca: [authority.cert], port })
try {
  process.stdout.write(`${describeMachine(false)}\n`)
  const other = await makeProject(services)
  await makeEndpoint(other, "healthy")
  await measure(other, null, 3)
  const rows = [
    await measure(other, null),
    await measure(other, "trickle"),
    await measure(other, "silent"),
  ]
  const head = [
    "receivers of the other project",
    "deliveries",
    "p50, ms",
    "p99, ms",
    "max, ms",
    "not within 60 s",
  ]
  printTable(head, rows)
} finally {
  receivers.disconnect()
  await services.close()
  await embedded.stop()
  await rm(folder, { recursive: true })
}
process.exit()

async function makeEndpoint(projectId: string, path: string): Promise<void> {
  const id = await fillEndpoint(services, projectId, { count: 0, failures: 0 })
  await services.database.pool.query(
    "update webhook_endpoint set url = $2, sealed_secret = $3 where id = $1",
    [id, `https://127.0.0.1/${path}`, services.vault.seal(`whsec_${"A".repeat(43)}=`)],
  )
}

/** Sends events of one project at a steady rate; those of the project with slow receivers start earlier. */
async function measure(
  other: string,
  slow: "trickle" | "silent" | null,
  seconds = Number(values.seconds),
): Promise<(string | number)[]> {
  const { pool } = services.database
  await pool.query("truncate delivery, delivery_lease cascade")
  const leave = new AbortController()
  const role = await startNotify(services, {
    send: (post) => send({ ...post, signal: leave.signal }),
  })
  const isOver = new AbortController()
  let sending = Promise.resolve()
  if (slow !== null) {
    const projectId = await makeProject(services)
    for (let count = 0; count < endpoints; count += 1) await makeEndpoint(projectId, slow)
    sending = (async () => {
      while (!isOver.signal.aborted) {
        await publishAlert(projectId)
        await wait(slowEveryMs)
      }
    })()
    await wait(2 * slowEveryMs)
  }
  const committedMs = new Map<string, number>()
  const from = performance.now()
  for (let at = 1; at <= (seconds * 1000) / everyMs; at += 1) {
    const id = await publishAlert(other)
    committedMs.set(id, sharedMs())
    await wait(Math.max(0, from + at * everyMs - performance.now()))
  }
  const until = performance.now() + lastWaitMs
  const missing = () => [...committedMs.keys()].filter((id) => !arrivedMs.has(id)).length
  while (missing() > 0 && performance.now() < until) await wait(50)
  isOver.abort()
  await sending
  leave.abort()
  await role.stop()
  const times = [...committedMs]
    .map(([id, atMs]) => (arrivedMs.get(id) ?? Infinity) - atMs)
    .toSorted((one, next) => one - next)
  const name =
    slow === null
      ? "none"
      : `${endpoints} that ${slow === "silent" ? "never answer" : "send their body slowly"}`
  return [
    name,
    times.length,
    quantile(times, 0.5),
    quantile(times, 0.99),
    quantile(times, 1),
    missing(),
  ]
}

async function publishAlert(projectId: string): Promise<string> {
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
