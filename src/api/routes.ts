import { installationMetrics } from "./metrics.ts"
import type { Executor } from "../graphql/execution/execute.ts"
import { createHookRoutes } from "../hooks/routes.ts"
import type { Exchange } from "../http/exchange.ts"
import { problems } from "../http/problems.ts"
import { requestOf } from "../http/read-request.ts"
import { Refusal } from "../http/refusal.ts"
import { nothingHere, readMethods, type Route } from "../http/route.ts"
import { send } from "../http/send-response.ts"
import { createInboundRoutes } from "../inbound/routes.ts"
import { createMcpRoutes } from "../mcp/routes.ts"
import { tools } from "../mcp/tools.ts"
import { createPageRoutes } from "../pages/routes.ts"
import type { createStatusPages } from "../pages/serve/serve-status-page.ts"
import type { Services } from "../platform/services.ts"
import { openApi } from "../rest/openapi/document.ts"
import { operations } from "../rest/operations.ts"
import { createRestRoutes } from "../rest/routes.ts"
import type { IngestState } from "../telemetry/ingest/job.ts"
import { createOtlpRoutes } from "../telemetry/ingest/routes.ts"
import type { Intake } from "../telemetry/ingest/take-request.ts"
import { accountActionsOf } from "./account-actions.ts"
import { auditDownload } from "./audit-download.ts"
import type { RequestAuthenticator } from "./authenticate-request.ts"
import type { Auth } from "./auth.ts"
import { exportDownload } from "./export-download.ts"
import { createAgentHolder } from "./oauth/agent-holder.ts"
import { createOAuthRoutes } from "./oauth/oauth-routes.ts"
import type { NotePing } from "./ingress-liveness.ts"
import type { Origins } from "./origin.ts"
import { answerScim } from "./scim/answer-scim.ts"
import { scimPath } from "./scim/scim-path.ts"
import { backchannelLogout } from "./sso/backchannel-logout.ts"
import { samlLogout } from "./sso/saml-logout.ts"
import type { SsoDiscovery } from "./sso/sso-discovery.ts"
import type { Site } from "./static.ts"

type Needs = {
  services: Services
  executor: Executor
  auth: Auth
  discovery: SsoDiscovery
  origins: Origins
  requestAuthenticator: RequestAuthenticator
  graphql: (exchange: Exchange) => Promise<void>
  metrics: (exchange: Exchange) => Promise<void>
  intake: Intake
  ingestState: () => IngestState | null
  statusPages: ReturnType<typeof createStatusPages>
  site: Site
  notePing: NotePing
  /** Aborted when the server is about to stop, while it still serves. */
  draining: AbortSignal
  /** Ends streams that are open. */
  stopping: AbortSignal
}

const maxAuthBytes = 64 * 1024
/** A group of a thousand members. */
const maxScimBytes = 1024 * 1024

/** Every route of the server; the first match wins, so pages, which take every path, come last. */
export function createRoutes(needs: Needs): Route[] {
  const { services, executor, auth, requestAuthenticator, metrics, intake, stopping } = needs
  const { keyHolder, agent } = requestAuthenticator
  return [
    ...apiRoutes(needs),
    ...createRestRoutes(services, executor, keyHolder),
    ...createMcpRoutes(services, executor, createAgentHolder(services.env, agent), stopping),
    ...createOAuthRoutes(services),
    ...createHookRoutes(services),
    ...createInboundRoutes(services),
    auditDownload(services, requestAuthenticator.anyone),
    exportDownload(services, requestAuthenticator.anyone),
    installationMetrics(services),
    { path: "/api/metrics", methods: readMethods, refusals: "problem", handle: metrics },
    ...createOtlpRoutes(intake),
    ...createPageRoutes({
      services,
      statusPages: needs.statusPages,
      ingestState: needs.ingestState,
      draining: needs.draining,
      notePing: needs.notePing,
      docs: { problems, operations, tools, document: () => openApi(services.env.BASE_URL) },
      accountActionsOf: (peer) => accountActionsOf(auth, services, peer),
      async readPerson({ headers: { cookie = "" } }) {
        // Sign-in cookies are SameSite=Lax, so a form post from another site carries none.
        return (await auth.readSession(new Headers({ cookie })))?.user ?? null
      },
      site: needs.site,
    }),
  ]
}

function apiRoutes({ services, auth, discovery, origins, graphql }: Needs): Route[] {
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
    backchannelLogout(services, discovery),
    samlLogout(services),
    {
      path: `/api/auth${scimPath}`,
      methods: ["GET", "POST", "PUT", "PATCH", "DELETE"],
      refusals: "problem",
      async handle({ req, res, peer }) {
        if (services.env.SCIM_TOKENS.length === 0) throw nothingHere()
        const request = await requestOf(req, services.env.BASE_URL, maxScimBytes)
        res.setHeader("cache-control", "no-store")
        await send(res, await answerScim(request, () => auth.handler(request, peer)))
      },
    },
    {
      path: "/api/auth/",
      methods: ["GET", "POST", "OPTIONS"],
      refusals: "problem",
      async handle(exchange) {
        const { req, res, peer, path } = exchange
        // A signed assertion, which the identity provider's page posts.
        const isAssertion = path.startsWith("/api/auth/sso/saml2/sp/acs/")
        if (!isAssertion && answered(exchange, origins)) return
        const request = await requestOf(req, services.env.BASE_URL, maxAuthBytes)
        res.setHeader("cache-control", "no-store")
        await send(res, await auth.handler(request, peer))
      },
    },
  ]
}

/** Refuses other origins and answers CORS preflights; true if the response is sent. */
function answered({ req, res }: Exchange, origins: Origins): boolean {
  origins.check(req)
  if (origins.answerCors(req, res)) return true
  if (req.method !== "OPTIONS") return false
  throw new Refusal("method_not_allowed", "Send GET or POST.", { allow: "GET, POST" })
}
