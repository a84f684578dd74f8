import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"

/** Runs the real command as a process. */

export const launcher = fileURLToPath(new URL("../../bin/watchkeeper.js", import.meta.url))

export type Settings = Record<string, string>
type Ended = { code: number | null; signal: NodeJS.Signals | null }

/** The environment of a shell, without the test runner's settings. */
function environment(settings: Settings): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env
  return { PATH, HOME, TMPDIR, EGRESS_ANCHORS: "127.0.0.1:1", NO_COLOR: "1", ...settings }
}

/** Runs a command to its end. */
export async function run(
  args: string[],
  settings: Settings,
  {
    input = "",
    nodeArgs = [],
    isRead = true,
    program = launcher,
  }: { input?: string; nodeArgs?: string[]; isRead?: boolean; program?: string } = {},
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [...nodeArgs, program, ...args], {
    env: environment(settings),
    stdio: ["pipe", "pipe", "pipe"],
  })
  const said = { stdout: "", stderr: "" }
  child.stdout.setEncoding("utf8").on("data", (text: string) => (said.stdout += text))
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said.stderr += text))
  if (!isRead) child.stdout.destroy()
  child.stdin.end(input)
  const [code] = (await once(child, "close")) as [number | null]
  return { code, ...said }
}

export async function runJson(args: string[], settings: Settings): Promise<unknown> {
  const { code, stdout, stderr } = await run([...args, "--json"], settings)
  if (code !== 0) throw new Error(`watchkeeper ${args.join(" ")} ended with ${code}: ${stderr}`)
  return JSON.parse(stdout)
}

export type Running = {
  pid: number
  /** All output so far, of both streams. */
  said(): string
  /** Waits for a matching line of either stream, from the beginning. */
  line(pattern: RegExp): Promise<string>
  /** Like `line`, but from now on. */
  nextLine(pattern: RegExp): Promise<string>
  ended: Promise<Ended>
  signal(name: NodeJS.Signals): void
}

export function launch(args: string[], settings: Settings, program = launcher): Running {
  const child = spawn(process.execPath, [program, ...args], {
    env: environment(settings),
    stdio: ["ignore", "pipe", "pipe"],
  })
  const lines: string[] = []
  const waiting = new Set<(line: string) => void>()
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on("line", (line) => {
      lines.push(line)
      for (const listener of waiting) listener(line)
    })
  }
  const ended = once(child, "close").then(([code, signal]): Ended => ({ code, signal }))
  const nextLine = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const listener = (line: string) => {
        if (!pattern.test(line)) return
        waiting.delete(listener)
        resolve(line)
      }
      waiting.add(listener)
      void ended.then(() => reject(new Error(`ended without ${pattern}:\n${lines.join("\n")}`)))
    })
  return {
    pid: child.pid ?? 0,
    said: () => lines.join("\n"),
    async line(pattern) {
      return lines.find((line) => pattern.test(line)) ?? nextLine(pattern)
    },
    nextLine,
    ended,
    signal: (name) => child.kill(name),
  }
}

export async function makeFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), "watchkeeper-cli-"))
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}
