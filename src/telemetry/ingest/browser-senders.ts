import type { IncomingHttpHeaders, OutgoingHttpHeaders } from "node:http"
import type { BrowserUse } from "../../graphql/kernel/access.ts"
import { isOriginAllowed } from "../../graphql/workspace/key/rules/allowed-origin.ts"
import { refuseUntil } from "../../http/rate-limited.ts"
import { Refusal } from "../../http/refusal.ts"
import { networkOf } from "../../platform/peer.ts"
import { createRateLimiter } from "../../platform/rate-limit/rate-limiter.ts"
import type { Services } from "../../platform/services.ts"
import { createSwrCache } from "../../platform/swr-cache.ts"

const minuteMs = 60_000
/** A request takes its share of them, because each key has a limit of its own. */
const points = 1e12
const perAddress = 300
const preflightSeconds = 600

const statement = {
  name: "browser-origins",
  text: `
    select coalesce(array_agg(distinct origin), '{}') as origins
      from api_key, unnest(allowed_origins) origin
     where class = 'ingestion' and revoked_at is null and (expires_at is null or expires_at > now())`,
}

const ages = { freshMs: 2000, staleMs: 5000, keptMs: minuteMs, maxKeys: 1 }

/** Lets web pages send with keys for browsers: CORS for the origins of all such keys, and the limits of each. */
export function createBrowserSenders(services: Services) {
  const keys = createRateLimiter(services.clock, { points, windowMs: minuteMs })
  const addresses = createRateLimiter(services.clock, { points: perAddress, windowMs: minuteMs })
  const originsOf = createSwrCache<string[]>(services, {
    ...ages,
    async read() {
      const { rows } = await services.database.pool.query<{ origins: string[] }>(statement)
      return rows[0]?.origins ?? []
    },
  })

  /** Headers that let a page read the answer; none for a page that no key allows. */
  async function corsOf({ origin }: IncomingHttpHeaders): Promise<OutgoingHttpHeaders> {
    if (origin === undefined) return {}
    if (!isOriginAllowed(origin, await originsOf("all"))) return { vary: "origin" }
    return {
      vary: "origin",
      "access-control-allow-origin": origin,
      "access-control-expose-headers": "retry-after",
    }
  }

  return {
    corsOf,

    /** Headers that answer a preflight, which carries no key; null where no key allows its page. */
    async preflightOf(headers: IncomingHttpHeaders): Promise<OutgoingHttpHeaders | null> {
      const cors = await corsOf(headers)
      if (cors["access-control-allow-origin"] === undefined) return null
      const asked = headers["access-control-request-headers"]
      return {
        ...cors,
        "access-control-allow-methods": "POST",
        "access-control-allow-headers": asked ?? "content-type, x-svc-ingestion-key",
        "access-control-max-age": String(preflightSeconds),
        ...(headers["access-control-request-private-network"] === "true" && {
          "access-control-allow-private-network": "true",
        }),
      }
    },

    /** @throws {Refusal} where a key for browsers is not used by a page that it allows, or too often. */
    requireAllowed(
      { keyId, browser }: { keyId: string; browser?: BrowserUse | null },
      { origin }: IncomingHttpHeaders,
      peer: string,
    ): void {
      if (browser === null || browser === undefined) return
      if (origin === undefined || !isOriginAllowed(origin, browser.origins)) {
        const from =
          origin === undefined
            ? "This request names none: use a key without allowed origins on servers"
            : `This request comes from ${origin.slice(0, 200)}`
        throw new Refusal(
          "foreign_origin",
          `This ingestion key is for web pages of ${browser.origins.join(", ")}. ${from}.`,
        )
      }
      refuseUntil(
        addresses.consume(networkOf(peer)),
        `One address may send at most ${perAddress} telemetry requests per minute from browsers.`,
      )
      refuseUntil(
        keys.consume(keyId, Math.floor(points / browser.requestsPerMinute)),
        `This ingestion key takes at most ${browser.requestsPerMinute.toLocaleString("en")} requests per minute.`,
      )
    },
  }
}
