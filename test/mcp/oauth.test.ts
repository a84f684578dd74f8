import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import {
  Client,
  discoverAuthorizationServerMetadata,
  exchangeAuthorization,
  refreshAuthorization,
  startAuthorization,
  StreamableHTTPClientTransport,
  type OAuthClientInformationMixed,
  type OAuthClientProvider,
  type OAuthTokens,
} from "@modelcontextprotocol/client"
import { expect, onTestFinished, test } from "vitest"
import { registrationsPerHour } from "../../src/api/oauth/oauth-routes.ts"
import { declareIncident } from "../../src/graphql/incidents/incident/declare-incident.ts"
import { apiEnv, useApi } from "../support/api.ts"
import { ask as graphql } from "../support/ask.ts"
import { ask, connectClient, makeLegacyKey } from "../support/mcp.ts"
import { makeMember, type Person } from "../support/people.ts"
import { freePort } from "../support/port.ts"
import { call } from "../support/rest.ts"
import { makeProject } from "../support/world.ts"
import { soon } from "../support/soon.ts"

const port = await freePort()
const base = `http://127.0.0.1:${port}`
const api = useApi({ ...apiEnv, PORT: port, BASE_URL: base })
const callback = "http://127.0.0.1:33418/callback"

/** What the dashboard's page sends for the parameters in its URL. */
function requestOf(url: URL) {
  const text = (name: string) => url.searchParams.get(name)
  return {
    clientId: text("client_id"),
    redirectUri: text("redirect_uri"),
    responseType: text("response_type"),
    codeChallenge: text("code_challenge"),
    codeChallengeMethod: text("code_challenge_method"),
    scope: text("scope"),
    state: text("state"),
    resource: text("resource"),
  }
}

async function scene(role: "owner" | "viewer" = "owner") {
  const { id: projectId, name } = await makeProject(api.world)
  return { projectId, name, person: await makeMember(api.world, projectId, role, "Ada") }
}

const asPerson = async ({ ctx }: Person, document: string, variables: object) => {
  const { data, errors } = await graphql(api.world, ctx.actor, document, { ...variables })
  if (errors[0] !== undefined) throw new Error(errors[0].message)
  return data as Record<string, unknown>
}

/** A person's consent; where the browser goes next. */
async function approve(person: Person, projectId: string, url: URL, mayWrite: boolean) {
  const { approveOAuthRequest } = await asPerson(
    person,
    `mutation ($request: OAuthRequestInput!, $projectId: ID!, $mayWrite: Boolean!) {
      approveOAuthRequest(request: $request, projectId: $projectId, mayWrite: $mayWrite)
    }`,
    { request: requestOf(url), projectId, mayWrite },
  )
  return new URL(String(approveOAuthRequest))
}

/** What a program that uses the official client keeps. */
class Program implements OAuthClientProvider {
  readonly redirectUrl = callback
  readonly clientMetadata = { client_name: "Helpful\u202E agent", redirect_uris: [callback] }
  information?: OAuthClientInformationMixed
  held?: OAuthTokens
  opened?: URL
  verifier = ""
  state = () => "1234"
  clientInformation = () => this.information
  saveClientInformation(information: OAuthClientInformationMixed) {
    this.information = information
  }
  tokens = () => this.held
  saveTokens(tokens: OAuthTokens) {
    this.held = tokens
  }
  redirectToAuthorization(url: URL) {
    this.opened = url
  }
  saveCodeVerifier(verifier: string) {
    this.verifier = verifier
  }
  codeVerifier = () => this.verifier
}

const transportOf = (authProvider: OAuthClientProvider) =>
  new StreamableHTTPClientTransport(new URL(`${base}/mcp`), { authProvider })

/** Connects the official client, which discovers everything from the first 401. */
async function connect(person: Person, projectId: string, mayWrite: boolean) {
  const program = new Program()
  const first = transportOf(program)
  const unconnected = new Client({ name: "agent", version: "1.0" })
  await expect(unconnected.connect(first)).rejects.toThrow(/unauthorized/i)
  if (program.opened === undefined) throw new Error("the client opens the authorization page")
  const answer = await approve(person, projectId, program.opened, mayWrite)
  expect(answer.searchParams.get("state")).toBe("1234")
  expect(answer.searchParams.get("iss")).toBe(base)
  await first.finishAuth(answer.searchParams)
  const client = new Client(
    { name: "agent", version: "1.0" },
    { versionNegotiation: { mode: "auto" } },
  )
  await client.connect(transportOf(program))
  return { program, client }
}

const grantsOf = async (person: Person) => {
  const { viewer } = await asPerson(
    person,
    "query { viewer { oauthGrants { id clientName mayWrite project { id } } } }",
    {},
  )
  return (viewer as { oauthGrants: { id: string }[] }).oauthGrants
}

