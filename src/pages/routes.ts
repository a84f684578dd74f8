import type { IncomingMessage } from "node:http"
import type { Exchange } from "../http/exchange.ts"
import { formMethods, nothingHere, readMethods, requireMethod, type Route } from "../http/route.ts"
import type { Services } from "../platform/services.ts"
import { handleAccount, type AccountActions } from "./account/serve-account.ts"
import { handleAcknowledgement } from "./acknowledge/serve-acknowledge.ts"
import { createDocs, type DocsTables } from "./docs/serve-docs.ts"
import { reportLinkPrefix } from "../graphql/status-pages/uptime-report/report-link.ts"
import { sharePrefix } from "../graphql/incidents/alert/share-link.ts"
import { fontPrefix, sendFont } from "./fonts/fonts.ts"
import { createHealth, type TelemetryState } from "./health.ts"
import { createReadiness } from "./readiness.ts"
import { createHeartbeat } from "./heartbeat.ts"
import { createIcs } from "./ics.ts"
import { handleLink, linkPrefix, type Person } from "./link/serve-link.ts"
import { robotsOf } from "./robots.ts"
import { handleReportLink } from "./report/serve-report-link.ts"
import { handleSharedAlert } from "./shared-alert/serve-shared-alert.ts"
import { createPreviews, previewPrefix } from "./serve/preview.ts"
import type { createStatusPages } from "./serve/serve-status-page.ts"
import { handleSubscription } from "./subscribe/serve-subscribe.ts"
import { handleVerification } from "./verify/serve-verify.ts"

type Needs = {
  services: Services
  statusPages: ReturnType<typeof createStatusPages>
  ingestState: () => TelemetryState | null
  draining: AbortSignal
  /** Called with the address of each stored ping. */
  notePing(peer: string): void
  docs: DocsTables
  /** @param peer the client's address, by which actions are rate-limited. */
  accountActionsOf(peer: string): AccountActions
  /** The signed-in person; null for anonymous requests. */
  readPerson(req: IncomingMessage): Promise<Person | null>
  /** Serves a file of the dashboard; false if there is none. */
  site(exchange: Exchange): Promise<boolean>
}

/** The routes of pages. The last one takes every path: status pages on their own domain, then the dashboard. */
export function createPageRoutes(needs: Needs): Route[] {
  return [...linkRoutes(needs), ...machineRoutes(needs), ...statusPageRoutes(needs)]
}

/** What people open from messages. */
function linkRoutes({ services, accountActionsOf, readPerson, draining }: Needs): Route[] {
  return [
    {
      path: "/acknowledge/",
      methods: formMethods,
      refusals: "problem",
      handle: ({ req, res, path }) => handleAcknowledgement(services, req, res, path, draining),
    },
    {
      path: sharePrefix,
      methods: readMethods,
      refusals: "problem",
      handle: ({ req, res, path }) => handleSharedAlert(services, req, res, path),
    },
    {
      path: "/verify/",
      methods: formMethods,
      refusals: "problem",
      handle: ({ req, res, path }) => handleVerification(services, req, res, path),
    },
    {
      path: linkPrefix,
      methods: formMethods,
      refusals: "problem",
      handle: ({ req, res, path }) => handleLink(services, req, res, path, () => readPerson(req)),
    },
    ...["/password", "/password/", "/confirm/", "/factors/"].map((path): Route => ({
      path,
      methods: formMethods,
      refusals: "problem",
      async handle({ req, res, path, peer }) {
        if (!(await handleAccount(accountActionsOf(peer), req, res, path))) throw nothingHere()
      },
    })),
    {
      path: reportLinkPrefix,
      methods: formMethods,
      refusals: "problem",
      handle: ({ req, res, path }) => handleReportLink(services, req, res, path),
    },
    {
      path: "/subscriptions/",
      methods: formMethods,
      refusals: "problem",
      handle: ({ req, res, path }) => handleSubscription(services, req, res, path),
    },
  ]
}

function answer(res: Exchange["res"], status: number, body: object): void {
  res.statusCode = status
  res.setHeader("content-type", "application/json; charset=utf-8")
  res.setHeader("cache-control", "no-store")
  res.end(JSON.stringify(body))
}

