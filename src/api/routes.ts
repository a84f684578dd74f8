import type { Services } from "../platform/services.ts"
import { handleAccount } from "../pages/account/serve-account.ts"
import { handleAcknowledgement } from "../pages/acknowledge/serve-acknowledge.ts"
import { chatPaths, createChat } from "../hooks/chat/serve-chat.ts"
import { createDocs } from "../pages/docs/serve-docs.ts"
import { createHealth } from "../pages/health.ts"
import { createHeartbeat } from "../pages/heartbeat.ts"
import { createIcs } from "../pages/ics.ts"
import { createPreviews, previewPrefix } from "../pages/status-page/preview.ts"
import { handleLink, linkPrefix } from "../pages/link/serve-link.ts"
import { robotsOf } from "../pages/robots.ts"
import { createRenewal, renewalPath } from "../hooks/push/renew-subscription.ts"
import type { createStatusPages } from "../pages/status-page/serve-status-page.ts"
import { handleTwilio } from "../hooks/twilio/serve-twilio.ts"
import { otlpPrefix } from "../telemetry/ingest/serve-otlp.ts"
import { handleSubscription } from "../pages/subscribe/serve-subscribe.ts"
import { handleVerification } from "../pages/verify/serve-verify.ts"
import type { RequestAuthenticator } from "./authenticate-request.ts"
import type { Auth } from "./auth.ts"
import { accountActionsOf } from "./account-actions.ts"
import type { Exchange } from "../http/exchange.ts"
import type { Origins } from "./origin.ts"
import { requestOf } from "../http/read-request.ts"
import type { createMcp } from "../mcp/handle.ts"
import { tools } from "../mcp/tools.ts"
import type { createRest } from "../rest/handle.ts"
import { readBody } from "../http/read-body.ts"
import { openApi } from "../rest/openapi/document.ts"
import { operations } from "../rest/operations.ts"
import { problems } from "../http/problems.ts"
import { Refusal } from "../http/refusal.ts"
import { send } from "../http/send-response.ts"
import type { Site } from "./static.ts"

export type Route = {
  /** An exact path, or a prefix if it ends in a slash. */
  path: string
  /** Null if the route checks methods itself. */
  methods: readonly string[] | null
  /** GraphQL returns errors in its own format; all other routes return problem documents. */
  refusals: "graphql" | "problem"
  handle(exchange: Exchange): Promise<void>
}

type Needs = {
  services: Services
  auth: Auth
  origins: Origins
  requestAuthenticator: RequestAuthenticator
  graphql: (exchange: Exchange) => Promise<void>
  rest: ReturnType<typeof createRest>
  mcp: ReturnType<typeof createMcp>
  metrics: (exchange: Exchange) => Promise<void>
  statusPages: ReturnType<typeof createStatusPages>
  site: Site
  otlp: (exchange: Exchange) => Promise<void>
}

const maxAuthBytes = 64 * 1024
const maxChatBytes = 256 * 1024