test("the official client registers, asks a person, and acts in one project until it is revoked", async () => {
  const { projectId, name, person } = await scene()
  await declareIncident(api.world.system, { projectId, title: "Checkout is down" })
  const { client, program } = await connect(person, projectId, true)
  expect(program.opened?.pathname).toBe("/oauth/authorize")
  expect(await ask(client, "get_overview")).toMatchObject({
    project: `<untrusted>${name}</untrusted>`,
  })
  await ask(client, "acknowledge", { incident: "1" })
  const [grant] = await grantsOf(person)
  expect(grant).toEqual({
    id: expect.any(String),
    clientName: "Helpful agent",
    mayWrite: true,
    project: { id: projectId },
  })
  const { prisma } = api.world.services.database
  // Only hashes are stored.
  const stored = JSON.stringify(await prisma.oAuthToken.findMany())
  expect(stored).not.toContain(program.held?.access_token.slice(-20))
  await asPerson(person, "mutation ($id: ID!) { revokeOAuthGrant(id: $id) { id } }", {
    id: grant?.id,
  })
  const after = await call(api, `Bearer ${program.held?.access_token}`, "POST", "/mcp", {
    body: { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} },
    headers: { accept: "application/json, text/event-stream" },
  })
  expect(after.status).toBe(401)
  expect(after.headers.get("www-authenticate")).toBe(
    `Bearer resource_metadata="${base}/.well-known/oauth-protected-resource/mcp", scope="mcp:read", error="invalid_token"`,
  )
  expect(await grantsOf(person)).toEqual([])
  const own = { projectId, OR: [{ subjectId: grant?.id ?? "" }, { actorId: grant?.id ?? "" }] }
  const used = { ...own, action: "oauth_grant.used" }
  // Recorded a moment later.
  await soon(() => prisma.auditEntry.count({ where: used })).toBe(1)
  const entries = await prisma.auditEntry.findMany({
    where: { ...own, NOT: used },
    orderBy: { at: "asc" },
  })
  expect(entries.map(({ action, actorName, via }) => [action, actorName, via])).toEqual([
    ["oauth_grant.created", "Ada", null],
    [
      "incident.acknowledged",
      "Helpful agent for Ada",
      { client: "agent 1.0", tool: "acknowledge" },
    ],
    ["oauth_grant.revoked", "Ada", null],
  ])
})

test("a grant never does more than its person, and ends with the membership", async () => {
  const { projectId, person } = await scene("viewer")
  await expect(connect(person, projectId, true)).rejects.toThrow("which the role viewer does not")
  const { client, program } = await connect(person, projectId, false)
  const { tools } = await client.listTools()
  expect(tools.map((tool) => tool.name)).not.toContain("resolve")
  await expect(ask(client, "acknowledge", { incident: "1" })).rejects.toThrow("insufficient_scope")
  const { prisma } = api.world.services.database
  await prisma.member.delete({ where: { id: person.memberId } })
  const stranger = await connectClient(api, `Bearer ${program.held?.access_token}`).then(
    () => "connected",
    String,
  )
  expect(stranger).toMatch(/401|unauthorized|no longer a member/i)
})

const revoked = "Version negotiation failed"

/** A client known by its metadata document, up to the code. */
async function openByDocument(person: Person, projectId: string) {
  const served = { document: {} as object }
  const host = createServer((_req, res) => res.end(JSON.stringify(served.document)))
  await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve))
  onTestFinished(() => void host.close())
  const clientId = `http://127.0.0.1:${(host.address() as AddressInfo).port}/client.json`
  served.document = { client_id: clientId, client_name: "Hosted", redirect_uris: [callback] }
  const metadata = await discoverAuthorizationServerMetadata(base)
  if (metadata === undefined) throw new Error("the server has metadata")
  expect(metadata).toMatchObject({
    code_challenge_methods_supported: ["S256"],
    client_id_metadata_document_supported: true,
  })
  const clientInformation = { client_id: clientId }
  const { authorizationUrl, codeVerifier } = await startAuthorization(base, {
    metadata,
    clientInformation,
    redirectUrl: callback,
    resource: new URL(`${base}/mcp`),
  })
  const redeem = (authorizationCode: string, verifier = codeVerifier) =>
    exchangeAuthorization(base, {
      metadata,
      clientInformation,
      authorizationCode,
      codeVerifier: verifier,
      redirectUri: callback,
      resource: new URL(`${base}/mcp`),
      iss: base,
    })
  const refresh = (refreshToken: string) =>
    refreshAuthorization(base, { metadata, clientInformation, refreshToken })
  const code = async () =>
    (await approve(person, projectId, authorizationUrl, false)).searchParams.get("code") ?? ""
  return { served, authorizationUrl, code, redeem, refresh }
}

const set = (name: string, value: string) => (url: URL) => url.searchParams.set(name, value)

