import { spawn, type ChildProcess } from "node:child_process"
import { once } from "node:events"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { apiFlags } from "../api/flags.ts"
import { SettingError, type Role } from "../platform/env.ts"
import { newId } from "../platform/id.ts"
import type { Log } from "../platform/log.ts"
import { roleMessage, tellRole } from "../platform/role-message.ts"
import { probeFlags } from "../probe/flags.ts"
import { hasStore } from "../telemetry/store/front-file.ts"
import { usualPatience, watchRole, type Patience } from "./watch-role.ts"

const launcher = fileURLToPath(new URL("../../bin/watchkeeper.js", import.meta.url))
const firstDelayMs = 100
const longestDelayMs = 5000
/** After this time a role counts as started; its next exit counts as the first. */
const steadyMs = 30_000
/** Leaves the database one second of the ten in which everything must stop, beyond DRAIN_SECONDS. */
const drainMs = 9000

export type Supervised = {
  /**
   * The URL of the api role; null without it. Waits briefly for the other roles too, but a role that keeps failing
   * does not delay serving. Rejects with a SettingError if a role cannot start.
   */
  started: Promise<string | null>
  /** Hands the roles their database, which they wait for while they load. */
  open(connectionString: string): void
  /** Tells the roles whether the disk of their database is nearly full, also those that start later. */
  setDiskScarce(isScarce: boolean): void
  /** Stops restarting roles: a signal to the process group also reaches them. */
  lastCall(): void
  stop(): Promise<void>
}

const graceMs = 5000

/** Runs one child process per role and restarts those that exit or hang. They begin once the database is open. */
export function superviseRoles(
  roles: Role[],
  given: NodeJS.ProcessEnv,
  log: Log,
  patience = usualPatience,
): Supervised {
  const want = (role: Role) => admins[roles.indexOf(role)]?.launch()
  let environment = given
  let isDiskScarce = false
  const admins = roles.map((role) =>
    keepRole(role, {
      environmentNow: () => environment,
      isDiskScarce: () => isDiskScarce,
      log,
      want,
      patience,
    }),
  )
  for (const [at, keeper] of admins.entries()) {
    // Loading the telemetry store takes memory, so it waits until telemetry is used.
    if (roles[at] !== "telemetry" || !roles.includes("api") || hasTelemetry(environment)) {
      keeper.launch()
    }
  }
  const all = Promise.all(
    admins.filter((_, at) => roles[at] !== "telemetry").map(({ started }) => started),
  )
  const api = admins[roles.indexOf("api")]?.started
  return {
    started: api === undefined ? all.then(() => null) : firstOf(all, api).then(() => api),
    open(connectionString) {
      environment = { ...environment, DATABASE_URL: connectionString }
      for (const keeper of admins) keeper.open(connectionString)
    },
    setDiskScarce(isScarce) {
      isDiskScarce = isScarce
      for (const keeper of admins) keeper.setDiskScarce(isScarce)
    },
    lastCall() {
      for (const keeper of admins) keeper.lastCall()
    },
    async stop() {
      await Promise.all(admins.map((keeper) => keeper.stop()))
    },
  }
}

/** V8 flags of the processes. */
export const flagsOf: Record<Role, string[]> = {
  api: apiFlags,
  probe: probeFlags,
  // Like the prober, they wait most of the time, and their memory matters more than their speed.
  notify: probeFlags,
  telemetry: probeFlags,
}

/**
 * Otherwise each thread of a process keeps free memory of its own, and glibc raises the size above which it returns
 * freed memory to the system to that of the largest block freed so far, such as a compiled module.
 */
const allocator = {
  MALLOC_ARENA_MAX: "2",
  MALLOC_MMAP_THRESHOLD_: "131072",
  MALLOC_TRIM_THRESHOLD_: "131072",
}

/** Each waiting statement of the embedded engine holds one of libuv's threads. */
const threads = { UV_THREADPOOL_SIZE: "8" }

const hasTelemetry = ({ DATA_DIR = "./data" }: NodeJS.ProcessEnv) => hasStore(DATA_DIR)

const firstOf = (all: Promise<unknown>, api: Promise<unknown>) =>
  Promise.race([all, api.then(() => sleep(graceMs, undefined, { ref: false }))])

type Keeping = {
  environmentNow(): NodeJS.ProcessEnv
  isDiskScarce(): boolean
  log: Log
  want(role: Role): void
  patience: Patience
}

function keepRole(role: Role, { environmentNow, isDiskScarce, log, want, patience }: Keeping) {
  const started = Promise.withResolvers<string | null>()
  let isStopping = false
  let hasStarted = false
  let child: ChildProcess | null = null
  let retry: NodeJS.Timeout | null = null
  let deaths = 0
  let isWanted = false
  // Restarts reuse the id, so that a role keeps its leases; two processes of a role never overlap.
  const id = newId()

  function launch(): void {
    const warnings = "--disable-warning=ExperimentalWarning"
    // A free port, if the inspector is opened to see why the role hangs.
    const args = [
      warnings,
      "--inspect-port=127.0.0.1:0",
      ...flagsOf[role],
      launcher,
      "role",
      role,
      id,
    ]
    const begun = performance.now()
    const environment = environmentNow()
    const fresh = spawn(process.execPath, args, {
      env: { ...allocator, ...(role === "telemetry" ? threads : {}), ...environment },
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    })
    child = fresh
    const watch = watchRole(fresh, role, patience, log)
    if (isDiskScarce()) tellRole(fresh, { kind: "disk", isScarce: true })
    let refusal: string | null = null
    fresh.on("message", (value) => {
      const message = roleMessage.parse(value)
      watch.heard()
      if (message.kind === "alive") return
      if (message.kind === "wanted") {
        want(message.role)
        return
      }
      if (message.kind === "refused") {
        refusal = message.reason
        return
      }
      hasStarted = true
      log.info({ child: role, pid: fresh.pid }, "role started")
      started.resolve(message.address)
    })
    fresh.on("error", (error) =>
      log.error({ child: role, err: error }, "cannot start role process"),
    )
    fresh.on("close", (code, signal) => {
      child = null
      watch.stop()
      if (isStopping) return
      if (refusal !== null && !hasStarted) {
        started.reject(new SettingError(refusal))
        return
      }
      deaths = performance.now() - begun > steadyMs ? 1 : deaths + 1
      const delayMs = Math.min(longestDelayMs, firstDelayMs * 2 ** (deaths - 1))
      log.error(
        { child: role, code, signal, delayMs, reason: refusal },
        "role ended; restarting it",
      )
      retry = setTimeout(launch, delayMs)
    })
  }

  return {
    started: started.promise,
    /** Starts it for the first time; it is kept running from then on. */
    launch() {
      if (isWanted || isStopping) return
      isWanted = true
      launch()
    },
    open(connectionString: string) {
      if (child !== null) tellRole(child, { kind: "database", connectionString })
    },
    setDiskScarce(isScarce: boolean) {
      if (child !== null) tellRole(child, { kind: "disk", isScarce })
    },
    lastCall() {
      isStopping = true
    },
    async stop() {
      isStopping = true
      if (retry !== null) clearTimeout(retry)
      if (child === null) return
      const ended = once(child, "close")
      child.kill("SIGTERM")
      const last = child
      const deadline = setTimeout(
        () => {
          log.error({ child: role }, "role did not drain in time; killing it")
          last.kill("SIGKILL")
        },
        drainMs + Number(environmentNow()["DRAIN_SECONDS"] || 0) * 1000,
      )
      await ended
      clearTimeout(deadline)
    },
  }
}
