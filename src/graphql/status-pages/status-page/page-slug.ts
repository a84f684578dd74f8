import { randomInt } from "node:crypto"
import { z } from "zod"

/** Slugs that look like a part of the product or collide with its own paths. */
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
  .string({ error: "must be a string" })
  .refine(isSlug, {
    error:
      "must be 3 to 63 characters of a-z, 0-9 and hyphens, with no hyphen at either end, as in acme-status",
    abort: true,
  })
  .refine((value) => !reserved.has(value), "is reserved; add a word of your own, as in acme-status")

const longest = 63
/** Room for a hyphen and the random letters of `freshSlug`. */
const longestBase = longest - 7

/** Converts a name to a slug: "Café Noir!" becomes cafe-noir. Empty if no character can be used. */
export function slugOf(name: string): string {
  const words = name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
  return words.slice(0, longestBase).replaceAll(/^-+|-+$/g, "")
}

/** The default slug: the name, then the name with six random letters. */
export function freshSlug(name: string, attempt: number): string {
  const base = slugOf(name)
  if (attempt === 0 && isSlug(base) && !reserved.has(base)) return base
  const letters = Array.from({ length: 6 }, () => randomInt(36).toString(36)).join("")
  return `${base === "" ? "status" : base}-${letters}`
}
