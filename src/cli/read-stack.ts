import { readdir, readlink } from "node:fs/promises"
import { setTimeout as sleep } from "node:timers/promises"
import { z } from "zod"
import { readOrNull } from "../platform/process-lock.ts"

/** A thread of its own serves Node's inspector, also while the event loop is blocked. */

const patienceMs = 5000
const pollMs = 50
const mostFrames = 30

const paused = z.object({
  method: z.literal("Debugger.paused"),
  params: z.object({
    callFrames: z.array(
      z.object({
        functionName: z.string(),
        url: z.string(),
        location: z.object({ lineNumber: z.number() }),
      }),
    ),
  }),
})

/**
 * What a process of Node executes at this moment, innermost call first; null if that cannot be read. Opens its inspector
 * on loopback and leaves the process paused, so it must be ended next.
 */
export async function readStack(pid: number): Promise<string[] | null> {
  const signal = AbortSignal.timeout(patienceMs)
  try {
    const socket = await openInspector(pid, signal)
    try {
      const stack = Promise.withResolvers<string[]>()
      socket.addEventListener("message", ({ data }) => {
        const message = paused.safeParse(JSON.parse(String(data)))
        if (message.success) stack.resolve(message.data.params.callFrames.map(line))
      })
      signal.addEventListener("abort", () => stack.reject(signal.reason as Error))
      socket.addEventListener("close", () => stack.reject(new Error("the process ended")))
      socket.send(JSON.stringify({ id: 1, method: "Debugger.enable" }))
      socket.send(JSON.stringify({ id: 2, method: "Debugger.pause" }))
      return (await stack.promise).slice(0, mostFrames)
    } finally {
      socket.close()
    }
  } catch {
    return null // It is ended with or without a stack.
  }
}

type Frame = z.output<typeof paused>["params"]["callFrames"][number]

const line = ({ functionName, url, location }: Frame): string =>
  `${functionName || "(anonymous)"} (${url}:${location.lineNumber + 1})`

const targets = z.tuple([z.object({ webSocketDebuggerUrl: z.url() })])

/** @throws {Error} if the process has no inspector, or after `signal`. */
async function openInspector(pid: number, signal: AbortSignal): Promise<WebSocket> {
  const before = await listeningPorts(pid)
  process.kill(pid, "SIGUSR1")
  for (;;) {
    const port = [...(await listeningPorts(pid))].find((one) => !before.has(one))
    if (port !== undefined) {
      const response = await fetch(`http://127.0.0.1:${port}/json/list`, { signal })
      const [{ webSocketDebuggerUrl }] = targets.parse(await response.json())
      const socket = new WebSocket(webSocketDebuggerUrl)
      await new Promise((resolve, reject) => {
        socket.addEventListener("open", resolve)
        socket.addEventListener("error", () => reject(new Error("the inspector does not respond")))
        signal.addEventListener("abort", () => reject(signal.reason as Error))
      })
      return socket
    }
    await sleep(pollMs, undefined, { signal })
  }
}

/** Ports on 127.0.0.1 where a process listens; see proc_pid_net(5). */
async function listeningPorts(pid: number): Promise<Set<number>> {
  const table = (await readOrNull(`/proc/${pid}/net/tcp`)) ?? ""
  const own = new Set<string>()
  for (const fd of await readdir(`/proc/${pid}/fd`)) {
    const inode = /^socket:\[(\d+)\]$/.exec(await readlink(`/proc/${pid}/fd/${fd}`).catch(() => ""))
    if (inode?.[1] !== undefined) own.add(inode[1])
  }
  const ports = new Set<number>()
  for (const row of table.split("\n").slice(1)) {
    const [, local = "", , state, , , , , , inode = ""] = row.trim().split(/\s+/)
    const [address, port = ""] = local.split(":")
    if (address === "0100007F" && state === "0A" && own.has(inode)) {
      ports.add(Number.parseInt(port, 16))
    }
  }
  return ports
}
