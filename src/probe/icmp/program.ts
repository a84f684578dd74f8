import { spawn, type ChildProcessByStdio } from "node:child_process"
import { constants } from "node:fs"
import { access } from "node:fs/promises"
import { delimiter, join } from "node:path"
import type { Readable } from "node:stream"
import type { EchoResult } from "./echo.ts"

export type Program = { name: "ping" | "fping"; path: string }

/** Each ping is a process; more than this wait in line. */
const mostAtOnce = 32
const folders = ["/usr/bin", "/bin", "/usr/sbin", "/sbin", "/usr/local/bin"]

/** Null if neither is installed. Prefers `ping`, which systems usually permit. */
export async function findProgram(path = process.env["PATH"] ?? ""): Promise<Program | null> {
  const places = [...new Set([...path.split(delimiter).filter((one) => one !== ""), ...folders])]
  for (const name of ["ping", "fping"] as const) {
    for (const place of places) {
      if (await isExecutable(join(place, name))) return { name, path: join(place, name) }
    }
  }
  return null
}

const isExecutable = (path: string) =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  )

/** Runs the system's ping program; the first reply that it prints ends it. Never rejects. */
export async function runProgram(
  program: Program,
  address: string,
  signal: AbortSignal,
): Promise<EchoResult> {
  if (!(await takeTurn(signal))) {
    return {
      kind: "broken",
      why: { code: "too_many_ping_programs", parameters: { most: mostAtOnce } },
    }
  }
  try {
    return await run(program, address, signal)
  } finally {
    giveTurn()
  }
}

async function run(
  { name, path }: Program,
  address: string,
  signal: AbortSignal,
): Promise<EchoResult> {
  try {
    const child = spawn(path, programArguments(name, address), {
      stdio: ["ignore", "pipe", "pipe"],
      env: { LC_ALL: "C" },
    })
    return await listen(child, path, address, signal)
  } catch (error) {
    // Also if the program has a capability that this process may not pass on.
    const parameters = { path, error: error instanceof Error ? error.message : String(error) }
    return { kind: "broken", why: { code: "ping_program_not_started", parameters } }
  }
}

function listen(
  child: ChildProcessByStdio<null, Readable, Readable>,
  path: string,
  address: string,
  signal: AbortSignal,
): Promise<EchoResult> {
  return new Promise((resolve, reject) => {
    let output = ""
    const finish = (result: EchoResult) => {
      signal.removeEventListener("abort", giveUp)
      child.kill("SIGKILL")
      resolve(result)
    }
    const giveUp = () => finish({ kind: "silent", echos: 3 })
    const read = (chunk: Buffer) => {
      output = `${output}${chunk.toString("latin1")}`.slice(-4096)
      const [, time] = /bytes.*?([\d.]+) ?ms/.exec(output) ?? []
      if (time !== undefined) finish({ kind: "answered", address, roundTripMs: Number(time) })
    }
    child.stdout.on("data", read)
    child.stderr.on("data", read)
    child.once("error", reject)
    child.once("close", (code) => finish(judge(path, address, code, output)))
    signal.addEventListener("abort", giveUp, { once: true })
    if (signal.aborted) giveUp()
  })
}

/** Three echoes 200 ms apart; the caller decides how long to wait for the last. */
const programArguments = (name: Program["name"], address: string): string[] =>
  name === "ping"
    ? ["-n", "-c", "3", "-i", "0.2", "-W", "60", address]
    : ["-c", "3", "-p", "200", "-t", "60000", address]

/** Both programs exit with 1 if no reply came. */
function judge(path: string, address: string, code: number | null, output: string): EchoResult {
  const said = output.trim().split("\n").at(-1)?.slice(0, 200) ?? ""
  if (/unreachable|no route/i.test(output)) {
    const fault = { fault: "other", icmpCode: null, words: said } as const
    return { kind: "unreachable", said: [{ ...fault, address }] }
  }
  if (code === 1) return { kind: "silent", echos: 3 }
  const parameters = { path, exitCode: code, said }
  return { kind: "broken", why: { code: "ping_program_failed", parameters } }
}

const turns = { running: 0, waiting: new Set<() => void>() }

/** False on abort. */
function takeTurn(signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return Promise.resolve(false)
  if (turns.running < mostAtOnce) {
    turns.running += 1
    return Promise.resolve(true)
  }
  return new Promise((resolve) => {
    const settle = (isMine: boolean) => {
      turns.waiting.delete(start)
      signal.removeEventListener("abort", leave)
      resolve(isMine)
    }
    const start = () => settle(true)
    const leave = () => settle(false)
    turns.waiting.add(start)
    signal.addEventListener("abort", leave, { once: true })
  })
}

/** Passes the slot to the next in line, which counts as running from now on. */
function giveTurn(): void {
  const next = turns.waiting.values().next().value
  if (next === undefined) turns.running -= 1
  else next()
}
