import { constants, getPriority, setPriority } from "node:os"
import { parentPort, workerData } from "node:worker_threads"
import { createLog } from "../../platform/log.ts"
import { readDropped } from "../store/disk.ts"
import { createStore } from "../store/store.ts"
import { startFlusher } from "./flush.ts"
import type { FromWorker, IngestState, Job, WorkerData } from "./job.ts"
import { processJob } from "./process-job.ts"
import { openSpool } from "./spool.ts"

/** The thread of the api role that decodes telemetry and moves it to the store, so that requests of others never wait. */
const { folders, env } = workerData as WorkerData
// Where processors are busy, those go first who wait for a page. Linux gives each thread a priority of its own.
if (process.platform === "linux") {
  setPriority(Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL))
}
const log = createLog(env.LOG_LEVEL, "ingest")
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

parentPort?.on("message", (message: Job | "stop") => {
  if (message === "stop") void stop()
  else
    void processJob(message, needs).then((outcome) => {
      const trouble = flusher.trouble()
      const isExplained = outcome.kind === "busy" && trouble !== null && !spool.isDiskFull()
      tell(isExplained ? { ...outcome, message: trouble } : outcome)
    })
})

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's, not a window's
const tell = (message: FromWorker) => parentPort?.postMessage(message)

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

async function stop(): Promise<void> {
  clearInterval(states)
  await flusher.stop()
  await store.close()
  parentPort?.close()
}
