import { gunzipSync } from "node:zlib"
import { decode } from "../otlp/decode.ts"
import { limits, OtlpError } from "../otlp/otlp-error.ts"
import { transcode } from "../otlp/transcode.ts"
import type { Job, Outcome } from "./job.ts"
import { SpoolFull, type Spool } from "./spool.ts"

type Needs = {
  spool: Spool
  /** Seconds after which a refused sender may come again. */
  retrySeconds(): number
  onFault(error: unknown): void
}

/** Decodes one request into the spool. Resolves when its rows are on the disk. Throws where memory is used up. */
export async function processJob(
  job: Job,
  { spool, retrySeconds, onFault }: Needs,
): Promise<Outcome> {
  const { id, signal, encoding, owner } = job
  try {
    spool.requireCapacity()
    const body = inflate(job)
    const { bytes, rounded, unread } =
      encoding === "json" ? transcode(signal, body) : { bytes: body, rounded: 0, unread: [] }
    const { blocks, accepted, rejected, dropped, remark } = decode(signal, bytes, owner, Date.now())
    if (blocks.length > 0) await spool.append(blocks)
    const said = [
      remark,
      rounded > 0
        ? `${rounded} ${rounded === 1 ? "integer" : "integers"} over 2^53 came as JSON numbers and lost digits.`
        : null,
      unread.length > 0
        ? `Lists of this name are not known and were not stored: ${unread.join(", ")}.`
        : null,
    ]
    return {
      id,
      kind: "stored",
      bytes: body.length,
      accepted,
      rejected,
      dropped,
      remark: said.filter((one) => one !== null).join(" ") || null,
    }
  } catch (error) {
    if (error instanceof OtlpError) {
      return { id, kind: "refused", status: error.status, message: error.message }
    }
    if (error instanceof SpoolFull) {
      return { id, kind: "busy", message: error.message, retrySeconds: retrySeconds() }
    }
    if (isOutOfMemory(error)) throw error
    onFault(error)
    return { id, kind: "refused", status: 500, message: "Something went wrong on our side." }
  }
}

/** What V8, Node and zlib throw where the system gives no memory for a buffer. */
const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error &&
  (("code" in error && noMemory.has(error.code)) || /allocation failed/i.test(error.message))

const noMemory: ReadonlySet<unknown> = new Set(["ERR_MEMORY_ALLOCATION_FAILED", "Z_MEM_ERROR"])

function inflate({ body, isZipped }: Job): Buffer {
  const bytes = Buffer.concat(body)
  if (!isZipped) return bytes
  // RFC 1952, 2.3.1: other bytes say nothing about a length.
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) throw notGzip()
  // The last four bytes say how long the last part is, so most bombs are never unpacked. Those of a body that was cut
  // say anything, mostly more than deflate can shrink.
  const size = bytes.length < 4 ? 0 : bytes.readUInt32LE(bytes.length - 4)
  const most = bytes.length * mostDeflated
  if (size > limits.bodyBytes && size <= most) throw tooLarge()
  // One buffer of that size saves joining many.
  const chunkSize = Math.max(leastChunk, Math.min(size + 1, most))
  try {
    return gunzipSync(bytes, { maxOutputLength: limits.bodyBytes, chunkSize })
  } catch (error) {
    if (isOutOfMemory(error)) throw error
    const isLarge =
      error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE"
    throw isLarge ? tooLarge() : notGzip()
  }
}

const leastChunk = 16 * 1024
const mostDeflated = 1040

const notGzip = () => new OtlpError(400, "The body is not valid gzip.")

const tooLarge = () =>
  new OtlpError(
    413,
    `The body is larger than ${limits.bodyBytes.toLocaleString("en")} bytes after decompression. Send less at once.`,
  )
