import { execFile, spawn, type ChildProcess } from "node:child_process"
import { once } from "node:events"
import { readFile } from "node:fs/promises"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { z } from "zod"

const launcher = fileURLToPath(new URL("../../bin/watchkeeper.js", import.meta.url))
const run = promisify(execFile)

/** A plain shell's environment, without the test runner's settings. */
const shell = Object.fromEntries(
  ["PATH", "HOME", "TMPDIR"].flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value]]
  }),
)

const facts = z.object({ base_url: z.string(), address: z.string().nullable() })

export type Program = {
  /** The address of the api role; null without one. */
  address: string | null
  process: ChildProcess
  /** Its log, shown when a test fails. */
  log(): string
  /** Sends SIGTERM; returns how it ended. */
  stop(): Promise<{ code: number | null; signal: NodeJS.Signals | null }>
}

/** Starts the real program like `watchkeeper start`, and waits until it is ready. */
export async function startProgram(
  environment: Record<string, string>,
  roles: string[] = [],
  /** A command that runs another, such as one that enters a network namespace. */
  wrapper: string[] = [],
): Promise<Program> {
  const args = [launcher, "start", "--json", ...roles.flatMap((role) => ["--roles", role])]
  const [program = process.execPath, ...words] = [...wrapper, process.execPath, ...args]
  const child = spawn(program, words, {
    env: { ...shell, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  })
  const ended = once(child, "exit").then(([code, signal]) => ({
    code: z.number().nullable().parse(code),
    signal: signal as NodeJS.Signals | null,
  }))
  const lines: string[] = []
  createInterface({ input: child.stderr }).on("line", (line) => {
    lines.push(line)
    if (lines.length > 500) lines.shift()
  })
  const greeting = once(createInterface({ input: child.stdout }), "line")
  const first = await Promise.race([greeting, ended.then(() => null)])
  if (first === null) throw new Error(`the program ended before it greeted:\n${lines.join("\n")}`)
  const greeted = facts.safeParse(parseJson(String(first[0])))
  if (!greeted.success) {
    child.kill("SIGKILL")
    throw new Error(`the program greeted with ${String(first[0])}`)
  }
  const { address } = greeted.data
  return {
    address,
    process: child,
    log: () => lines.join("\n"),
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM")
      return ended
    },
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Runs a command, with or without a running program; parses its JSON output. */
export async function command<T extends z.ZodType>(
  environment: Record<string, string>,
  args: string[],
  shape: T,
): Promise<z.output<T>> {
  const { stdout } = await run(process.execPath, [launcher, ...args, "--json"], {
    env: { ...shell, ...environment },
  })
  return shape.parse(JSON.parse(stdout))
}

/** Process ids of the roles of a program's supervisor. */
export async function rolesOf({ process: { pid } }: Program): Promise<Map<string, number>> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8")
  const roles = new Map<string, number>()
  for (const child of children.trim().split(/\s+/)) {
    const words = await readFile(`/proc/${child}/cmdline`, "utf8").catch(() => "")
    const role = /\0role\0([a-z]+)/.exec(words)?.[1]
    if (role !== undefined) roles.set(role, Number(child))
  }
  return roles
}
