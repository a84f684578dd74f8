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
  /** When these bytes were first sent from here, and so in the words of HTTP. */
  changedAt: Date
  lastModified: string
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

/** The headers of a face as they go out, name after value: of its bytes as they are or zipped, and where it is known. */
export type Heads = { plain: string[]; zipped: string[]; known: string[] }

/** Everybody may show what is for everybody, on any page; the rest stays with whoever was let in. */
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

/** @param guards what goes out with every answer, as pairs, unless the face has a word of its own for it. */
export function headsOf(
  face: Face,
  audience: Audience,
  guards: readonly (readonly [string, string])[] = [],
): Heads {
  const own = [
    "content-security-policy",
    face.policy,
    ...sharing(audience, face.maxAgeSeconds),
    "etag",
    face.tag,
    "last-modified",
    face.lastModified,
    "vary",
    `Accept-Encoding${face.variesByLanguage ? ", Accept-Language" : ""}`,
  ]
  const others = guards.filter(([name]) => !own.includes(name.toLowerCase())).flat()
  const known = [...others, ...own]
  const type = ["content-type", face.type]
  return {
    known,
    plain: [...known, ...type, "content-length", String(face.bytes.length)],
    zipped: known.concat(type, [
      "content-encoding",
      "gzip",
      "content-length",
      String(face.zipped?.length ?? 0),
    ]),
  }
}

export const sendFace = (
  req: IncomingMessage,
  res: ServerResponse,
  face: Face,
  audience: Audience,
): void => writeFace(req, res, face, headsOf(face, audience))

/** A weight of zero means that it is not understood (RFC 9110, section 12.4.2). */
const zips = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/

/** @param more headers of this answer alone. */
export function writeFace(
  req: IncomingMessage,
  res: ServerResponse,
  face: Face,
  heads: Heads,
  more: readonly string[] = [],
): void {
  if (isKnown(req, face)) {
    res.writeHead(304, heads.known.concat(more)).end()
    return
  }
  const isZipped = face.zipped !== null && zips.test(req.headers["accept-encoding"] ?? "")
  res.writeHead(200, (isZipped ? heads.zipped : heads.plain).concat(more))
  res.end(req.method === "HEAD" ? undefined : isZipped ? face.zipped : face.bytes)
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
