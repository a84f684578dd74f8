import { timingSafeEqual } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { createGzip } from "node:zlib"
import { contextFor } from "../graphql/kernel/context.ts"
import { id } from "../graphql/kernel/input.ts"
import { expositionType } from "../pages/exposition.ts"
import { readInstallationMetrics } from "../pages/installation-metrics.ts"
import { createMetrics } from "../pages/metrics.ts"
import { networkOf } from "../platform/peer.ts"
import { sha256 } from "../platform/secret.ts"
import { Refusal, refuseFaults } from "../http/refusal.ts"
import { nothingHere, readMethods, type Route } from "../http/route.ts"
import type { Services } from "../platform/services.ts"
import type { RequestAuthenticator } from "./authenticate-request.ts"
import type { Exchange } from "../http/exchange.ts"
import { acceptsGzip } from "../http/negotiate.ts"
import { refuseUntil } from "../http/rate-limited.ts"
import { createRateLimiter } from "../platform/rate-limit/rate-limiter.ts"

const scrapesPerMinute = 60
const tooOften = `A project can be scraped ${scrapesPerMinute} times per minute. Checks run at most once a minute.`

/** GET /api/metrics?projectId=…: a project's monitors in the Prometheus format, for its legacy keys. */
export function createMetricsEndpoint(
  services: Services,
  requestAuthenticator: RequestAuthenticator,
) {
  const metrics = createMetrics(services)
  const limit = { points: scrapesPerMinute, windowMs: 60_000 }
  const scrapes = createRateLimiter(services.clock, limit)

  return async function handle({ req, res, peer }: Exchange): Promise<void> {
    const actor = await requestAuthenticator.keyHolder(req, peer, "legacy")
    refuseUntil(scrapes.consume(actor.projectId), tooOften)
    await send(await metrics(contextFor(services, actor), readProjectId(req)), req, res)
  }
}

/** GET /api/metrics/installation: the whole installation, for the holder of METRICS_TOKEN. */
export function installationMetrics(services: Services): Route {
  const limit = { points: scrapesPerMinute, windowMs: 60_000 }
  const scrapes = createRateLimiter(services.clock, limit)
  const { METRICS_TOKEN } = services.env
  return {
    path: "/api/metrics/installation",
    methods: readMethods,
    refusals: "problem",
    async handle({ req, res, peer }) {
      if (METRICS_TOKEN === undefined) throw nothingHere()
      refuseUntil(scrapes.consume(networkOf(peer)), tooOften)
      const [, given = ""] = /^Bearer (\S+)$/i.exec(req.headers.authorization ?? "") ?? []
      if (!timingSafeEqual(sha256(given), sha256(METRICS_TOKEN))) {
        throw new Refusal("unauthorized", "Send METRICS_TOKEN as a bearer token.")
      }
      await send(await readInstallationMetrics(services), req, res)
    },
  }
}

async function send(parts: Iterable<string>, req: IncomingMessage, res: ServerResponse) {
  const isZipped = acceptsGzip(req)
  res.setHeader("content-type", expositionType)
  res.setHeader("cache-control", "no-store")
  res.setHeader("vary", "accept-encoding")
  if (isZipped) res.setHeader("content-encoding", "gzip")
  if (req.method === "HEAD") {
    res.end()
    return
  }
  const body = Readable.from(parts)
  // A client that disconnects gets no error.
  if (isZipped) await pipeline(body, createGzip({ level: 1 }), res).catch(ifNotGone)
  else await pipeline(body, res).catch(ifNotGone)
}

function ifNotGone(error: unknown): void {
  const isGone =
    error instanceof Error && "code" in error && error.code === "ERR_STREAM_PREMATURE_CLOSE"
  if (!isGone) throw error
}

/** @throws {Refusal} validation_failed naming the parameter. */
function readProjectId({ url = "" }: IncomingMessage): string {
  const at = url.indexOf("?")
  const given = new URLSearchParams(at < 0 ? "" : url.slice(at + 1)).getAll("projectId")
  if (given.length !== 1) throw refuse("must be given once: the id of the key's project")
  const read = id.safeParse(given[0])
  if (!read.success) throw refuse("must be a UUID: the id of the key's project")
  return read.data
}

const refuse = (detail: string) => refuseFaults([{ parameter: "projectId", detail }])
