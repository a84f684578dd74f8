/** Requests per minute of a key for browsers that has no limit of its own. */
export const usualRequestsPerMinute = 6000

/** A star for every host below a domain of two labels. */
const wildcard = /^(https?:\/\/)\*\.(?=[^/]*[^./]\.[^./])/i
const placeholder = "any-host."

/**
 * An origin of web pages as browsers write it, such as `https://shop.example`; `https://*.shop.example` stands for every
 * host below. Null for any other text.
 */
export function readOrigin(text: string): string | null {
  const given = text.trim().replace(wildcard, `$1${placeholder}`)
  if (given.includes("*") || !URL.canParse(given)) return null
  const { protocol, origin, pathname, search, hash, username, password } = new URL(given)
  if (protocol !== "https:" && protocol !== "http:") return null
  if (pathname !== "/" || `${search}${hash}${username}${password}` !== "") return null
  return wildcard.test(text.trim()) ? origin.replace(placeholder, "*.") : origin
}

/** Whether a page of this origin may use what is allowed for these. */
export function isOriginAllowed(origin: string, allowed: readonly string[]): boolean {
  if (!URL.canParse(origin) || new URL(origin).origin !== origin) return false
  return allowed.some((one) => {
    const [scheme = "", domain] = one.split("*", 2)
    if (domain === undefined) return origin === one
    return (
      origin.startsWith(scheme) &&
      origin.endsWith(domain) &&
      origin.length > scheme.length + domain.length
    )
  })
}
