import { createContext, Script } from "node:vm"
import { computedMs } from "./clock.ts"

/** The work took longer than its limit. */
export class TookTooLong extends Error {}

/** Factor on the wall-clock limit, for a busy machine. */
const patience = 5

const cell: { run: () => unknown } = { run: () => undefined }
const context = createContext(cell)
const call = new Script("run()")

/**
 * Runs synchronous work with a timeout by node:vm, which also interrupts functions of ours that the script calls.
 *
 * @throws {TookTooLong}
 * @throws what the work throws, maybe an error of the other context, where Error is another class.
 */
export function runBounded<T>(run: () => T, mostMs: number): T {
  cell.run = run
  const startedMs = computedMs()
  try {
    return call.runInContext(context, { timeout: mostMs }) as T
  } catch (error) {
    if (!isTimeout(error)) throw error
    // The timeout is wall-clock time. If this process got little CPU time, it says nothing about the work.
    if (computedMs() - startedMs >= mostMs / 2) throw tooLong(mostMs, error)
    try {
      return call.runInContext(context, { timeout: mostMs * patience }) as T
    } catch (again) {
      throw isTimeout(again) ? tooLong(mostMs, again) : again
    }
  } finally {
    cell.run = () => undefined
  }
}

const tooLong = (mostMs: number, cause: unknown) =>
  new TookTooLong(`took longer than ${mostMs} ms`, { cause })

const isTimeout = (error: unknown): boolean =>
  typeof error === "object" &&
  error !== null &&
  "code" in error &&
  error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT"
