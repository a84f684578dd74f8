import { fork } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import type { Pool } from "pg"
import { openInstallation, type Installation, type Installed } from "./installed.ts"
import { cpuMsOf, describeMachine, printTable, sharedMs, spreads } from "./machine.ts"
import type { Arrived } from "./mail-receiver.ts"
import { insertDeliveries, makeChannels, makeProject } from "./notify-data.ts"
import { measureStarts } from "./notify-starts.ts"
import { pidOfRole } from "./process-tree.ts"
import { titleOf } from "./redis.ts"
import { end } from "./stage.ts"

const channels = 4000
const pollMs = 10

type Size = { rows: number; seconds: number; rounds: number; rate: number }
type Bus = { bus: string; settings: Record<string, string> }
/** When each mail arrived, and when its sending started. */
type Mails = Record<"startedMs" | "arrivedMs", Map<string, number>>

/** Mails of the whole product to a mail server on loopback: many that are due at once, and pages as they come. */
export async function measureMails(
  { bus, settings }: Bus,
  parts: ReadonlySet<string>,
  size: Size,
): Promise<void> {
  const receiver = fork(join(import.meta.dirname, "mail-receiver.ts"))
  const [{ port }] = (await once(receiver, "message")) as [{ port: number }]
  const mails: Mails = { startedMs: new Map(), arrivedMs: new Map() }
  receiver.on("message", (some: Arrived[]) => {
    for (const { id, startedMs, arrivedMs } of some) {
      mails.startedMs.set(id, startedMs)
      mails.arrivedMs.set(id, arrivedMs)
    }
  })
  const all = {
    ...settings,
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: "alerts@example.com",
  }
  const installation = await openInstallation(all)
  try {
    const projectId = await makeProject(installation.services)
    await makeChannels(installation.services, projectId, channels)
    const server = await installation.startAll()
    process.stdout.write(`\n${describeMachine(false)}, ${bus}\n`)
    if (parts.has("settle"))
      await measureMany({ installation, server, projectId, mails, bus }, size)
    if (parts.has("starts")) {
      await measureStarts(
        {
          ...size,
          title: titleOf("commit to the start of a mail", bus),
          startedMs: mails.startedMs,
          cpuMs: () => server.cpuMs(),
          cpuOf: "all processes'",
        },
        {
          command: [],
          args: [installation.connectionString, projectId],
          env: { ...all, DATA_DIR: installation.folder, LOG_LEVEL: "error" },
        },
      )
    }
  } finally {
    await installation.stop()
    await end(receiver)
  }
}

type Stage = {
  installation: Installation
  server: Installed
  projectId: string
  mails: Mails
  bus: string
}

async function measureMany(stage: Stage, { rows, rounds }: Size): Promise<void> {
  const figures: number[][] = []
  // The first is not shown: V8 is still optimizing.
  for (let round = -1; round < rounds; round += 1) {
    const one = await sendMany(stage, rows)
    if (round >= 0) figures.push(one)
  }
  printTable(
    [
      titleOf(`mails of ${rows} notices`, stage.bus),
      "mails/s",
      "commit to the last mail, s",
      "CPU of the role, µs each",
      "CPU of all processes, µs each",
    ],
    [["due at once", ...spreads(figures)]],
  )
}

/** Commits notices that are due, and waits until all have arrived and are settled. */
async function sendMany(
  { installation: { services }, server, projectId, mails }: Stage,
  count: number,
): Promise<number[]> {
  const { pool } = services.database
  mails.arrivedMs.clear()
  const pid = pidOfRole(server.launcherPid, "notify")
  const client = await pool.connect()
  await client.query("begin")
  const due = {
    projectId,
    queue: "notice",
    count,
    delaySeconds: 0,
    channels,
    kinds: ["email"],
  } as const
  await insertDeliveries(client, due)
  await client.query("analyze delivery")
  const [role, all] = [cpuMsOf(pid), server.cpuMs()]
  await client.query("commit")
  const committedMs = sharedMs()
  client.release()
  await services.bus.publish([{ topic: "delivery.due", payload: { projectId, queue: "notice" } }])
  while (mails.arrivedMs.size < count) await wait(pollMs)
  const seconds = (Math.max(...mails.arrivedMs.values()) - committedMs) / 1000
  while (await isPending(pool)) await wait(pollMs)
  const [roleMs, allMs] = [cpuMsOf(pid) - role, server.cpuMs() - all]
  return [count / seconds, seconds, (roleMs * 1000) / count, (allMs * 1000) / count]
}

async function isPending(pool: Pool): Promise<boolean> {
  const { rowCount } = await pool.query("select from delivery where state = 'pending' limit 1")
  return rowCount !== 0
}
