import { z } from "zod"
import {
  mcpResource,
  isOurResource,
  oauthScopes,
} from "../../graphql/workspace/oauth/mcp-resource.ts"
import { OAuthError } from "../../graphql/workspace/oauth/oauth-error.ts"
import { accessSeconds } from "../../graphql/workspace/oauth/oauth-token.ts"
import {
  giveBack,
  redeemCode,
  redeemRefreshToken,
  type Issued,
} from "../../graphql/workspace/oauth/redeem.ts"
import { registerClient } from "../../graphql/workspace/oauth/register-client.ts"
import type { Exchange } from "../../http/exchange.ts"
import { refuseUntil } from "../../http/rate-limited.ts"
import { readBody } from "../../http/read-body.ts"
import { readForm } from "../../http/read-form.ts"
import type { Route } from "../../http/route.ts"
import { networkOf } from "../../platform/peer.ts"
import { createRateLimiter } from "../../platform/rate-limit/rate-limiter.ts"
import type { Services } from "../../platform/services.ts"
import {
  resourceMetadata,
  resourceMetadataPath,
  serverMetadata,
  serverMetadataPath,
} from "./metadata.ts"

const minuteMs = 60_000
const tokensPerMinute = 120
export const registrationsPerHour = 20
const mostBytes = 16 * 1024

type Work = (exchange: Exchange) => Promise<{ status: number; body: object | null }>

/** The machine side of OAuth 2.1; the page where a person decides is the dashboard's /oauth/authorize. */
export function createOAuthRoutes(services: Services): Route[] {
  const { env, clock } = services
  const tokens = createRateLimiter(clock, { points: tokensPerMinute, windowMs: minuteMs })
  const registrations = createRateLimiter(clock, {
    points: registrationsPerHour,
    windowMs: 60 * minuteMs,
  })
  const countToken = (peer: string): void =>
    refuseUntil(
      tokens.consume(networkOf(peer)),
      `One address may send at most ${tokensPerMinute} requests for tokens per minute.`,
    )

  const token: Work = async ({ req, peer }) => {
    countToken(peer)
    const form = await formOf(req)
    if (!isOurResource(env, form.get("resource"))) {
      throw new OAuthError("invalid_target", `resource must be ${mcpResource(env)}.`)
    }
    const clientId = member(form, "client_id")
    const grantType = member(form, "grant_type")
    switch (grantType) {
      case "authorization_code": {
        const input = {
          code: member(form, "code"),
          clientId,
          redirectUri: member(form, "redirect_uri"),
          verifier: member(form, "code_verifier"),
        }
        return { status: 200, body: tokenBody(await redeemCode(services, input)) }
      }
      case "refresh_token": {
        const refreshToken = member(form, "refresh_token")
        return {
          status: 200,
          body: tokenBody(await redeemRefreshToken(services, { refreshToken, clientId })),
        }
      }
      default:
        throw new OAuthError(
          "unsupported_grant_type",
          "grant_type must be authorization_code or refresh_token.",
        )
    }
  }

  const revoke: Work = async ({ req, peer }) => {
    countToken(peer)
    const form = await formOf(req)
    await giveBack(services, member(form, "token"), member(form, "client_id"))
    return { status: 200, body: null }
  }

  const register: Work = async ({ req, peer }) => {
    refuseUntil(
      registrations.consume(networkOf(peer)),
      `One address may register at most ${registrationsPerHour} clients per hour.`,
    )
    const client = await registerClient(services, await jsonOf(req))
    return {
      status: 201,
      body: {
        client_id: client.id,
        client_id_issued_at: Math.floor(client.createdAt.getTime() / 1000),
        client_name: client.name,
        redirect_uris: client.redirectUris,
        token_endpoint_auth_method: "none",
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
      },
    }
  }

  const resource = described(() => resourceMetadata(env.BASE_URL))
  return [
    route(resourceMetadataPath, "GET", resource),
    route("/.well-known/oauth-protected-resource", "GET", resource),
    route(
      serverMetadataPath,
      "GET",
      described(() => serverMetadata(env.BASE_URL)),
    ),
    route("/oauth/token", "POST", token),
    route("/oauth/revoke", "POST", revoke),
    route("/oauth/register", "POST", register),
  ]
}

const described =
  (body: () => object): Work =>
  () =>
    Promise.resolve({ status: 200, body: body() })

/** These endpoints know no cookies, so that pages of any origin may call them. */
const route = (path: string, method: "GET" | "POST", work: Work): Route => ({
  path,
  methods: [method, "OPTIONS"],
  refusals: "problem",
  async handle(exchange) {
    const { req, res } = exchange
    res.setHeader("access-control-allow-origin", "*")
    res.setHeader("cache-control", "no-store")
    if (req.method === "OPTIONS") {
      res.setHeader("access-control-allow-methods", method)
      res.setHeader("access-control-allow-headers", "content-type, mcp-protocol-version")
      res.writeHead(204).end()
      return
    }
    const { status, body } = await work(exchange).catch((error: unknown) => {
      if (!(error instanceof OAuthError)) throw error
      return { status: 400, body: { error: error.error, error_description: error.message } }
    })
    res.writeHead(status, { "content-type": "application/json" })
    res.end(body === null ? "" : JSON.stringify(body))
  },
})

const tokenBody = ({ accessToken, refreshToken, mayWrite }: Issued) => ({
  access_token: accessToken,
  token_type: "Bearer",
  expires_in: accessSeconds,
  refresh_token: refreshToken,
  scope: mayWrite ? `${oauthScopes.read} ${oauthScopes.write}` : oauthScopes.read,
})

async function formOf(req: Exchange["req"]): Promise<URLSearchParams> {
  const form = await readForm(req, mostBytes)
  if (form !== null) return form
  throw new OAuthError("invalid_request", "Send a form: application/x-www-form-urlencoded.")
}

async function jsonOf(req: Exchange["req"]): Promise<unknown> {
  const bytes = await readBody(req, mostBytes)
  try {
    return z.json().parse(JSON.parse(bytes.toString()))
  } catch {
    throw new OAuthError("invalid_client_metadata", "The body must be JSON.")
  }
}

/** A parameter that is sent exactly once. */
function member(form: URLSearchParams, name: string): string {
  const [value, ...more] = form.getAll(name)
  if (value !== undefined && value !== "" && more.length === 0) return value
  throw new OAuthError("invalid_request", `Send ${name} exactly once.`)
}
