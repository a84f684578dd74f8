import type { Transform } from "node:stream"
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from "node:zlib"
import type { Head } from "./head.ts"

export type Body = { body: Buffer; whole: boolean }

const mostLayers = 3

/**
 * Decodes Content-Encoding up to `most` bytes, which bounds the cost of a decompression bomb. Null if the coding is
 * unknown or the bytes are not valid.
 */
export async function decode(body: Body, encoding: string, most: number): Promise<Body | null> {
  const layers = encoding
    .toLowerCase()
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "" && one !== "identity")
    .toReversed()
  if (layers.length > mostLayers) return null
  let decoded: Body = { body: body.body, whole: body.whole }
  for (const layer of layers) {
    if (decoded.body.length === 0) return decoded
    const open = opener(layer, decoded.body)
    const next = open && (await unpack(open(), decoded, most))
    if (!next) return null
    decoded = next
  }
  return decoded
}

function opener(layer: string, bytes: Buffer): (() => Transform) | null {
  if (layer === "gzip" || layer === "x-gzip") return createGunzip
  if (layer === "br") return createBrotliDecompress
  if (layer === "zstd") return createZstdDecompress
  // "deflate" means a zlib stream; some servers send raw deflate (RFC 9110, 8.4.1.2).
  if (layer === "deflate") return (bytes[0] ?? 0) % 16 === 8 ? createInflate : createInflateRaw
  return null
}

async function unpack(stream: Transform, packed: Body, most: number): Promise<Body | null> {
  const chunks: Buffer[] = []
  let length = 0
  stream.end(packed.body)
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      length += chunk.length
      if (length > most) break
    }
  } catch {
    // A body that we cut ends in the middle of a block; what was decoded before counts.
    if (packed.whole) return null
    return { body: Buffer.concat(chunks), whole: false }
  }
  const body = Buffer.concat(chunks).subarray(0, most)
  return { body, whole: packed.whole && length <= most }
}

/** Decodes text by the charset in Content-Type, UTF-8 by default. */
export function readText(bytes: Buffer, contentType: string): string {
  const [, label = "utf-8"] = /charset\s*=\s*"?([^\s;"]+)/i.exec(contentType) ?? []
  try {
    return new TextDecoder(label).decode(bytes)
  } catch {
    // An unknown charset is the server's mistake; browsers guess as well.
    return new TextDecoder().decode(bytes)
  }
}

/** Responses that never end by design; their head suffices unless an assertion needs the body. */
export const isEndless = ({ headers }: Head) =>
  !headers.has("content-length") &&
  /^\s*(text\/event-stream|multipart\/x-mixed-replace|audio\/|video\/)/i.test(
    headers.get("content-type")?.[0] ?? "",
  )
