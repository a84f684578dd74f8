import { randomInt } from "node:crypto"
import { z } from "zod"

/** Words that would read as a part of the product, or are its own paths below a page. */
const reserved = new Set([
  "admin",
  "api",
  "app",
  "assets",
  "atom",
  "badge",
  "docs",
  "feed",
  "graphql",
  "health",
  "help",
  "history",
  "incidents",
  "login",
  "new",
  "preview",
  "rss",
  "settings",
  "sign-in",
  "static",
  "status",
  "support",
  "watchkeeper",
  "www",
])

const shape = /^[a-z0-9](?:[a-z0-9-]{1,61})[a-z0-9]$/

export const isSlug = (value: string): boolean => shape.test(value)

export const slug = z
  .string({ error: "must be text" })
  .refine(isSlug, {
    error:
      "must be 3 to 63 characters of a-z, 0-9 and hyphens, with no hyphen at either end, as in acme-status",
    abort: true,
  })
  .refine((value) => !reserved.has(value), "is reserved; add a word of your own, as in acme-status")

const longest = 63
/** Room for a hyphen and the random letters of `freshSlug`. */
const longestBase = longest - 7

/** A name as an address: "Café Noir!" is cafe-noir. Empty where no letter of it can stand in one. */
export function slugOf(name: string): string {
  const words = name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
  return words.slice(0, longestBase).replaceAll(/^-+|-+$/g, "")
}

/** What a page is called where nobody chose: its name first, then with six random letters behind it. */
export function freshSlug(name: string, attempt: number): string {
  const base = slugOf(name)
  if (attempt === 0 && isSlug(base) && !reserved.has(base)) return base
  const letters = Array.from({ length: 6 }, () => randomInt(36).toString(36)).join("")
  return `${base === "" ? "status" : base}-${letters}`
}
