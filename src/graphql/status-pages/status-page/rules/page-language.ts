import { z } from "zod"

/** Supported languages of pages, as BCP 47 tags. */
export const languages = [
  "en",
  "de",
  "fr",
  "es",
  "it",
  "pt",
  "nl",
  "pl",
  "tr",
  "ja",
  "ar",
  "he",
] as const
export type Language = (typeof languages)[number]

export const language = z
  .string({ error: "must be a string" })
  .pipe(z.enum(languages, { error: `must be one of ${languages.join(", ")}` }))

/**
 * The supported language that a browser prefers; null if there is none, also for the `*` of programs, for which
 * `negotiator` returns the first supported one.
 * @param accepted the header Accept-Language (RFC 9110, section 12.5.4).
 */
export function likedBest(accepted: string): Language | null {
  const liked = accepted.split(",", mostRanges).map((range) => {
    const [tag = "", weight = ""] = range.trim().split(/\s*;\s*q=/i)
    return { language: languageOf(tag), weight: weight === "" ? 1 : Number(weight) }
  })
  const best = liked
    .filter(({ language, weight }) => language !== null && weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
  return best[0]?.language ?? null
}

/** Browsers send about ten at most. */
const mostRanges = 20

/** Maps "pt-BR" to pt, and "iw", an old code of Hebrew, to he. */
function languageOf(tag: string): Language | null {
  const primary = (tag.split("-", 1)[0] ?? "").toLowerCase()
  const known = language.safeParse(primary === "iw" ? "he" : primary)
  return known.success ? known.data : null
}
