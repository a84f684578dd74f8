import { gunzipSync } from "node:zlib"
import { decode } from "../otlp/decode.ts"
import { limits, OtlpError } from "../otlp/otlp-error.ts"
import { transcode } from "../otlp/transcode.ts"
import type { Job, Outcome } from "./job.ts"
import type { Spool } from "./spool.ts"
import { SpoolFull } from "./spool.ts"

type Needs = {
  spool: Spool
  /** Seconds after which a refused sender may come again. */
  retrySeconds(): number
  onFault(error: unknown): void
}

/** Decodes one request into the spool. Resolves when its rows are on the disk. */
export async function processJob(
  job: Job,
  { spool, retrySeconds, onFault }: Needs,
): Promise<Outcome> {
  const { id, signal, encoding, owner } = job
  try {
    spool.requireCapacity()
    const body = inflate(job)
    const { bytes, rounded } =
      encoding === "json" ? transcode(signal, body) : { bytes: body, rounded: 0 }
    const { blocks, accepted, rejected, dropped, remark } = decode(signal, bytes, owner, Date.now())
    if (blocks.length > 0) await spool.append(blocks)
    const said = [
      remark,
      rounded > 0 ? `${rounded} integers over 2^53 came as JSON numbers and lost digits.` : null,
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
    onFault(error)
    return { id, kind: "refused", status: 500, message: "Something went wrong on our side." }
  }
}

function inflate({ body, isZipped }: Job): Buffer {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  if (!isZipped) return bytes
  // The last four bytes say how long the last part is, so most bombs are never unpacked.
  if (bytes.length >= 4 && bytes.readUInt32LE(bytes.length - 4) > limits.bodyBytes) throw tooLarge()
  try {
    return gunzipSync(bytes, { maxOutputLength: limits.bodyBytes })
  } catch (error) {
    const isLarge =
      error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE"
    throw isLarge ? tooLarge() : new OtlpError(400, "The body is not valid gzip.")
  }
}

const tooLarge = () =>
  new OtlpError(
    413,
    `The body is larger than ${limits.bodyBytes.toLocaleString("en")} bytes after decompression. Send less at once.`,
  )
