import { createHash } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import { gzipSync } from "node:zlib"

/** Bytes that are sent to many: zipped once, and known again by their tag. */
export type Face = {
  type: string
  policy: string
  /** How long it may be shown without asking again; 0 for a page, which people reload to know. */
  maxAgeSeconds: number
  /** Whether it speaks the language that a browser asks for. */
  variesByLanguage: boolean
  bytes: Buffer
  /** Null for what is packed already. */
  zipped: Buffer | null
  tag: string
  /** When these bytes were first sent from here. */
  changedAt: Date
}

/** What a face is made of; shown for half a minute without asking again where nothing else is said. */
export type Rendered = Pick<Face, "type" | "policy"> & {
  body: string | Buffer
  maxAgeSeconds?: number
  variesByLanguage?: boolean
}

/** @param before the face that stood here until now: the same bytes keep their time. */
export function makeFace(
  { body, maxAgeSeconds = 30, variesByLanguage = false, ...how }: Rendered,
  before: Face | undefined,
  now: Date,
): Face {
  const bytes = Buffer.from(body)
  const tag = `W/"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`
  if (before?.tag === tag) return before
  const zipped = typeof body === "string" ? gzipSync(bytes) : null
  return { ...how, maxAgeSeconds, variesByLanguage, bytes, zipped, tag, changedAt: now }
}

/** Everybody may show what is for everybody, on any page; the rest stays with whoever was let in. */
export function sendFace(
  req: IncomingMessage,
  res: ServerResponse,
  face: Face,
  audience: "everybody" | "admitted",
): void {
  res.setHeader("content-security-policy", face.policy)
  if (audience === "everybody") {
    res.setHeader("cross-origin-resource-policy", "cross-origin")
    res.setHeader("access-control-allow-origin", "*")
    res.setHeader("cache-control", `public, max-age=${face.maxAgeSeconds}`)
  } else res.setHeader("cache-control", "private, no-cache")
  res.setHeader("etag", face.tag)
  res.setHeader("last-modified", face.changedAt.toUTCString())
  res.setHeader("vary", `Accept-Encoding${face.variesByLanguage ? ", Accept-Language" : ""}`)
  if (isKnown(req, face)) {
    res.writeHead(304).end()
    return
  }
  const isZipped = face.zipped !== null && /\bgzip\b/.test(req.headers["accept-encoding"] ?? "")
  const body = isZipped ? face.zipped : face.bytes
  if (isZipped) res.setHeader("content-encoding", "gzip")
  res.setHeader("content-type", face.type)
  res.setHeader("content-length", body?.length ?? 0)
  res.end(req.method === "HEAD" ? undefined : body)
}

/** RFC 9110, section 13.2.2: the tag decides where there is one, and the time only where there is none. */
function isKnown({ headers }: IncomingMessage, { tag, changedAt }: Face): boolean {
  const tags = headers["if-none-match"]
  if (tags !== undefined) {
    return tags.trim() === "*" || tags.split(",").map(withoutMark).includes(withoutMark(tag))
  }
  const since = Date.parse(headers["if-modified-since"] ?? "")
  return !Number.isNaN(since) && Math.floor(changedAt.getTime() / 1000) * 1000 <= since
}

/** The mark of a weak tag, which proxies add and take away. */
const withoutMark = (tag: string): string => tag.trim().replace(/^W\//, "")