/** What an orchestrator asks: whether to restart this process, and whether to send it requests. */
function probeRoutes(services: Services, draining: AbortSignal): Route[] {
  const readiness = createReadiness(services, draining)
  return [
    {
      path: "/api/health/live",
      methods: readMethods,
      refusals: "problem",
      handle: ({ res }) => Promise.resolve(answer(res, 200, { status: "ok" })),
    },
    {
      path: "/api/health/ready",
      methods: readMethods,
      refusals: "problem",
      async handle({ res }) {
        const ready = await readiness()
        answer(res, ready.status === "ok" ? 200 : 503, ready)
      },
    },
  ]
}

/** What programs fetch, and the documentation. */
function machineRoutes(needs: Needs): Route[] {
  const { services, statusPages, docs: tables, site, ingestState } = needs
  const heartbeat = createHeartbeat(services, undefined, needs.notePing)
  const ics = createIcs(services)
  const health = createHealth(services, ingestState)
  const docs = createDocs(services, tables)
  return [
    {
      path: "/ping/",
      methods: formMethods,
      refusals: "problem",
      async handle({ req, res, path, peer }) {
        if (!(await heartbeat(req, res, path, peer))) throw nothingHere()
      },
    },
    {
      path: "/on-call/",
      methods: readMethods,
      refusals: "problem",
      async handle(exchange) {
        const { req, res, path } = exchange
        if (await ics(req, res, path)) return
        if (!(await site(exchange))) throw nothingHere()
      },
    },
    {
      path: "/api/health",
      methods: readMethods,
      refusals: "problem",
      async handle({ res }) {
        const { isDown, report } = await health()
        answer(res, isDown ? 503 : 200, report)
      },
    },
    ...probeRoutes(services, needs.draining),
    {
      path: "/api/domains",
      methods: readMethods,
      refusals: "problem",
      async handle({ req, res }) {
        const host = new URLSearchParams(req.url?.split("?", 2)[1]).get("domain") ?? ""
        if (!(await statusPages.isOwn(host))) throw nothingHere()
        res.writeHead(204, { "cache-control": "no-store" }).end()
      },
    },
    {
      path: "/robots.txt",
      methods: readMethods,
      refusals: "problem",
      async handle({ req, res }) {
        const isOwn = await statusPages.isOwn(req.headers.host)
        res.setHeader("content-type", "text/plain; charset=utf-8")
        res.setHeader("cache-control", "public, max-age=3600")
        res.end(robotsOf(isOwn))
      },
    },
    {
      path: fontPrefix,
      methods: readMethods,
      refusals: "problem",
      handle({ req, res, path }) {
        if (!sendFont(req, res, path)) throw nothingHere()
        return Promise.resolve()
      },
    },
    ...["/docs", "/docs/"].map((path): Route => ({
      path,
      methods: readMethods,
      refusals: "problem",
      handle: ({ req, res, path }) => docs(req, res, path),
    })),
  ]
}

function statusPageRoutes({ services, statusPages, site }: Needs): Route[] {
  const preview = createPreviews(services)
  const methodsOf = (path: string) => (statusPages.takesForm(path) ? formMethods : readMethods)
  return [
    {
      path: "/api/",
      methods: readMethods,
      refusals: "problem",
      async handle(exchange) {
        // A status page's own domain serves its JSON at well-known paths.
        if (!(await statusPages.handleOwn(exchange))) throw nothingHere()
      },
    },
    {
      path: previewPrefix,
      methods: readMethods,
      refusals: "problem",
      async handle({ req, res, path }) {
        if (!(await preview(req, res, path))) throw nothingHere()
      },
    },
    {
      path: "/status/",
      methods: null,
      refusals: "problem",
      async handle(exchange) {
        requireMethod(exchange, methodsOf(exchange.path))
        if (!(await statusPages.handle(exchange))) throw nothingHere()
      },
    },
    {
      path: "/",
      methods: null,
      refusals: "problem",
      async handle(exchange) {
        requireMethod(exchange, methodsOf(exchange.path))
        if (await statusPages.handleOwn(exchange)) return
        if (exchange.req.method === "POST" || !(await site(exchange))) throw nothingHere()
      },
    },
  ]
}
