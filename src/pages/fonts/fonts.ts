import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import type { IncomingMessage, ServerResponse } from "node:http"
import { join } from "node:path"
import { makeCachedResponse, sendCachedResponse } from "../../http/cached-response.ts"

/**
 * Inter (SIL Open Font License, OFL.txt) with weights 400 to 600, made from @fontsource-variable/inter by subset-font:
 * Latin-1 with its punctuation, and Latin Extended-A, which is loaded only where it is needed. Keeps the features
 * ccmp, mark, mkmk and tnum: with kerning, the layout of a word takes the square of its length.
 */
const files = [
  {
    name: "inter-latin",
    range:
      "U+20-7E,U+A0-FF,U+152-153,U+2013-2014,U+2018-201E,U+2022,U+2026,U+2039-203A,U+20AC,U+2212",
  },
  { name: "inter-latin-ext", range: "U+100-151,U+154-17F,U+218-21B" },
] as const

export const fontPrefix = "/fonts/"
const yearSeconds = 31_536_000

export const fonts = files.map(({ name, range }) => {
  const bytes = readFileSync(join(import.meta.dirname, `${name}.woff2`))
  const tag = createHash("sha256").update(bytes).digest("base64url").slice(0, 8)
  return { path: `${fontPrefix}${name}.${tag}.woff2`, range, bytes }
})

/** Fetched with the document, because every page starts with it. */
export const mainFont = fonts[0]?.path ?? ""

export const fontStyle = fonts
  .map(
    ({ path, range }) =>
      `@font-face{font-family:Inter;font-weight:400 600;font-display:swap;src:url(${path})format("woff2");unicode-range:${range}}`,
  )
  .join("")

const policy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** @returns false if there is no such font. */
export function sendFont(req: IncomingMessage, res: ServerResponse, path: string): boolean {
  const bytes = fonts.find((font) => font.path === path)?.bytes
  if (bytes === undefined) return false
  const rendered = { type: "font/woff2", policy, body: bytes, maxAgeSeconds: yearSeconds }
  sendCachedResponse(req, res, makeCachedResponse(rendered, undefined, new Date()), "everybody")
  return true
}
