import type { ChildProcess } from "node:child_process"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { z } from "zod"
import { apiFlags } from "../api/flags.ts"
import type { Role } from "../env.ts"
import { SettingError } from "../env.ts"
import { newId } from "../id.ts"
import type { Log } from "../log.ts"
import { probeFlags } from "../probe/flags.ts"

/** What a role tells its supervisor. */
const roleMessage = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("ready"), address: z.string().nullable() }),
  /** It cannot start, and a person can mend it: `reason` says how. */
  z.object({ kind: z.literal("refused"), reason: z.string() }),
])
export type RoleMessage = z.output<typeof roleMessage>

const launcher = fileURLToPath(new URL("../../bin/watchkeeper.js", import.meta.url))
const firstDelayMs = 100
const longestDelayMs = 5000
/** A role that ran this long has started well: its next death counts as the first. */
const steadyMs = 30_000
/** Leaves the database a second of the ten in which everything must have stopped. */
const drainMs = 9000

export type Supervised = {
  /**
   * The address of the api role, null without one. It waits for the other roles too, but not long: whoever
   * can be served is not kept waiting for a role that keeps failing. Rejects with a SettingError where a
   * role says at its first start that it cannot.
   */
  started: Promise<string | null>
  /** From now on a role that ends stays ended: a signal to the whole group reaches the roles as well. */
  lastCall(): void
  stop(): Promise<void>
}

const graceMs = 5000

/** One child process a role; one that dies is started again. */
export function superviseRoles(
  roles: Role[],
  environment: NodeJS.ProcessEnv,
  log: Log,
): Supervised {
  const keepers = roles.map((role) => keepRole(role, environment, log))
  const all = Promise.all(keepers.map(({ started }) => started))
  const api = keepers[roles.indexOf("api")]?.started
  return {
    started: api === undefined ? all.then(() => null) : firstOf(all, api).then(() => api),
    lastCall() {
      for (const keeper of keepers) keeper.lastCall()
    },
    async stop() {
      await Promise.all(keepers.map((keeper) => keeper.stop()))
    },
  }
}

const flagsOf: Record<Role, string[]> = { api: apiFlags, probe: probeFlags, notify: [] }

const firstOf = (all: Promise<unknown>, api: Promise<unknown>) =>
  Promise.race([all, api.then(() => sleep(graceMs, undefined, { ref: false }))])

function keepRole(role: Role, environment: NodeJS.ProcessEnv, log: Log) {
  const started = Promise.withResolvers<string | null>()
  let isStopping = false
  let hasStarted = false
  let child: ChildProcess | null = null
  let retry: NodeJS.Timeout | null = null
  let deaths = 0
  // One life ends before the next begins, so that they may be the same one to whoever lends them something.
  const id = newId()

  function launch(): void {
    const warnings = "--disable-warning=ExperimentalWarning"
    const args = [warnings, ...flagsOf[role], launcher, "role", role, id]
    const begun = performance.now()
    const fresh = spawn(process.execPath, args, {
      env: environment,
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    })
    child = fresh
    let refusal: string | null = null
    fresh.on("message", (value) => {
      const message = roleMessage.parse(value)
      if (message.kind === "refused") {
        refusal = message.reason
        return
      }
      hasStarted = true
      log.info({ child: role, pid: fresh.pid }, "role started")
      started.resolve(message.address)
    })
    fresh.on("error", (error) =>
      log.error({ child: role, err: error }, "role process cannot be started"),
    )
    fresh.on("close", (code, signal) => {
      child = null
      if (isStopping) return
      if (refusal !== null && !hasStarted) {
        started.reject(new SettingError(refusal))
        return
      }
      deaths = performance.now() - begun > steadyMs ? 1 : deaths + 1
      const delayMs = Math.min(longestDelayMs, firstDelayMs * 2 ** (deaths - 1))
      log.error(
        { child: role, code, signal, delayMs, reason: refusal },
        "role ended; it is started again",
      )
      retry = setTimeout(launch, delayMs)
    })
  }

  launch()

  return {
    started: started.promise,
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
      const deadline = setTimeout(() => {
        log.error({ child: role }, "role did not drain in time; it is killed")
        last.kill("SIGKILL")
      }, drainMs)
      await ended
      clearTimeout(deadline)
    },
  }
}