/** Every route of the server; the first match wins. */
export function createRoutes({
  services,
  auth,
  requestAuthenticator,
  origins,
  graphql,
  rest,
  mcp,
  metrics,
  statusPages,
  site,
  otlp,
}: Needs): Route[] {
  const { BASE_URL } = services.env
  const health = createHealth(services)
  const chat = createChat(services)
  const heartbeat = createHeartbeat(services)
  const ics = createIcs(services)
  const renewal = createRenewal(services)
  const docs = createDocs(services, {
    problems,
    operations,
    tools,
    document: () => openApi(BASE_URL),
  })
  const preview = createPreviews(services)
  const read = ["GET", "HEAD"]
  const methodsOf = (path: string) => (statusPages.takesForm(path) ? [...read, "POST"] : read)
  return [
    {
      path: "/graphql",
      // PUT is routed only to answer that graphql-sse's single connection mode is not supported.
      methods: ["GET", "POST", "OPTIONS", "PUT"],
      refusals: "graphql",
      async handle(exchange) {
        if (answered(exchange, origins)) return
        await graphql(exchange)
      },
    },
    {
      path: "/api/auth/",
      methods: ["GET", "POST", "OPTIONS"],
      refusals: "problem",
      async handle(exchange) {
        const { req, res, peer } = exchange
        if (answered(exchange, origins)) return
        const request = await requestOf(req, BASE_URL, maxAuthBytes)
        res.setHeader("cache-control", "no-store")
        await send(res, await auth.handler(request, peer))
      },
    },
    ...["/v1", "/v1/"].map((path): Route => ({
      path,
      methods: null,
      refusals: "problem",
      handle({ req, res, path, requestId, peer }) {
        const authenticate = () => requestAuthenticator.keyHolder(req, peer)
        return rest({ req, res, path, requestId, authenticate })
      },
    })),
    {
      path: "/mcp",
      // The protocol names its own methods in its own form.
      methods: null,
      refusals: "problem",
      handle({ req, res, requestId, peer }) {
        const authenticate = () => requestAuthenticator.keyHolder(req, peer, "legacy")
        return mcp({ req, res, requestId, authenticate })
      },
    },
    {
      path: "/ping/",
      methods: ["GET", "HEAD", "POST"],
      refusals: "problem",
      async handle({ req, res, path, peer }) {
        if (!(await heartbeat(req, res, path, peer))) throw nothingHere()
      },
    },
    {
      path: "/acknowledge/",
      methods: ["GET", "HEAD", "POST"],
      refusals: "problem",
      handle: ({ req, res, path }) => handleAcknowledgement(services, req, res, path),
    },
    {
      path: "/verify/",
      methods: ["GET", "HEAD", "POST"],
      refusals: "problem",
      handle: ({ req, res, path }) => handleVerification(services, req, res, path),
    },
    {
      path: linkPrefix,
      methods: ["GET", "HEAD", "POST"],
      refusals: "problem",
      handle({ req, res, path }) {
        // Sign-in cookies are SameSite=Lax, so a form post from another site carries none.
        const headers = new Headers({ cookie: req.headers.cookie ?? "" })
        const readPerson = async () => (await auth.readSession(headers))?.user ?? null
        return handleLink(services, req, res, path, readPerson)
      },
    },
    ...chatPaths.map((path): Route => ({
      path,
      methods: ["POST"],
      refusals: "problem",
      handle: (exchange) => chat(exchange, (req) => readBody(req, maxChatBytes)),
    })),
    { path: renewalPath, methods: ["POST"], refusals: "problem", handle: renewal },
    ...["/password", "/password/", "/confirm/"].map((path): Route => ({
      path,
      methods: ["GET", "HEAD", "POST"],
      refusals: "problem",
      async handle({ req, res, path, peer }) {
        const actions = accountActionsOf(auth, services, peer)
        if (!(await handleAccount(actions, req, res, path))) throw nothingHere()
      },
    })),
    {
      path: "/hooks/twilio/",
      methods: ["POST"],
      refusals: "problem",
      async handle({ req, res, path }) {
        if (!(await handleTwilio(services, req, res, path))) throw nothingHere()
      },
    },
    {
      path: "/on-call/",
      methods: read,
      refusals: "problem",
      async handle(exchange) {
        const { req, res, path } = exchange
        if (await ics(req, res, path)) return
        if (!(await site(exchange))) throw nothingHere()
      },
    },
    {
      path: "/api/health",
      methods: read,
      refusals: "problem",
      async handle({ res }) {
        const { isDown, report } = await health()
        res.statusCode = isDown ? 503 : 200
        res.setHeader("content-type", "application/json; charset=utf-8")
        res.setHeader("cache-control", "no-store")
        res.end(JSON.stringify(report))
      },
    },
    { path: "/api/metrics", methods: read, refusals: "problem", handle: metrics },
    { path: otlpPrefix, methods: ["POST"], refusals: "problem", handle: otlp },
    {
      path: "/api/domains",
      methods: read,
      refusals: "problem",
      async handle({ req, res }) {
        const host = new URLSearchParams(req.url?.split("?", 2)[1]).get("domain") ?? ""
        if (!(await statusPages.isOwn(host))) throw nothingHere()
        res.writeHead(204, { "cache-control": "no-store" }).end()
      },
    },
    {
      path: "/robots.txt",
      methods: read,
      refusals: "problem",
      async handle({ req, res }) {
        const isOwn = await statusPages.isOwn(req.headers.host)
        res.setHeader("content-type", "text/plain; charset=utf-8")
        res.setHeader("cache-control", "public, max-age=3600")
        res.end(robotsOf(isOwn))
      },
    },
    {
      path: "/api/",
      methods: read,
      refusals: "problem",
      async handle(exchange) {
        // A status page's own domain serves its JSON at well-known paths.
        if (!(await statusPages.handleOwn(exchange))) throw nothingHere()
      },
    },
    ...["/docs", "/docs/"].map((path): Route => ({
      path,
      methods: read,
      refusals: "problem",
      handle({ req, res, path }) {
        docs(req, res, path)
        return Promise.resolve()
      },
    })),
    {
      path: "/subscriptions/",
      methods: [...read, "POST"],
      refusals: "problem",
      handle: ({ req, res, path }) => handleSubscription(services, req, res, path),
    },
    {
      path: previewPrefix,
      methods: read,
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

export const matches = ({ path: pattern }: Route, path: string): boolean =>
  path === pattern || (pattern.endsWith("/") && path.startsWith(pattern))

/** @throws {Refusal} method_not_allowed. */
export function requireMethod({ req }: Pick<Exchange, "req">, methods: readonly string[]): void {
  if (methods.includes(req.method ?? "")) return
  const allow = methods.join(", ")
  throw new Refusal("method_not_allowed", `This URL supports ${allow}.`, { allow })
}

const nothingHere = () => new Refusal("not_found", "There is nothing at this URL.")

/** Refuses other origins and answers CORS preflights; true if the response is sent. */
function answered({ req, res }: Exchange, origins: Origins): boolean {
  origins.check(req)
  if (origins.answerCors(req, res)) return true
  if (req.method !== "OPTIONS") return false
  throw new Refusal("method_not_allowed", "Send GET or POST.", { allow: "GET, POST" })
}
