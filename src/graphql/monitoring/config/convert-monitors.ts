import { Worker } from "node:worker_threads"
import { z } from "zod"
import type { ProviderName } from "../../../convert/conversion.ts"
import { providerNames } from "../../../convert/conversion.ts"
import { createSharedRateLimiter } from "../../../platform/rate-limit/shared-rate-limiter.ts"
import type { Context } from "../../kernel/context.ts"
import { DomainError, invalid } from "../../kernel/errors.ts"
import { id, parse } from "../../kernel/input.ts"
import { maxBytes } from "./config-document.ts"
import type { From, ReadExport } from "./read-export.ts"
import { converted, providerOf, readOwn } from "./read-export.ts"
import type { Tried } from "./try-convert.ts"
import { tryConvert } from "./try-convert.ts"

const input = z.object({
  projectId: id,
  from: z.enum(["auto", "watchkeeper", ...providerNames]).default("auto"),
})

/** For each project, in all processes together. */
const limit = { points: 20, windowMs: 60_000 }
/** A larger file takes long enough to be worth a thread, which takes some hundred milliseconds to start. */
const mostCharactersHere = 512 * 1024
const longestMs = 30_000
const mostMegabytes = 512

type Given = { projectId: string; text: string; from?: From | undefined }

/**
 * Reads a file of another product, or of our own, as a document for `importMonitors`. Writes nothing.
 * @throws {DomainError} validation_failed if it is not such a file; rate_limited.
 */
export async function convertMonitors(
  ctx: Context,
  { text, ...given }: Given,
): Promise<ReadExport> {
  const { projectId, from } = parse(input, given)
  await ctx.access.require(projectId, "monitors:write")
  if (Buffer.byteLength(text) > maxBytes) {
    throw invalid("#/text", "must be at most 5 MiB; export the monitors without their history")
  }
  const waitMs = await createSharedRateLimiter(ctx, "monitor conversion", limit).consume(projectId)
  if (waitMs > 0) {
    const detail = `At most ${limit.points} files a minute. Try again in ${Math.ceil(waitMs / 1000)} seconds.`
    throw new DomainError("rate_limited", detail)
  }
  const own = readOwn(text, from)
  if (own !== null) return own
  const provider = providerOf(from)
  const isLarge = text.length > mostCharactersHere
  const tried = isLarge ? await tryApart(text, provider) : tryConvert(text, provider)
  if (tried.fault !== null) throw new DomainError("validation_failed", tried.fault)
  return converted(tried.conversion)
}

/** In a worker thread, which is terminated if it exceeds its time or memory. */
async function tryApart(text: string, from: ProviderName | "auto"): Promise<Tried> {
  const worker = new Worker(new URL("./convert-worker.ts", import.meta.url), {
    workerData: { text, from },
    resourceLimits: { maxOldGenerationSizeMb: mostMegabytes },
  })
  const answer = Promise.withResolvers<Tried>()
  const refuse = (fault: string) => answer.resolve({ conversion: null, fault })
  const timer = setTimeout(() => refuse(tooMuch), longestMs)
  worker.on("message", (tried: Tried) => answer.resolve(tried))
  worker.on("error", (error) => {
    const isMemory = "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY"
    if (isMemory) refuse(tooMuch)
    else answer.reject(error)
  })
  worker.on("exit", () => refuse("The file could not be read."))
  try {
    return await answer.promise
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}

const tooMuch = "The file takes too long to read. Split it and import the parts."
