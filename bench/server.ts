import { spawn } from "node:child_process"
import { once } from "node:events"
import { readFile } from "node:fs/promises"
import { createInterface } from "node:readline"
import { cpuMsOf } from "./machine.ts"

export type Server = {
  name: string
  address: string
  pid: number
  /** CPU so far, in milliseconds. */
  cpuMs(): number
  /** Writes a line to its standard input. */
  send(line: string): void
  stop(): Promise<void>
}

/** Starts a program that prints its address as JSON in its first line. */
export async function startServer(
  name: string,
  command: string[],
  env: Record<string, string>,
): Promise<Server> {
  const [program = "", ...args] = command
  const child = spawn(program, args, {
    env: { ...process.env, ...env },
    stdio: ["pipe", "pipe", "inherit"],
  })
  if (child.pid === undefined) throw new Error(`${name} did not start`)
  const [line] = await once(createInterface({ input: child.stdout }), "line")
  const { address } = JSON.parse(String(line)) as { address: string }
  const pid = await servingPid(child.pid)
  return {
    name,
    address,
    pid,
    cpuMs: () => cpuMsOf(pid),
    send: (line) => void child.stdin.write(`${line}\n`),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, "exit")
      child.kill("SIGTERM")
      await gone
    },
  }
}

/** The process that serves: the last of a chain of launchers. */
async function servingPid(pid: number): Promise<number> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8")
  const [child] = children.trim().split(" ")
  return child === undefined || child === "" ? pid : servingPid(Number(child))
}
