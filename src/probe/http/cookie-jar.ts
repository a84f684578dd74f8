import type { Clock } from "../../platform/clock.ts"
import { appliesTo, readCookie, type Cookie } from "./cookie.ts"

/** The cookies of one check, for sites that set some and redirect: sign-on over several hosts, for example. */
export type CookieJar = {
  /**
   * The Cookie header of a request.
   * @param own the monitor's own, of which cookies that the server has set or deleted since are left out.
   */
  header(url: URL, own: string): string
  /** Keeps what a response from `url` set; the list of public suffixes is loaded with the first Domain. */
  store(url: URL, lines: string[]): Promise<void>
}

const mostCookies = 150

export function createCookieJar(clock: Pick<Clock, "now">): CookieJar {
  /** In the order in which they were first set, also deleted ones. */
  const cookies = new Map<string, Cookie>()
  const isLive = ({ expiresAtMs }: Cookie) =>
    expiresAtMs === null || expiresAtMs > clock.now().getTime()
  return {
    header(url, own) {
      if (cookies.size === 0) return own
      const known = [...cookies.values()].filter((cookie) => appliesTo(cookie, url))
      const names = new Set(known.map(({ name }) => name))
      const kept = own
        .split(";")
        .map((pair) => pair.trim())
        .filter((pair) => pair !== "" && !names.has(pair.split("=", 1)[0]?.trim() ?? ""))
      // Longer paths first (RFC 6265, 5.4).
      const sent = known.filter(isLive).toSorted((a, b) => b.path.length - a.path.length)
      const pairs = sent.map(({ name, value }) => (name === "" ? value : `${name}=${value}`))
      return [...kept, ...pairs].join("; ")
    },
    async store(url, lines) {
      if (lines.length === 0) return
      const isPublic = lines.some((line) => /;\s*domain\s*=/i.test(line))
        ? await loadSuffixes()
        : () => false
      for (const line of lines) {
        const cookie = readCookie(line, url, clock.now(), isPublic)
        if (cookie === null) continue
        const { name, domain, isHostOnly, path } = cookie
        const key = JSON.stringify([name, domain, isHostOnly, path])
        if (cookies.has(key) || cookies.size < mostCookies) cookies.set(key, cookie)
      }
    },
  }
}

/** The list is large, and few checks need it. */
async function loadSuffixes(): Promise<(domain: string) => boolean> {
  const { getPublicSuffix } = await import("tldts")
  return (domain) => getPublicSuffix(domain, { allowPrivateDomains: true }) === domain
}
