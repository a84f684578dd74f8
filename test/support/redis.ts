import { spawn, type ChildProcess } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { ensureProgram } from "./apt.ts"
import { freePort } from "./port.ts"

export type TestRedis = {
  url: string
  readonly pid: number
  /** Stops it permanently and removes its folder. */
  stop(): Promise<void>
  /** Kills it; `restart` starts an empty one on the same port. */
  kill(): Promise<void>
  restart(): Promise<void>
}

const startWithinMs = 20_000

/** A real redis-server on a free loopback port, without persistence. */
export async function startRedis(): Promise<TestRedis> {
  const program = await ensureProgram("redis-server", "redis-server")
  const folder = await mkdtemp(join(tmpdir(), "watchkeeper-redis-"))
  const { port, child } = await startSomewhere(program, folder)
  const state = { child }

  const end = async (signal: NodeJS.Signals) => {
    const { child } = state
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, "exit")
    child.kill(signal)
    await ended
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    get pid() {
      return state.child.pid ?? 0
    },
    async stop() {
      await end("SIGTERM")
      await rm(folder, { recursive: true, force: true })
    },
    kill: () => end("SIGKILL"),
    async restart() {
      await end("SIGKILL")
      state.child = await start(program, folder, port)
    },
  }
}

/** Another process may take the free port before it is used. */
async function startSomewhere(program: string, folder: string) {
  for (let tries = 1; ; tries += 1) {
    const port = await freePort()
    try {
      return { port, child: await start(program, folder, port) }
    } catch (error) {
      if (tries === 5) throw error
    }
  }
}

function start(program: string, folder: string, port: number): Promise<ChildProcess> {
  const settings = ["--port", `${port}`, "--bind", "127.0.0.1", "--dir", folder]
  const memoryOnly = ["--save", "", "--appendonly", "no", "--daemonize", "no", "--logfile", ""]
  const child = spawn(program, [...settings, ...memoryOnly], {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
  })
  return new Promise((resolve, reject) => {
    const said: string[] = []
    const fail = (what: string) => {
      clearTimeout(timer)
      child.kill("SIGKILL")
      reject(new Error(`redis-server ${what} on port ${port}: ${said.slice(-5).join(" | ")}`))
    }
    const timer = setTimeout(fail, startWithinMs, "did not start in time")
    child.once("error", (error) => fail(error.message))
    child.once("exit", () => fail("ended"))
    createInterface({ input: child.stdout }).on("line", (line) => {
      said.splice(0, said.length - 20)
      said.push(line)
      if (!/ready to accept connections/i.test(line)) return
      clearTimeout(timer)
      child.removeAllListeners("exit")
      resolve(child)
    })
  })
}
