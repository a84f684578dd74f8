import { z } from "zod"
import type { writeRemedies } from "../../findings/codes/health.ts"
import type { Finding } from "../../findings/finding.ts"

/** An error of the driver, possibly wrapped by Prisma. */
const ofDriver = z.object({ code: z.string() }).transform(({ code }) => code)
const ofOrm = z
  .object({
    meta: z.object({
      driverAdapterError: z.object({ cause: z.object({ originalCode: z.string() }) }),
    }),
  })
  .transform(({ meta }) => meta.driverAdapterError.cause.originalCode)
const sqlState = z.union([ofOrm, ofDriver])

/**
 * SQLSTATE classes about the server rather than the row: insufficient resources, operator intervention, system
 * error, and read-only mode. See PostgreSQL's appendix A.
 */
const serverFaults = /^(53|57|58|25006)/

/** Whether the database could store nothing at that moment, although it responds. */
export function isShortage(error: unknown): boolean {
  const { data } = sqlState.safeParse(error)
  return data !== undefined && serverFaults.test(data)
}

/** What a person must fix: disk full, out of memory, too many connections, read-only, and errors of the disk. */
const lasting = /^(53100|53200|53300|25006|58030)$/
const rememberedMs = 60_000
let last: { atMs: number; code: string; message: string } | null = null

/** To be called with errors of statements that write, so that health names their cause. */
export function noteShortage(error: unknown): void {
  const { data } = sqlState.safeParse(error)
  if (data === undefined || !lasting.test(data)) return
  const message = error instanceof Error ? error.message : String(error)
  last = { atMs: performance.now(), code: data, message }
}

const recent = () => (last !== null && performance.now() - last.atMs < rememberedMs ? last : null)

/** Why the database refused to store something in the last minute, and what to do; null if it did not. */
export function recentShortage(): Finding | null {
  const shortage = recent()
  if (shortage === null) return null
  const { message: said, code } = shortage
  return { code: "writes_refused", parameters: { said, remedy: remedies[code] ?? "log" } }
}

const remedies: Record<string, (typeof writeRemedies)[number]> = {
  "53100": "space",
  "53200": "memory",
  "53300": "connections",
  "25006": "primary",
  "58030": "disk",
}

let isDiskScarce = false

/** By the supervisor, which has just given up the reserve of the disk or has it again. */
export function setDiskScarce(isScarce: boolean): void {
  isDiskScarce = isScarce
}

/** As in a process that starts; tests of many files share one. */
export function forgetShortage(): void {
  last = null
  isDiskScarce = false
}

/**
 * Whether there is so little space that only what pages and states need is stored: no good checks, no evidence. What
 * was not stored is a gap in history, and never a changed state.
 */
export const isHistoryPaused = (): boolean => isDiskScarce || recent()?.code === "53100"