test("a client is known by its metadata document; codes and refresh tokens work once, and a later use ends the grant", async () => {
  const { projectId, person } = await scene()
  const { served, authorizationUrl, code, redeem, refresh } = await openByDocument(
    person,
    projectId,
  )
  await expect(redeem(await code(), "x".repeat(43))).rejects.toThrow("code_verifier")
  const first = await code()
  const tokens = await redeem(first)
  expect(tokens).toMatchObject({ scope: "mcp:read", expires_in: 3600 })
  const renewed = await refresh(tokens.refresh_token ?? "")
  await connectClient(api, `Bearer ${renewed.access_token}`)
  await api.world.services.database.prisma.oAuthToken.updateMany({
    where: { kind: "refresh", usedAt: { not: null } },
    data: { usedAt: new Date(Date.now() - 60_000) },
  })
  await expect(refresh(tokens.refresh_token ?? "")).rejects.toThrow("second time")
  await expect(connectClient(api, `Bearer ${renewed.access_token}`)).rejects.toThrow(revoked)
  await expect(refresh(renewed.refresh_token ?? "")).rejects.toThrow("unknown, expired or revoked")

  const twice = await code()
  const held = await redeem(twice)
  await expect(redeem(twice)).rejects.toThrow("second time")
  await expect(connectClient(api, `Bearer ${held.access_token}`)).rejects.toThrow(revoked)

  const refused = async (change: (url: URL) => void) => {
    const url = new URL(authorizationUrl)
    change(url)
    return approve(person, projectId, url, false).then(String, String)
  }
  expect(await refused(set("redirect_uri", "https://evil.example/"))).toContain("#/redirectUri")
  expect(await refused(set("redirect_uri", "javascript:alert(1)"))).toContain("#/redirectUri")
  expect(await refused(set("code_challenge_method", "plain"))).toContain("must be S256")
  expect(await refused(set("resource", "https://other.example/mcp"))).toContain("#/resource")
  expect(await refused(set("response_type", "token"))).toContain("must be code")
  // Any port of this machine (RFC 8252), and nothing beyond it.
  expect(await refused(set("redirect_uri", callback.replace("33418", "9")))).toContain("code=")
  expect(await refused(set("client_id", "http://169.254.169.254/client.json"))).toContain(
    "cloud metadata",
  )
  expect(await refused(set("client_id", "http://10.0.0.1/client.json"))).toContain(
    "private address",
  )
  served.document = { ...served.document, client_id: "https://other.example/client.json" }
  expect(await refused(() => undefined)).toContain("its client_id is not its URL")
})

const send = (path: string, body: string, type: string) =>
  fetch(`${base}${path}`, { method: "POST", body, headers: { "content-type": type } })

const form = (fields: Record<string, string>) =>
  send("/oauth/token", String(new URLSearchParams(fields)), "application/x-www-form-urlencoded")
const errorOf = async (answer: Promise<Response>) => {
  const response = await answer
  return [response.status, ((await response.json()) as { error: string }).error]
}
const register = (body: unknown) =>
  send("/oauth/register", JSON.stringify(body), "application/json")

test("wrong requests for tokens and registrations are refused in the form of OAuth, and registrations are limited", async () => {
  const usual = {
    grant_type: "authorization_code",
    client_id: "x",
    code: "y",
    redirect_uri: callback,
  }
  expect(await errorOf(form({}))).toEqual([400, "invalid_request"])
  expect(await errorOf(form({ ...usual, grant_type: "password" }))).toEqual([
    400,
    "unsupported_grant_type",
  ])
  expect(await errorOf(form({ ...usual, code_verifier: "z" }))).toEqual([400, "invalid_grant"])
  expect(await errorOf(form({ ...usual, resource: "https://other.example" }))).toEqual([
    400,
    "invalid_target",
  ])
  expect(await errorOf(register({}))).toEqual([400, "invalid_client_metadata"])
  expect(await errorOf(register({ redirect_uris: ["http://evil.example/"] }))).toEqual([
    400,
    "invalid_redirect_uri",
  ])
  const statuses: number[] = []
  for (let count = 0; count < registrationsPerHour; count += 1) {
    statuses.push((await register({ redirect_uris: [callback] })).status)
  }
  expect(new Set(statuses)).toEqual(new Set([201, 429]))
})

test("only /mcp names its authorization server, and tokens open nothing else", async () => {
  const metadata = (await (
    await fetch(`${base}/.well-known/oauth-protected-resource/mcp`)
  ).json()) as object
  expect(metadata).toMatchObject({ resource: `${base}/mcp`, authorization_servers: [base] })
  const { projectId, person } = await scene()
  const { code, redeem } = await openByDocument(person, projectId)
  const { access_token } = await redeem(await code())
  for (const path of ["/v1/monitors", "/api/metrics"]) {
    const { status, headers } = await call(api, `Bearer ${access_token}`, "GET", path)
    expect([path, status, headers.get("www-authenticate")]).toEqual([path, 401, "Bearer"])
  }
  const key = await makeLegacyKey(api.world, projectId)
  await connectClient(api, key.authorization)
})
