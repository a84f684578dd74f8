import { readHost } from "../../graphql/status-page/host.ts"
import { readSlugOfHost } from "../../graphql/status-page/view-domain.ts"
import type { Env } from "../../env.ts"
import type { Services } from "../../services.ts"
import { createLately } from "../lately.ts"

/**
 * Which page a name shows, read once in five seconds at most; null for our own name and for strangers. Pages are
 * shown for an hour while the database is away, and so they are under their names.
 */
export function createHosts(services: Services) {
  const own = new URL(services.env.BASE_URL).hostname
  const slugOf = createLately(services, {
    read: (host) => readSlugOfHost(services, host),
    freshMs: 5000,
    staleMs: 5000,
    keptMs: 3_600_000,
    maxKeys: 1000,
  })
  return async (given: string | undefined): Promise<string | null> => {
    const host = hostIn(given)
    return host === null || host === own ? null : slugOf(host)
  }
}

/** The name in a Host header, without its port; null for what is no name. */
const hostIn = (given: string | undefined): string | null =>
  readHost((given ?? "").replace(/:\d+$/, ""))

/** What addresses on a page's own domain begin with: the same proxy stands before it as before ours. */
export function originOfHost({ BASE_URL }: Env, given: string | undefined): string | null {
  const host = hostIn(given)
  return host && `${new URL(BASE_URL).protocol}//${host}`
}
