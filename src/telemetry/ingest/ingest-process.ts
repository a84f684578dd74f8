import { readFileSync, writeFileSync } from "node:fs"
import { constants, getPriority, setPriority } from "node:os"
import { say } from "../../findings/say.ts"
import { createLog } from "../../platform/log.ts"
import { readDropped } from "../store/disk.ts"
import { createStore } from "../store/store.ts"
import { startFlusher } from "./flush.ts"
import type { FromIngest, IngestEnv, IngestState, Job } from "./job.ts"
import { processJob } from "./process-job.ts"
import { takeLeftFolders, takeSpoolFolders } from "./spool-folders.ts"
import { openSpool } from "./spool.ts"

/**
 * The child of the api role that decodes telemetry and moves it to the store. What strangers send can end nothing but
 * this process: its parent answers those who wait, and starts another one, which stores what this one acknowledged.
 */
const env = JSON.parse(process.env["INGEST_ENV"] ?? "{}") as IngestEnv
const log = createLog(env.LOG_LEVEL, "ingest")
for (const event of ["uncaughtException", "unhandledRejection"] as const) {
  process.on(event, (error: unknown) => {
    log.fatal({ err: error }, "internal error; this process exits and is restarted")
    process.exit(1)
  })
}
// Only the parent decides, also where a signal reaches the whole group of processes.
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => undefined)
// Nobody else ends an orphan, and the next process takes its folders.
process.on("disconnect", () => process.exit(0))
yieldToOthers()

/** What a process leaves that ends after this one has started. */
const adoptMs = 5000

const { folders, release } = await takeSpoolFolders(env.DATA_DIR)
const store = createStore(env)
const spool = openSpool({ folders, env, onSegment: () => flusher.nudge() })
const flusher = startFlusher(spool, store, log)

const needs = {
  spool,
  retrySeconds() {
    const seconds = flusher.trouble() === null ? flusher.drainSeconds(spool.state().bytes) : 5
    // Not all who were refused come back at the same moment.
    return Math.ceil(Math.min(30, Math.max(1, seconds)) * (1 + Math.random() / 4))
  },
  onFault: (err: unknown) => log.error({ err }, "a telemetry request could not be processed"),
}

process.on("message", (message: Job | "stop") => {
  if (message === "stop") void stop()
  else
    void processJob(message, needs).then((outcome) => {
      const trouble = flusher.trouble()
      const isExplained = outcome.kind === "busy" && trouble !== null && !spool.isDiskFull()
      tell(isExplained ? { ...outcome, message: say([trouble]) } : outcome)
    })
})

const tell = (message: FromIngest) => process.send?.(message)

/** Tells the server once a second what has changed, for its health report. */
let lastText = ""
let wasFull = false
const states = setInterval(() => {
  const state: IngestState = {
    spoolBytes: spool.state().bytes,
    isDiskFull: spool.isDiskFull(),
    dropped: readDropped(env.DATA_DIR),
    trouble: flusher.trouble(),
  }
  if (state.isDiskFull && !wasFull) log.error("the disk of the telemetry store is nearly full")
  if (!state.isDiskFull && wasFull) log.info("the disk of the telemetry store has free space again")
  wasFull = state.isDiskFull
  const text = JSON.stringify(state)
  if (text === lastText) return
  lastText = text
  tell({ kind: "state", state })
}, 1000)

const releases = [release]
const adoption = setInterval(() => void adopt(), adoptMs)

async function adopt(): Promise<void> {
  try {
    const left = await takeLeftFolders(env.DATA_DIR)
    if (left.folders.length === 0) return
    releases.push(left.release)
    spool.adopt(left.folders)
    flusher.nudge()
  } catch (err) {
    log.warn({ err }, "could not look for telemetry that other processes left")
  }
}

async function stop(): Promise<void> {
  clearInterval(states)
  clearInterval(adoption)
  await flusher.stop()
  await store.close()
  await Promise.all(releases.map((one) => one()))
  process.exit(0)
}

/** Where processors are busy, those go first who wait for a page; where memory is short, this process is ended first. */
function yieldToOthers(): void {
  setPriority(Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL))
  if (process.platform !== "linux") return
  const path = "/proc/self/oom_score_adj"
  try {
    writeFileSync(path, String(Math.min(1000, Number(readFileSync(path, "utf8")) + 500)))
  } catch (err) {
    log.debug({ err }, "could not ask to be ended first when memory is short")
  }
}
