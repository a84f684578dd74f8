import { z } from "zod"
import { providerNames } from "../../../convert/conversion.ts"
import { createSharedRateLimiter } from "../../../platform/rate-limit/shared-rate-limiter.ts"
import { runApart } from "../../../platform/run-apart.ts"
import { createTurns } from "../../../platform/turns.ts"
import type { Context } from "../../kernel/context.ts"
import { DomainError, invalid } from "../../kernel/errors.ts"
import { id, parse } from "../../kernel/input.ts"
import { maxBytes } from "./config-document.ts"
import { converted, providerOf, readOwn, type From, type ReadExport } from "./read-export.ts"
import type { Export, Tried } from "./try-convert.ts"
import { withDatabase } from "./upload-database.ts"
import { counted } from "../../../platform/counted.ts"

const input = z.object({
  projectId: id,
  from: z.enum(["auto", "watchkeeper", ...providerNames]).default("auto"),
})

/** For each project, in all processes together. */
const limit = { points: 20, windowMs: 60_000 }
const mostVariableBytes = 64 * 1024
const limits = { cpuMs: 30_000, megabytes: 512 }
/** Files that a process reads at once. */
const inTurn = createTurns(2)

type Given = {
  projectId: string
  /** Null for a database. */
  text: string | null
  from?: From | undefined
  /** Lines `NAME=value` that fill placeholders. */
  variables: string
  /** The database of Uptime Kuma and its write-ahead log, in base64. */
  database: string | null
  databaseLog: string | null
}

/**
 * Reads a file of another product, or of our own, as a document for `importMonitors`. Writes nothing.
 * @throws {DomainError} validation_failed if it is not such a file; rate_limited.
 */
export async function convertMonitors(ctx: Context, given: Given): Promise<ReadExport> {
  const { text, database, databaseLog, variables } = given
  const { projectId, from } = parse(input, { projectId: given.projectId, from: given.from })
  await ctx.access.require(projectId, "monitors:write")
  if (Buffer.byteLength(text ?? "") > maxBytes) {
    throw invalid("#/text", "must be at most 5 MiB; export the monitors without their history")
  }
  if (Buffer.byteLength(variables) > mostVariableBytes) {
    throw invalid("#/variables", "must be at most 64 KiB")
  }
  if ((text === null) === (database === null)) {
    throw invalid("#/text", "must be given, or else database")
  }
  const waitMs = await createSharedRateLimiter(ctx, "monitor conversion", limit).consume(projectId)
  if (waitMs > 0) {
    const detail = `At most ${limit.points} files a minute. Try again in ${counted(Math.ceil(waitMs / 1000), "second")}.`
    throw new DomainError("rate_limited", detail)
  }
  if (database !== null) {
    return withDatabase({ database, databaseLog }, async (path) =>
      settled(await tryApart(projectId, { database: path, from: "uptime-kuma", variables })),
    )
  }
  const own = readOwn(text ?? "", from)
  if (own !== null) return own
  const task = { text: text ?? "", from: providerOf(from), variables }
  return settled(await tryApart(projectId, task))
}

function settled(tried: Tried): ReadExport {
  if (tried.fault !== null) throw new DomainError("validation_failed", tried.fault)
  return converted(tried.conversion)
}

/**
 * In a worker thread, which is terminated if it exceeds its CPU time or memory: aliases and merged keys let a small
 * file take long, too.
 */
async function tryApart(projectId: string, task: Export): Promise<Tried> {
  const script = new URL("./convert-worker.ts", import.meta.url)
  const { message, fault } = await inTurn(projectId, () => runApart(script, task, limits))
  if (fault === null) return message as Tried
  return { conversion: null, fault: fault === "silent" ? "The file could not be read." : tooMuch }
}

const tooMuch = "The file takes too long to read. Split it and import the parts."
