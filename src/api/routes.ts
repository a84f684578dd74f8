import type { Services } from "../services.ts"
import { handleAccount } from "../pages/account/serve.ts"
import { handleAcknowledgement } from "../pages/acknowledge/serve.ts"
import { chatPaths, createChat } from "../pages/chat/serve.ts"
import { createDocs } from "../pages/docs/serve.ts"
import { createHealth } from "../pages/health.ts"
import { handleHeartbeat } from "../pages/heartbeat.ts"
import { handleIcs } from "../pages/ics.ts"
import { createPreviews, previewPrefix } from "../pages/status-page/preview.ts"
import { handleLink, linkPrefix } from "../pages/link/serve.ts"
import { createRenewal, renewalPath } from "../pages/push/serve.ts"
import type { createStatusPages } from "../pages/status-page/serve.ts"
import { handleTwilio } from "../pages/twilio/serve.ts"
import { handleSubscription } from "../pages/subscribe/serve.ts"
import { handleVerification } from "../pages/verify/serve.ts"
import type { Admission } from "./admit.ts"
import type { Auth } from "./auth.ts"
import { doorsOf } from "./doors.ts"
import type { Exchange } from "./exchange.ts"
import type { Origins } from "./origin.ts"
import { requestOf } from "./receive.ts"
import type { createRest } from "../rest/handle.ts"
import { readBody } from "../rest/body.ts"
import { openApi } from "../rest/openapi/document.ts"
import { operations } from "../rest/operations.ts"
import { problems } from "../rest/problems.ts"
import { Refusal } from "../rest/refusal.ts"
import { send } from "./send.ts"
import type { Site } from "./static.ts"

export type Route = {
  /** Exact, or everything below where it ends in a slash. */
  path: string
  /** Null where the route itself knows which method each of its addresses takes. */
  methods: readonly string[] | null
  /** GraphQL answers its refusals in its own form; all else as problem documents. */
  refusals: "graphql" | "problem"
  handle(exchange: Exchange): Promise<void>
}

type Needs = {
  services: Services
  auth: Auth
  origins: Origins
  admission: Admission
  graphql: (exchange: Exchange) => Promise<void>
  rest: ReturnType<typeof createRest>
  metrics: (exchange: Exchange) => Promise<void>
  statusPages: ReturnType<typeof createStatusPages>
  site: Site
}

const maxAuthBytes = 64 * 1024
const maxChatBytes = 256 * 1024

/** Everything this server answers, the first match first. */
export function createRoutes({
  services,
  auth,
  admission,
  origins,
  graphql,
  rest,
  metrics,
  statusPages,
  site,
}: Needs): Route[] {
  const { BASE_URL } = services.env
  const health = createHealth(services)
  const chat = createChat(services)
  const renewal = createRenewal(services)
  const docs = createDocs(services, { problems, operations, document: () => openApi(BASE_URL) })
  const preview = createPreviews(services)
  const read = ["GET", "HEAD"]
  const methodsOf = (path: string) => (statusPages.takesForm(path) ? [...read, "POST"] : read)
  return [
    {
      path: "/graphql",
      methods: ["GET", "POST", "OPTIONS"],
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
        const authenticate = () => admission.keyHolder(req, peer)
        return rest({ req, res, path, requestId, authenticate })
      },
    })),
    {
      path: "/ping/",
      methods: ["GET", "HEAD", "POST"],
      refusals: "problem",
      async handle({ req, res, path, peer }) {
        if (!(await handleHeartbeat(services, req, res, path, peer))) throw nothingHere()
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
        // Cookies of sign-in are SameSite=Lax: a foreign page that posts here comes without one.
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
        const doors = doorsOf(auth, services, peer)
        if (!(await handleAccount(doors, req, res, path))) throw nothingHere()
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
        if (await handleIcs(services, req, res, path)) return
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
    {
      path: "/api/domains",
      methods: read,
      refusals: "problem",
      async handle({ req, res }) {
        const host = new URLSearchParams(req.url?.split("?", 2)[1]).get("domain") ?? ""
        if (!(await statusPages.isShown(host))) throw nothingHere()
        res.writeHead(204, { "cache-control": "no-store" }).end()
      },
    },
    {
      path: "/api/",
      methods: read,
      refusals: "problem",
      async handle(exchange) {
        // The domain of a page has its JSON at the places that programs know.
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
  throw new Refusal("method_not_allowed", `This address takes ${allow}.`, { allow })
}

const nothingHere = () => new Refusal("not_found", "There is nothing at this address.")

/** Refuses foreign pages, and answers the browsers of listed ones that only ask whether they may call. */
function answered({ req, res }: Exchange, origins: Origins): boolean {
  origins.check(req)
  if (origins.answerCors(req, res)) return true
  if (req.method !== "OPTIONS") return false
  throw new Refusal("method_not_allowed", "Send GET or POST.", { allow: "GET, POST" })
}
