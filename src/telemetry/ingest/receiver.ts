import { fork, type ChildProcess } from "node:child_process"
import { once } from "node:events"
import { getCompileCacheDir } from "node:module"
import { dirname } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { say } from "../../findings/say.ts"
import { tellSupervisor } from "../../platform/role-message.ts"
import type { Services } from "../../platform/services.ts"
import { chdbTrouble } from "../store/embedded/chdb-trouble.ts"
import type { FromIngest, IngestEnv, IngestState, Job, Outcome } from "./job.ts"
import { createRestarts } from "./restarts.ts"
import { hasSpool } from "./spool-folders.ts"

export type Receiver = ReturnType<typeof createReceiver>

/** Requests that wait to be decoded; more are refused until some are done. Their bytes are counted by `in-flight.ts`. */
const mostWaiting = 512
/** A process that takes longer for one request is stuck. */
const stuckMs = 30_000
const stopMs = 3000
/** A request of the largest size has never needed a quarter of it. Buffers are beside it, and bounded by `limits`. */
const heapMib = 512

type Running = {
  child: ChildProcess
  waiting: Map<number, { resolve(outcome: Outcome): void; sinceMs: number }>
  ended: Promise<unknown>
}

/**
 * Hands requests to a child process that decodes and stores them; it starts with the first request.
 *
 * @param flags V8 flags of the child, besides the limit of its heap.
 */
export function createReceiver(
  { env, log, clock }: Pick<Services, "env" | "log" | "clock">,
  flags: readonly string[],
) {
  const trouble = env.CLICKHOUSE_URL === undefined ? chdbTrouble() : null
  const restarts = createRestarts(clock)
  let running: Running | null = null
  let retry: NodeJS.Timeout | null = null
  let isStopping = false
  let lastId = 0
  let state: IngestState | null = null

  function start(): Running {
    if (env.CLICKHOUSE_URL === undefined) void tellSupervisor({ kind: "wanted", role: "telemetry" })
    const child = forkIngest(env, flags)
    const started: Running = { child, waiting: new Map(), ended: once(child, "close") }
    child.on("message", (message) => {
      const known = message as FromIngest
      if (known.kind === "state") state = known.state
      else settle(started, known)
    })
    child.on("error", (err) => log.error({ err }, "the process for telemetry cannot be started"))
    child.once("close", (code, signal) => {
      running = null
      const requests = started.waiting.size
      for (const id of started.waiting.keys()) settle(started, busy(id, restarting))
      if (isStopping) return
      const delayMs = restarts.note(signal ?? `code ${code}`)
      log.error(
        { code, signal, requests, delayMs },
        "the process that decodes telemetry ended; restarting it",
      )
      retry = setTimeout(() => {
        retry = null
        run()
      }, delayMs).unref()
    })
    child.unref()
    child.channel?.unref()
    return started
  }

  const run = (): Running => (running ??= start())

  function settle({ waiting }: Running, outcome: Outcome): void {
    const asked = waiting.get(outcome.id)
    if (asked === undefined) return
    waiting.delete(outcome.id)
    asked.resolve(outcome)
  }

  /** Ends a process that is stuck; its requests are answered by its end. */
  const watch = setInterval(() => {
    const [oldest] = running?.waiting.values() ?? []
    if (oldest === undefined || clock.monotonicMs() - oldest.sinceMs < stuckMs) return
    log.error("the process that decodes telemetry is stuck; ending it")
    running?.child.kill("SIGKILL")
  }, 1000).unref()

  return {
    /** @returns at once with "busy" where too much waits already. */
    async take(job: Omit<Job, "id">): Promise<Outcome> {
      const id = ++lastId
      if (trouble !== null) return { ...busy(id, say([trouble])), retrySeconds: 300 }
      if (isStopping) return busy(id, "This server is stopping.")
      if (retry !== null) return busy(id, restarting)
      const { child, waiting } = run()
      if (waiting.size >= mostWaiting) {
        return busy(id, "Telemetry arrives faster than it can be read.")
      }
      const { promise, resolve } = Promise.withResolvers<Outcome>()
      waiting.set(id, { resolve, sinceMs: clock.monotonicMs() })
      tell(child, { ...job, id })
      return promise
    },

    /** Null before anything was sent. */
    state(): IngestState | null {
      const ended = restarts.finding()
      if (ended === null) return state
      const usual = { spoolBytes: 0, isDiskFull: false, dropped: null }
      return { ...usual, ...state, trouble: ended }
    },

    /** Stores what an earlier process acknowledged. */
    async resume(): Promise<void> {
      if (trouble === null && (await hasSpool(env.DATA_DIR))) run()
    },

    async stop(): Promise<void> {
      isStopping = true
      clearInterval(watch)
      if (retry !== null) clearTimeout(retry)
      if (running === null) return
      const { child, ended } = running
      tell(child, "stop")
      const late = sleep(stopMs, undefined, { ref: false }).then(() => child.kill("SIGKILL"))
      await Promise.race([ended, late.then(() => ended)])
    },
  }
}

/** What the child needs of the environment: nothing secret but the address of the store. */
const inherited = /^(?:PATH|HOME|TMPDIR|TZ|LANG|LC_\w+|MALLOC_\w+|NODE_EXTRA_CA_CERTS|SSL_\w+)$/

function forkIngest(env: IngestEnv, flags: readonly string[]): ChildProcess {
  const { CLICKHOUSE_URL, DATA_DIR, LOG_LEVEL, TELEMETRY_DISK_FREE_MIB } = env
  const own: IngestEnv = { CLICKHOUSE_URL, DATA_DIR, LOG_LEVEL, TELEMETRY_DISK_FREE_MIB }
  const kept = Object.entries(process.env).filter(([name]) => inherited.test(name))
  const compiled = getCompileCacheDir()
  return fork(new URL("./ingest-process.ts", import.meta.url), {
    serialization: "advanced",
    execArgv: [
      "--disable-warning=ExperimentalWarning",
      `--max-old-space-size=${heapMib}`,
      ...flags,
    ],
    env: {
      ...Object.fromEntries(kept),
      ...(compiled !== undefined && { NODE_COMPILE_CACHE: dirname(compiled) }),
      INGEST_ENV: JSON.stringify(own),
    },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  })
}

const tell = (child: ChildProcess, message: Job | "stop"): void => {
  // One that ends meanwhile is noticed by its end.
  child.send(message, () => undefined)
}

const restarting = "The process that reads telemetry is being restarted."

const busy = (id: number, message: string) =>
  ({ id, kind: "busy", message, retrySeconds: 1 }) satisfies Outcome
