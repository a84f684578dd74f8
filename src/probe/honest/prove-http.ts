import { request } from "node:http"
import { isIP } from "node:net"
import { readUntil } from "../../platform/read-until.ts"
import type { Clock } from "../../platform/clock.ts"
import type { Resolver } from "../probe.ts"
import type { Honesty } from "./proofs.ts"

/** A URL of plain HTTP, and the status and body that its server always sends. */
export type KnownPage = { url: string; status: number; body: string }

const timeoutMs = 3000
const mostBytes = 4096
/** RFC 6585: network authentication required. */
const portalStatus = 511

type Shown = "right" | "wrong" | "nothing"
type Options = { pages: KnownPage[]; resolver: Resolver; clock: Pick<Clock, "monotonicMs"> }

/**
 * Whether a portal answers plain HTTP in place of the servers: it does if a known page is not what it always is, and
 * none is. Without any answer nothing is known, which counts as honest.
 */
export async function proveHttp({ pages, resolver, clock }: Options): Promise<Honesty> {
  const fromMs = clock.monotonicMs()
  const shown = await Promise.all(
    pages.map(async (page) => ({ page, what: await fetchKnown(page, resolver) })),
  )
  const has = (what: Shown) => shown.some((one) => one.what === what)
  const isFalse = has("wrong") && !has("right")
  const durationMs = clock.monotonicMs() - fromMs
  const samples = shown.map(({ page, what }) => {
    return { anchor: page.url, reachable: what === "right", durationMs }
  })
  return { alive: !isFalse, isFalse, samples, finding: isFalse ? { code: "http_portal" } : null }
}

/** Follows no redirects: a portal's would be. Never rejects. */
async function fetchKnown({ url, status, body }: KnownPage, resolver: Resolver): Promise<Shown> {
  const signal = AbortSignal.timeout(timeoutMs)
  const { hostname, host, port, pathname, search } = new URL(url)
  const name = hostname.replace(/^\[(.*)\]$/, "$1")
  const found = isIP(name) === 0 ? await resolver.resolve(name, signal) : null
  const address = found === null ? name : found.addresses[0]?.address
  if (address === undefined) return "nothing"
  return new Promise((resolve) => {
    const asked = request({
      host: address,
      port: port === "" ? 80 : Number(port),
      path: `${pathname}${search}`,
      headers: { host, "cache-control": "no-cache", "user-agent": "Watchkeeper" },
      agent: false,
      signal,
    })
    asked.on("error", () => resolve("nothing"))
    asked.once("response", (response) => {
      void readUntil(response, { signal, mostBytes }).then(({ bytes, how }) => {
        asked.destroy()
        const got = response.statusCode ?? 0
        if (how === "failed" || how === "aborted") resolve("nothing")
        else if (got === status && bytes.toString("latin1").trim() === body) resolve("right")
        // A fault of the server itself is no portal.
        else resolve((got >= 200 && got < 400) || got === portalStatus ? "wrong" : "nothing")
      })
    })
    asked.end()
  })
}
