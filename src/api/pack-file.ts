import type { IncomingMessage } from "node:http"
import { setTimeout } from "node:timers/promises"
import { brotliCompress, constants, gzipSync } from "node:zlib"
import { codingOf } from "../http/compress.ts"
import { acceptsGzip } from "../http/negotiate.ts"

type Packed = { bytes: Buffer; coding: "br" | "gzip" | null }

/** Takes long, but once for each file that is requested, and an eighth less is sent than with gzip. */
const toBrotli = (bytes: Buffer): Promise<Buffer | null> =>
  new Promise((resolve) => {
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    }
    // Without memory for it the file is sent with gzip, as before.
    brotliCompress(bytes, { params }, (error, packed) => resolve(error === null ? packed : null))
  })

/**
 * Packs the files of a site: one after the other, and not while the visit that asked for them loads its page.
 *
 * @param restMs before each is packed with Brotli.
 */
export function createPacker(restMs: number) {
  let last: Promise<unknown> = Promise.resolve()

  /** A file in the encodings that were requested. Brotli is sent from soon after its first request on, gzip until then. */
  return function packFile(bytes: Buffer): (req: IncomingMessage) => Packed {
    let zipped: Buffer | null = null
    let brotli: Buffer | null = null
    let isAsked = false
    return (req) => {
      const coding = codingOf(req.headers["accept-encoding"])
      if (coding === "br") {
        if (brotli !== null) return { bytes: brotli, coding }
        if (!isAsked) {
          isAsked = true
          last = last.then(async () => {
            await setTimeout(restMs, undefined, { ref: false })
            brotli = await toBrotli(bytes)
          })
        }
      }
      if (coding === null || !acceptsGzip(req)) return { bytes, coding: null }
      zipped ??= gzipSync(bytes)
      return { bytes: zipped, coding: "gzip" }
    }
  }
}
