import { readHost } from "../../graphql/status-pages/status-page/page-host.ts"
import { readSlugOfHost } from "../../graphql/status-pages/status-page/view-domain.ts"
import { derivedFrom } from "../../platform/derived-from.ts"
import type { Env } from "../../platform/env.ts"
import type { Services } from "../../platform/services.ts"
import { createSwrCache } from "../../platform/swr-cache.ts"

/**
 * The page of a custom domain, cached for five seconds; null for our own host and unknown ones. Like pages, domains
 * are served for an hour while the database is unreachable.
 */
export function createHosts(services: Services) {
  const own = derivedFrom(
    () => services.env.BASE_URL,
    (baseUrl) => new URL(baseUrl).hostname,
  )
  const slugOf = createSwrCache(services, {
    read: (host) => readSlugOfHost(services, host),
    freshMs: 5000,
    staleMs: 5000,
    keptMs: 3_600_000,
    maxKeys: 1000,
  })
  return async (given: string | undefined): Promise<string | null> => {
    const host = hostIn(given)
    return host === null || host === own() ? null : slugOf(host)
  }
}

/** The name in a Host header without its port; null if it is not valid. */
const hostIn = (given: string | undefined): string | null =>
  readHost((given ?? "").replace(/:\d+$/, ""))

/** Origin of a custom domain; behind the same proxy as BASE_URL. */
export function originOfHost({ BASE_URL }: Env, given: string | undefined): string | null {
  const host = hostIn(given)
  return host && `${new URL(BASE_URL).protocol}//${host}`
}
