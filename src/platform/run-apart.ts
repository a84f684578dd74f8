import { Worker } from "node:worker_threads"

/** What a worker sent, or why it was ended. */
export type Apart = { message: unknown; fault: null } | { message: null; fault: ApartFault }
/** `work`: more CPU time than allowed; `memory`: more than allowed; `silent`: it ended without a message. */
export type ApartFault = "work" | "memory" | "silent"

type Limits = { cpuMs: number; megabytes: number }

const watchMs = 250
/** No result is worth longer, however busy the machine is. */
const longestMs = 600_000

/**
 * Runs a script in a worker thread until its first message. Its limit is CPU time, so that a busy machine does not
 * end it early.
 *
 * @throws what the script throws.
 */
export async function runApart(script: URL, workerData: unknown, limits: Limits): Promise<Apart> {
  const { cpuMs, megabytes } = limits
  const worker = new Worker(script, {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
  })
  const answer = Promise.withResolvers<Apart>()
  const end = (fault: ApartFault) => answer.resolve({ message: null, fault })
  worker.on("message", (message: unknown) => answer.resolve({ message, fault: null }))
  worker.on("error", (error) => {
    const isMemory = "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY"
    if (isMemory) end("memory")
    else answer.reject(error)
  })
  worker.on("exit", () => end("silent"))
  const watch = setInterval(() => {
    worker.cpuUsage().then(
      ({ user, system }) => {
        if ((user + system) / 1000 > cpuMs) end("work")
      },
      () => undefined, // It has ended, which another event tells.
    )
  }, watchMs)
  const longest = setTimeout(() => end("work"), longestMs)
  try {
    return await answer.promise
  } finally {
    clearInterval(watch)
    clearTimeout(longest)
    await worker.terminate()
  }
}
