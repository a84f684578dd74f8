import type { Transform } from "node:stream"
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from "node:zlib"
import type { Finding } from "../../findings/finding.ts"
import type { FailureClass } from "../../graphql/monitoring/check/rules/check-result.ts"
import { clip } from "../compare.ts"
import type { Head } from "./head.ts"

export type Body = { body: Buffer; whole: boolean }

/** A body that could not be decoded, which is the server's fault. */
type Undecoded = { body: null; fault: { class: FailureClass; findings: Finding[] } }

const mostLayers = 3

/** Decodes Content-Encoding up to `most` bytes, which bounds the cost of a decompression bomb. */
export async function decode(
  body: Body,
  encoding: string,
  most: number,
): Promise<Body | Undecoded> {
  const layers = encoding
    .toLowerCase()
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "" && one !== "identity")
    .toReversed()
  if (layers.length > mostLayers) return mismatch(encoding)
  let decoded: Body = { body: body.body, whole: body.whole }
  for (const layer of layers) {
    if (decoded.body.length === 0) return decoded
    const open = opener(layer, decoded.body)
    const next = open === null ? mismatch(encoding) : await unpack(open(), decoded, most, encoding)
    if (next.body === null) return next
    decoded = next
  }
  return decoded
}

const undecoded = (failureClass: FailureClass, findings: Finding[]): Undecoded => ({
  body: null,
  fault: { class: failureClass, findings },
})

const mismatch = (encoding: string) =>
  undecoded("protocol", [{ code: "encoding_mismatched", parameters: { encoding: clip(encoding) } }])

function opener(layer: string, bytes: Buffer): (() => Transform) | null {
  if (layer === "gzip" || layer === "x-gzip") return createGunzip
  if (layer === "br") return createBrotliDecompress
  if (layer === "zstd") return createZstdDecompress
  // "deflate" means a zlib stream; some servers send raw deflate (RFC 9110, 8.4.1.2).
  if (layer === "deflate") return (bytes[0] ?? 0) % 16 === 8 ? createInflate : createInflateRaw
  return null
}

async function unpack(
  stream: Transform,
  packed: Body,
  most: number,
  encoding: string,
): Promise<Body | Undecoded> {
  const chunks: Buffer[] = []
  let length = 0
  stream.end(packed.body)
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      length += chunk.length
      if (length > most) break
    }
  } catch (error) {
    // A body that we cut ends in the middle of a block; what was decoded before counts.
    if (!packed.whole) return { body: Buffer.concat(chunks), whole: false }
    if (!isCut(error)) return mismatch(encoding)
    const parameters = { encoding: clip(encoding), bytes: length }
    return undecoded("truncated", [{ code: "encoding_cut_off", parameters }])
  }
  const body = Buffer.concat(chunks).subarray(0, most)
  return { body, whole: packed.whole && length <= most }
}

/** Whether the compressed data ended before its end mark. */
const isCut = (error: unknown): boolean =>
  error instanceof Error && /unexpected end of file/.test(error.message)

/** Responses that never end by design; their head suffices unless an assertion needs the body. */
export const isEndless = ({ headers }: Head) =>
  !headers.has("content-length") &&
  /^\s*(text\/event-stream|multipart\/x-mixed-replace|audio\/|video\/)/i.test(
    headers.get("content-type")?.[0] ?? "",
  )
