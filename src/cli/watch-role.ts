import type { ChildProcess } from "node:child_process"
import type { Log } from "../platform/log.ts"
import { readOrNull } from "../platform/process-lock.ts"
import { tellRole } from "../platform/role-message.ts"
import { readStack } from "./read-stack.ts"

/** How often a role is asked whether its event loop goes on, and how long it may not respond. */
export type Patience = { askMs: number; silentMs: number }
export const usualPatience: Patience = { askMs: 5000, silentMs: 60_000 }
/** A program that loads for the first time, on a slow and busy machine, is not hung. */
const loadingFactor = 5

/**
 * Asks a role regularly, and ends it when it no longer responds; the supervisor starts it again. Counts questions
 * instead of time, because after a sleep of the machine everything is late.
 */
export function watchRole(child: ChildProcess, role: string, patience: Patience, log: Log) {
  let unanswered = 0
  let hasAnswered = false
  const most = Math.ceil(patience.silentMs / patience.askMs)
  const timer = setInterval(() => {
    if (unanswered >= most * (hasAnswered ? 1 : loadingFactor)) {
      clearInterval(timer)
      void end()
      return
    }
    // One question is enough: more would only fill the pipe.
    if (unanswered === 0) tellRole(child, { kind: "ask" })
    unanswered += 1
  }, patience.askMs)

  async function end(): Promise<void> {
    const { pid } = child
    const { isStopped, why } = await readCause(pid)
    // A stopped process has no thread that could tell.
    const stack = isStopped || pid === undefined ? null : await readStack(pid)
    const silentMs = unanswered * patience.askMs
    log.error(
      { child: role, pid, silentMs, stack },
      `role does not respond: ${why}; ending it and starting it again`,
    )
    child.kill("SIGKILL")
  }

  return {
    heard() {
      hasAnswered = true
      unanswered = 0
    },
    stop() {
      clearInterval(timer)
    },
  }
}

const causes: Record<string, string> = {
  T: "it was stopped by a signal",
  t: "it was stopped by a debugger",
  D: "it waits for a disk or another device",
  R: "it computes without an end",
  S: "it waits within a call of the system",
}

/** By the state of its main thread; the kernel's name of the call where the state alone says too little. */
async function readCause(pid: number | undefined): Promise<{ isStopped: boolean; why: string }> {
  const status = (await readOrNull(`/proc/${pid}/status`)) ?? ""
  const state = /^State:\s+(\S)/m.exec(status)?.[1] ?? ""
  const place = state === "D" || state === "S" ? await readOrNull(`/proc/${pid}/wchan`) : null
  const why = causes[state] ?? "its event loop is blocked"
  return {
    isStopped: state === "T" || state === "t",
    why: place === null || place === "0" || place === "" ? why : `${why} (${place})`,
  }
}
