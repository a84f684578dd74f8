import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gunzipSync, gzipSync } from "node:zlib"
import type { Job } from "../../src/telemetry/ingest/job.ts"
import { processJob } from "../../src/telemetry/ingest/process-job.ts"
import { openSpool } from "../../src/telemetry/ingest/spool.ts"
import { logRequest } from "../support/otlp.ts"
import { bombs } from "./bombs.ts"

/** Prints what each bomb costs the process that decodes requests, and what a known piece of work costs here and now. */
const mib = 1024 * 1024
const folder = mkdtempSync(join(tmpdir(), "watchkeeper-bombs-"))
const spool = openSpool({
  folders: [folder],
  env: { TELEMETRY_DISK_FREE_MIB: 1 },
  onSegment() {
    const segment = spool.next()
    if (segment !== null) spool.drop(segment)
  },
})
const owner = { projectId: "019f0000-0000-7000-8000-0000000000aa", retentionDays: 30, rules: [] }
const needs = {
  spool,
  retrySeconds: () => 1,
  onFault(error: unknown) {
    throw error
  },
}

async function run(job: Omit<Job, "id" | "owner">): Promise<string> {
  const outcome = await processJob({ ...job, id: 1, owner }, needs)
  if (outcome.kind === "busy") throw new Error(outcome.message)
  return String(outcome.kind === "stored" ? 200 : outcome.status)
}

const cpuMs = (since: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(since)
  return (user + system) / 1000
}

const memory = (name: string): number =>
  (Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync("/proc/self/status", "utf8"))?.[1]) *
    1024) /
  mib

/** Makes Linux forget the peak, as proc(5) says of clear_refs. */
function forgetPeak(): number {
  globalThis.gc?.()
  writeFileSync("/proc/self/clear_refs", "5")
  return memory("VmRSS")
}

const zeros = gzipSync(Buffer.alloc(64 * mib), { level: 1 })

/** Unpacking 64 MiB, the largest that a request may be. */
function calibrate(): number {
  const before = process.cpuUsage()
  gunzipSync(zeros, { chunkSize: 64 * mib })
  return cpuMs(before)
}

// The process has read many requests before a hostile one comes.
const usual = Buffer.from(JSON.stringify(logRequest(Array.from({ length: 500 }, () => "usual"))))
const shared = { signal: "logs", isZipped: false, body: [usual] } as const
calibrate()
for (let at = 0; at < 30; at += 1) await run({ ...shared, encoding: "json" })

const lowest = (values: number[]): number => Math.min(...values)

type Cost = {
  name: string
  isAsExpected: boolean
  usedMs: number
  calibrationMs: number
  peakMib: number
}

const costs: Cost[] = []
for (const { name, bytes, ...more } of bombs) {
  const { status, ...job } = more
  const body = bytes()
  // A neighbor on the machine makes single runs dearer, and never cheaper.
  const runs: Omit<Cost, "name">[] = []
  const isDear = () =>
    lowest(runs.map(({ usedMs }) => usedMs)) >
    2 * lowest(runs.map(({ calibrationMs }) => calibrationMs))
  while (runs.length === 0 || (runs.length < 3 && isDear())) {
    const calibrationMs = calibrate()
    const residentMib = forgetPeak()
    const before = process.cpuUsage()
    const answered = await run({ ...job, body: [body] })
    const usedMs = cpuMs(before)
    const peakMib = memory("VmHWM") - residentMib
    runs.push({ isAsExpected: answered === String(status), usedMs, calibrationMs, peakMib })
  }
  costs.push({
    name,
    isAsExpected: runs.every(({ isAsExpected }) => isAsExpected),
    usedMs: lowest(runs.map(({ usedMs }) => usedMs)),
    calibrationMs: lowest(runs.map(({ calibrationMs }) => calibrationMs)),
    peakMib: Math.max(...runs.map(({ peakMib }) => peakMib)),
  })
}
process.stdout.write(JSON.stringify(costs))
rmSync(folder, { recursive: true })
process.exit(0)
