import type { Readable } from "node:stream"

type Options = {
  /** Ends the reading: its deadline. */
  signal: AbortSignal
  mostBytes?: number
  /** Bytes beyond are read and dropped. */
  keptBytes?: number
  /** Whether the bytes so far are all that is awaited; otherwise until the end. */
  isEnough?: (bytes: Buffer) => boolean
}

export type ReadBytes = {
  /** All that came, at most a chunk beyond what was enough. */
  bytes: Buffer
  /** `closed` is a connection that ended without an end. */
  how: "enough" | "end" | "closed" | "too_large" | "aborted" | "failed"
  error: Error | null
}

/**
 * Reads a socket or a body until it is enough, its end, a limit, a fault or the deadline. Never rejects. The stream is
 * left paused and not destroyed, so that a protocol can go on with it.
 */
export function readUntil(
  stream: Readable,
  { signal, mostBytes = Infinity, keptBytes = mostBytes, isEnough }: Options,
): Promise<ReadBytes> {
  const chunks: Buffer[] = []
  let size = 0
  const { promise, resolve } = Promise.withResolvers<ReadBytes>()
  const finish = (how: ReadBytes["how"], error: Error | null = null) => {
    signal.removeEventListener("abort", abort)
    stream.off("data", take).off("end", end).off("close", close)
    stream.pause()
    resolve({ bytes: Buffer.concat(chunks), how, error })
  }
  const take = (chunk: Buffer) => {
    if (size < keptBytes) chunks.push(chunk)
    size += chunk.length
    if (size > mostBytes) finish("too_large")
    else if (isEnough?.(Buffer.concat(chunks)) === true) finish("enough")
  }
  const end = () => finish("end")
  const close = () => finish("closed")
  const abort = () => finish("aborted")
  // Stays: a fault after the reading must not end the process.
  stream.on("error", (error: Error) => finish("failed", error))
  stream.on("data", take).once("end", end).once("close", close).resume()
  signal.addEventListener("abort", abort, { once: true })
  if (signal.aborted) abort()
  return promise
}
