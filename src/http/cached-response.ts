import { createHash } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import { gzipSync } from "node:zlib"
import { acceptsGzip, isUnmodified } from "./negotiate.ts"

/** A response sent to many clients: compressed once and revalidated by its ETag. */
export type CachedResponse = {
  type: string
  policy: string
  /** 0 for pages, which people reload to see changes. */
  maxAgeSeconds: number
  /** Whether it depends on Accept-Language. */
  variesByLanguage: boolean
  bytes: Buffer
  /** Null for content that is compressed already. */
  zipped: Buffer | null
  tag: string
  /** When these bytes were first rendered; lastModified is the same in HTTP format. */
  changedAt: Date
  lastModified: string
}

/** Content to cache; maxAgeSeconds is 30 by default. Strings are compressed at once, buffers only by the caller. */
export type Rendered = Pick<CachedResponse, "type" | "policy"> & {
  body: string | Buffer
  zipped?: Buffer
  maxAgeSeconds?: number
  variesByLanguage?: boolean
}

/** @param before the previous response; returned again if the bytes are the same, which keeps its time. */
export function makeCachedResponse(
  { body, zipped: packed, maxAgeSeconds = 30, variesByLanguage = false, ...how }: Rendered,
  before: CachedResponse | undefined,
  now: Date,
): CachedResponse {
  const bytes = Buffer.from(body)
  const tag = `W/"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`
  if (before?.tag === tag) return before
  const zipped = packed ?? (typeof body === "string" ? gzipSync(bytes) : null)
  return {
    ...how,
    maxAgeSeconds,
    variesByLanguage,
    bytes,
    zipped,
    tag,
    changedAt: now,
    lastModified: now.toUTCString(),
  }
}

export type Audience = "everybody" | "admitted"

/** Headers as flat lists of name and value: for plain bytes, for compressed ones, and for 304. */
export type Heads = { plain: string[]; zipped: string[]; known: string[] }

/** Public responses may be cached and embedded anywhere; others stay in the visitor's browser. */
const sharing = (audience: Audience, maxAgeSeconds: number): string[] =>
  audience === "everybody"
    ? [
        "cross-origin-resource-policy",
        "cross-origin",
        "access-control-allow-origin",
        "*",
        "cache-control",
        `public, max-age=${maxAgeSeconds}`,
      ]
    : ["cache-control", "private, no-cache"]

/** @param guards headers of every response, unless this one sets its own. */
export function headsOf(
  response: CachedResponse,
  audience: Audience,
  guards: readonly (readonly [string, string])[] = [],
): Heads {
  const own = [
    "content-security-policy",
    response.policy,
    ...sharing(audience, response.maxAgeSeconds),
    "etag",
    response.tag,
    "last-modified",
    response.lastModified,
    "vary",
    `Accept-Encoding${response.variesByLanguage ? ", Accept-Language" : ""}`,
  ]
  const others = guards.filter(([name]) => !own.includes(name.toLowerCase())).flat()
  const known = [...others, ...own]
  const type = ["content-type", response.type]
  return {
    known,
    plain: [...known, ...type, "content-length", String(response.bytes.length)],
    zipped: known.concat(type, [
      "content-encoding",
      "gzip",
      "content-length",
      String(response.zipped?.length ?? 0),
    ]),
  }
}

export const sendCachedResponse = (
  req: IncomingMessage,
  res: ServerResponse,
  response: CachedResponse,
  audience: Audience,
): void => writeCachedResponse(req, res, response, headsOf(response, audience))

/** @param more headers of this response only. */
export function writeCachedResponse(
  req: IncomingMessage,
  res: ServerResponse,
  response: CachedResponse,
  heads: Heads,
  more: readonly string[] = [],
): void {
  if (isUnmodified(req, response)) {
    res.writeHead(304, heads.known.concat(more)).end()
    return
  }
  const isZipped = response.zipped !== null && acceptsGzip(req)
  res.writeHead(200, (isZipped ? heads.zipped : heads.plain).concat(more))
  res.end(req.method === "HEAD" ? undefined : isZipped ? response.zipped : response.bytes)
}
