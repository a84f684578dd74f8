import { once } from "node:events"
import { setTimeout as sleep } from "node:timers/promises"
import { Worker } from "node:worker_threads"
import { tellSupervisor } from "../../platform/role-message.ts"
import type { Services } from "../../platform/services.ts"
import { chdbTrouble } from "../store/embedded/chdb-trouble.ts"
import type { FromWorker, IngestState, Job, Outcome, WorkerData } from "./job.ts"
import { hasSpool, takeSpoolFolders } from "./spool-folders.ts"

export type Receiver = ReturnType<typeof createReceiver>

/** Requests that wait to be decoded; more are refused until some are done. Their bytes are counted by `in-flight.ts`. */
const mostWaiting = 512
/** A thread that takes longer for one request is stuck. */
const stuckMs = 30_000
const stopMs = 3000

type Running = {
  worker: Worker
  waiting: Map<number, { resolve(outcome: Outcome): void; sinceMs: number }>
  ended: Promise<unknown>
}

/** Hands requests to a thread that decodes and stores them; the thread starts with the first request. */
export function createReceiver({ env, log, clock }: Pick<Services, "env" | "log" | "clock">) {
  const trouble = env.CLICKHOUSE_URL === undefined ? chdbTrouble() : null
  let folders: ReturnType<typeof takeSpoolFolders> | null = null
  let starting: Promise<Running> | null = null
  let isStopping = false
  let lastId = 0
  let state: IngestState | null = null

  async function start(): Promise<Running> {
    folders ??= takeSpoolFolders(env.DATA_DIR)
    const { CLICKHOUSE_URL, DATA_DIR, LOG_LEVEL, TELEMETRY_DISK_FREE_MIB } = env
    if (CLICKHOUSE_URL === undefined) void tellSupervisor({ kind: "wanted", role: "telemetry" })
    const workerData: WorkerData = {
      folders: (await folders).folders,
      env: { CLICKHOUSE_URL, DATA_DIR, LOG_LEVEL, TELEMETRY_DISK_FREE_MIB },
    }
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { workerData })
    const running: Running = { worker, waiting: new Map(), ended: once(worker, "exit") }
    worker.on("message", (message: FromWorker) => {
      if (message.kind === "state") state = message.state
      else settle(running, message)
    })
    worker.on("error", (err) =>
      log.error({ err }, "the thread for telemetry ended; it is started again"),
    )
    worker.once("exit", () => {
      starting = null
      for (const id of running.waiting.keys())
        settle(running, busy(id, "Telemetry is being restarted."))
    })
    worker.unref()
    return running
  }

  const run = (): Promise<Running> => {
    starting ??= start().catch((error: unknown) => {
      starting = null
      throw error
    })
    return starting
  }

  function settle({ waiting }: Running, outcome: Outcome): void {
    const asked = waiting.get(outcome.id)
    if (asked === undefined) return
    waiting.delete(outcome.id)
    asked.resolve(outcome)
  }

  /** Ends a thread that is stuck; its requests are answered by its end. */
  const watch = setInterval(() => {
    void starting?.then(({ worker, waiting }) => {
      const [oldest] = waiting.values()
      if (oldest === undefined || clock.monotonicMs() - oldest.sinceMs < stuckMs) return
      log.error("the thread for telemetry is stuck; it is started again")
      void worker.terminate()
    })
  }, 1000).unref()

  return {
    /** @returns at once with "busy" where too much waits already. */
    async take(job: Omit<Job, "id">): Promise<Outcome> {
      const id = ++lastId
      if (trouble !== null) return { ...busy(id, trouble), retrySeconds: 300 }
      if (isStopping) return busy(id, "This server is stopping.")
      const running = await run()
      if (running.waiting.size >= mostWaiting) {
        return busy(id, "Telemetry arrives faster than it can be read.")
      }
      const { promise, resolve } = Promise.withResolvers<Outcome>()
      running.waiting.set(id, { resolve, sinceMs: clock.monotonicMs() })
      tell(
        running.worker,
        { ...job, id },
        job.body.filter(isWhole).map(({ buffer }) => buffer),
      )
      return promise
    },

    /** Null before anything was sent. */
    state: (): IngestState | null => state,

    /** Stores what an earlier process acknowledged. */
    async resume(): Promise<void> {
      if (trouble === null && (await hasSpool(env.DATA_DIR))) await run()
    },

    async stop(): Promise<void> {
      isStopping = true
      clearInterval(watch)
      const running = await starting
      if (running !== null && running !== undefined) {
        tell(running.worker, "stop")
        const late = sleep(stopMs, undefined, { ref: false })
        await Promise.race([running.ended, late.then(() => running.worker.terminate())])
      }
      await (await folders)?.release()
    },
  }
}

/** Copies would be memory that V8 collects the whole heap for, while requests of others wait. */
const tell = (worker: Worker, message: Job | "stop", moved: ArrayBufferLike[] = []) =>
  worker.postMessage(message, moved as ArrayBuffer[])

/** Small buffers are parts of one that others use, too. */
const isWhole = ({ buffer, byteLength }: Uint8Array) => buffer.byteLength === byteLength

const busy = (id: number, message: string) =>
  ({ id, kind: "busy", message, retrySeconds: 1 }) satisfies Outcome
