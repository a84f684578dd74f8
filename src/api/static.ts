import { createHash } from "node:crypto"
import { readdir, readFile } from "node:fs/promises"
import { extname, join, relative, sep } from "node:path"
import type { Exchange } from "../http/exchange.ts"
import { isUnmodified } from "../http/negotiate.ts"
import { createPacker } from "./pack-file.ts"

/** Serves a file of the dashboard; false if there is none. */
export type Site = (exchange: Exchange) => Promise<boolean>

type File = {
  type: string
  bytes: Buffer
  /** Null if compressing it again gains nothing. */
  packed: ReturnType<ReturnType<typeof createPacker>> | null
  tag: string
  isHashed: boolean
}

const types: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".map": "application/json; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
}
const alreadyPacked = new Set([".png", ".ico", ".woff2"])
/** A name such as index-D4kq81xZ.js changes with its content. */
const hashed = /[-.][\w-]{8,}\.\w+$/

/** @param styles what `style-src` allows besides files of ours. */
const policyWith = (styles: string[]) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    ["style-src 'self'", ...styles].join(" "),
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    // Previews of status pages.
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ")

/**
 * The built dashboard, read once at start. Requests only look up entries of a map, so no path can leave the folder;
 * `sirv` and `send` follow links, read the disk and compress nothing. Null if the dashboard is not built.
 *
 * @param restMs before each file is packed with Brotli.
 */
export async function loadSite(folder: string, restMs = 2000): Promise<Site | null> {
  const files = await readFiles(folder, restMs)
  const index = files.get("/index.html")
  if (index === undefined) return null
  const policy = policyWith(hashesOf(index.bytes.toString()))

  return ({ req, res, path }) => {
    const isPage = req.headers.accept?.includes("text/html") === true && extname(path) === ""
    const file = path === "/" ? index : (files.get(path) ?? (isPage ? index : undefined))
    if (file === undefined) return Promise.resolve(false)
    res.setHeader("content-security-policy", policy)
    res.setHeader("etag", file.tag)
    res.setHeader(
      "cache-control",
      file.isHashed ? "public, max-age=31536000, immutable" : "no-cache",
    )
    res.setHeader("vary", "Accept-Encoding")
    if (isUnmodified(req, file)) {
      res.writeHead(304).end()
      return Promise.resolve(true)
    }
    res.setHeader("content-type", file.type)
    const { bytes, coding } = file.packed?.(req) ?? { bytes: file.bytes, coding: null }
    if (coding !== null) res.setHeader("content-encoding", coding)
    res.setHeader("content-length", bytes.length)
    res.end(bytes)
    return Promise.resolve(true)
  }
}

/** Hashes of the style blocks within the page. */
const hashesOf = (html: string): string[] =>
  [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(
    ([, text = ""]) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`,
  )

async function readFiles(folder: string, restMs: number): Promise<Map<string, File>> {
  const files = new Map<string, File>()
  const packFile = createPacker(restMs)
  for (const path of await list(folder)) {
    const extension = extname(path)
    const type = types[extension]
    if (type === undefined) continue
    const bytes = await readFile(path)
    files.set(`/${relative(folder, path).split(sep).join("/")}`, {
      type,
      bytes,
      packed: alreadyPacked.has(extension) ? null : packFile(bytes),
      tag: `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`,
      isHashed: hashed.test(path),
    })
  }
  return files
}

async function list(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    return entries.flatMap((entry) =>
      entry.isFile() && !entry.parentPath.endsWith(".vite")
        ? [join(entry.parentPath, entry.name)]
        : [],
    )
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return []
    throw error
  }
}
