import type { IncomingMessage, ServerResponse } from "node:http"
import { promisify } from "node:util"
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib"

type Coding = "br" | "gzip"

/** A response that fits into one packet gains nothing. */
const smallestBytes = 1400
/** Compressed in less time than another thread takes to wake up. */
const smallBytes = 32 * 1024
/** A larger one would hold a thread for long. */
const largestBytes = 8 * 1024 * 1024
/** Beyond these, responses are sent as they are: under load, the processor is worth more than the network. */
const mostAtOnce = 8
/** Higher ones take several times as long for a tenth less. */
const gzipLevel = 3
const brotliQuality = 3

const gzipOptions = { level: gzipLevel }
const brotliOptions = ({ length }: Buffer) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: length,
  },
})

const packs: Record<Coding, (bytes: Buffer) => Promise<Buffer>> = {
  gzip: (bytes) => promisify(gzip)(bytes, gzipOptions),
  br: (bytes) => promisify(brotliCompress)(bytes, brotliOptions(bytes)),
}
const packsSmall: Record<Coding, (bytes: Buffer) => Buffer> = {
  gzip: (bytes) => gzipSync(bytes, gzipOptions),
  br: (bytes) => brotliCompressSync(bytes, brotliOptions(bytes)),
}

let running = 0

/**
 * Ends a response whose status and headers are set, compressed where the client asks for it. Never for a response
 * with a secret: beside text that somebody else chose, its length would tell the secret (BREACH).
 */
export async function endCompressed(
  req: IncomingMessage,
  res: ServerResponse,
  body: Buffer,
): Promise<void> {
  const isWorthwhile = body.length >= smallestBytes && body.length <= largestBytes
  if (isWorthwhile) res.setHeader("vary", withEncoding(res.getHeader("vary")))
  const coding = isWorthwhile ? codingOf(req.headers["accept-encoding"]) : null
  const packed = coding === null ? null : await pack(coding, body)
  if (packed !== null && coding !== null) res.setHeader("content-encoding", coding)
  const bytes = packed ?? body
  res.setHeader("content-length", bytes.length)
  res.end(bytes)
}

/** Null if the processor is busy with others. */
async function pack(coding: Coding, body: Buffer): Promise<Buffer | null> {
  if (body.length <= smallBytes) return packsSmall[coding](body)
  if (running >= mostAtOnce) return null
  running += 1
  try {
    return await packs[coding](body)
  } finally {
    running -= 1
  }
}

const withEncoding = (vary: number | string | string[] | undefined): string =>
  [vary ?? []].flat().map(String).concat("Accept-Encoding").join(", ")

/** What the client prefers (RFC 9110, section 12.5.3); Brotli if it takes both alike. */
export function codingOf(accepted: string | undefined): Coding | null {
  if (accepted === undefined) return null
  const weights = new Map(
    accepted
      .toLowerCase()
      .split(",")
      .map((one): [string, number] => {
        const [name = "", weight = ""] = one.split(";").map((part) => part.trim())
        const [, written] = /^q=([\d.]+)$/.exec(weight) ?? []
        return [name, written === undefined ? 1 : Number(written)]
      }),
  )
  const any = weights.get("*") ?? 0
  const brotli = weights.get("br") ?? any
  const zipped = weights.get("gzip") ?? any
  if (brotli > 0 && brotli >= zipped) return "br"
  return zipped > 0 ? "gzip" : null
}
