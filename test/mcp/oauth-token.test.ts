import { createHash, randomBytes } from "node:crypto"
import type { IncomingMessage } from "node:http"
import { expect, test } from "vitest"
import { contextFor } from "../../src/graphql/kernel/context.ts"
import { createLabel } from "../../src/graphql/workspace/label/create-label.ts"
import { approveRequest } from "../../src/graphql/workspace/oauth/approve-request.ts"
import { mcpResource } from "../../src/graphql/workspace/oauth/mcp-resource.ts"
import { readRequest } from "../../src/graphql/workspace/oauth/read-request.ts"
import { redeemCode, redeemRefreshToken } from "../../src/graphql/workspace/oauth/redeem.ts"
import { registerClient } from "../../src/graphql/workspace/oauth/register-client.ts"
import { endGrantsOf, revokeGrant } from "../../src/graphql/workspace/oauth/revoke-grant.ts"
import { createGrantAuthenticator } from "../../src/api/authenticate-grant.ts"
import { createAgentHolder } from "../../src/api/oauth/agent-holder.ts"
import { DomainError } from "../../src/graphql/kernel/errors.ts"
import { transact } from "../../src/graphql/kernel/transaction.ts"
import { systemClock } from "../../src/platform/clock.ts"
import { newId } from "../../src/platform/id.ts"
import { ask, keyActor } from "../support/ask.ts"
import { soon } from "../support/soon.ts"
import { Refusal } from "../../src/http/refusal.ts"
import { apiEnv, makeKey, useApi } from "../support/api.ts"
import { makeCustomMember, makeMember, makePerson } from "../support/people.ts"
import { call } from "../support/rest.ts"
import { makeProject } from "../support/world.ts"

const api = useApi(apiEnv)
const { world } = api
const callback = "http://127.0.0.1:33418/callback"

const post = async (path: string, fields: Record<string, string> | [string, string][]) => {
  const response = await fetch(`${api.address}${path}`, {
    method: "POST",
    body: new URLSearchParams(fields),
  })
  const text = await response.text()
  return { status: response.status, body: (text === "" ? {} : JSON.parse(text)) as Answer }
}
type Answer = { access_token?: string; refresh_token?: string; error_description?: string }

const register = () =>
  registerClient(world.services, { client_name: "Agent", redirect_uris: [callback] })

/** A person who let a client in, and what the client sends for its tokens. */
async function scene({ isStrong = false }: { isStrong?: boolean } = {}) {
  const { id: projectId } = await makeProject(world)
  const person = await makeMember(world, projectId, "owner")
  Object.assign(person.ctx.actor, { isStrong })
  const [client, other] = [await register(), await register()]
  const verifier = randomBytes(32).toString("base64url")
  const request = {
    clientId: client.id,
    redirectUri: callback,
    responseType: "code",
    codeChallenge: createHash("sha256").update(verifier).digest("base64url"),
    codeChallengeMethod: "S256",
    resource: mcpResource(world.services.env),
  }
  const approve = () => approveRequest(person.ctx, { projectId, mayWrite: false, request })
  const approved = await approve()
  const { prisma } = world.services.database
  const grant = await prisma.oAuthGrant.findFirstOrThrow({ where: { projectId } })
  const byCode = {
    grant_type: "authorization_code",
    client_id: client.id,
    code: new URL(approved).searchParams.get("code") ?? "",
    redirect_uri: callback,
    code_verifier: verifier,
  }
  return {
    projectId,
    person,
    client,
    other,
    request,
    approve,
    grant,
    byCode,
    /** The request for new tokens, once the code was redeemed. */
    async byRefresh() {
      const { body } = await post("/oauth/token", byCode)
      return {
        grant_type: "refresh_token",
        client_id: client.id,
        refresh_token: body.refresh_token ?? "",
        access_token: body.access_token ?? "",
      }
    },
    async expire() {
      const expiresAt = new Date(Date.now() - 1000)
      await prisma.oAuthToken.updateMany({ where: { grantId: grant.id }, data: { expiresAt } })
      return {}
    },
    /** Makes every use of a code or token so far as old as this. */
    async age(ms: number) {
      const usedAt = new Date(Date.now() - ms)
      const where = { grantId: grant.id, usedAt: { not: null } }
      await prisma.oAuthToken.updateMany({ where, data: { usedAt } })
    },
    async revoke() {
      await revokeGrant(person.ctx, grant.id)
      return {}
    },
    /** What two requests at once leave: the grant has ended, and a token of the other one is new. */
    async revokeBeside() {
      await prisma.oAuthGrant.update({ where: { id: grant.id }, data: { revokedAt: new Date() } })
      return {}
    },
    async requireTwoFactor() {
      const where = { id: projectId }
      await prisma.project.update({ where, data: { requiresTwoFactor: true } })
      return {}
    },
    async setTwoFactor() {
      const where = { id: person.userId }
      await prisma.user.update({ where, data: { twoFactorEnabled: true } })
    },
    async leave() {
      await prisma.member.delete({ where: { id: person.memberId } })
      return {}
    },
    isRevoked: async () =>
      (await prisma.oAuthGrant.findUniqueOrThrow({ where: { id: grant.id } })).revokedAt !== null,
  }
}
type Scene = Awaited<ReturnType<typeof scene>>
/** Makes a request wrong; returns what it sends instead. */
type Change = (of: Scene) => Record<string, string> | Promise<Record<string, string>>

/** What is wrong with an exchange that is right otherwise, and what the answer says of it. */
const byCode: Record<string, [Change, RegExp]> = {
  "the code of another client": [({ other }) => ({ client_id: other.id }), /another client/],
  "another redirect URI": [() => ({ redirect_uri: `${callback}/` }), /redirect_uri is not/],
  "another verifier": [() => ({ code_verifier: "x".repeat(43) }), /code_verifier does not match/],
  "a code that has expired": [({ expire }) => expire(), /has expired/],
  "a code of a revoked grant": [({ revoke }) => revoke(), /revoked/],
  "a code made while its grant ended": [({ revokeBeside }) => revokeBeside(), /revoked/],
  "a code of a person who left": [({ leave }) => leave(), /no longer a member/],
  "a refresh token as the code": [
    async ({ byRefresh }) => ({ code: (await byRefresh()).refresh_token }),
    /unknown/,
  ],
}
const byRefresh: Record<string, [Change, RegExp]> = {
  "the refresh token of another client": [
    ({ other }) => ({ client_id: other.id }),
    /another client/,
  ],
  "a refresh token that has expired": [({ expire }) => expire(), /has expired/],
  "a refresh token of a revoked grant": [({ revoke }) => revoke(), /revoked/],
  "a refresh token made while its grant ended": [({ revokeBeside }) => revokeBeside(), /revoked/],
  "a refresh token of a person who left": [({ leave }) => leave(), /no longer a member/],
}

test("a code and a refresh token are exchanged for new tokens", async () => {
  const { byCode: sent, byRefresh: next } = await scene()
  const refresh = await next()
  expect(refresh.access_token).not.toBe("")
  const { status, body } = await post("/oauth/token", refresh)
  expect(status).toBe(200)
  expect(body.access_token).not.toBe(refresh.access_token)
  expect(sent.code).not.toBe("")
})

test.each(Object.entries(byCode))("%s is refused", async (_name, [change, words]) => {
  const of = await scene()
  const { status, body } = await post("/oauth/token", { ...of.byCode, ...(await change(of)) })
  expect({ status, ...body }).toEqual({
    status: 400,
    error: "invalid_grant",
    error_description: expect.stringMatching(words),
  })
})

test.each(Object.entries(byRefresh))("%s is refused", async (_name, [change, words]) => {
  const of = await scene()
  const sent = await of.byRefresh()
  const { status, body } = await post("/oauth/token", { ...sent, ...(await change(of)) })
  expect({ status, ...body }).toEqual({
    status: 400,
    error: "invalid_grant",
    error_description: expect.stringMatching(words),
  })
})

test("two parallel refreshes both get tokens that work", async () => {
  const { byRefresh: next, isRevoked } = await scene()
  const sent = await next()
  const answers = await Promise.all([post("/oauth/token", sent), post("/oauth/token", sent)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(await isRevoked()).toBe(false)
  for (const { body } of answers) {
    const again = { ...sent, refresh_token: body.refresh_token ?? "" }
    expect((await post("/oauth/token", again)).status).toBe(200)
  }
})

test("the second use of a refresh token obeys every other rule", async () => {
  for (const [change, words] of Object.values(byRefresh)) {
    const of = await scene()
    const sent = await of.byRefresh()
    await post("/oauth/token", sent)
    const { status, body } = await post("/oauth/token", { ...sent, ...(await change(of)) })
    expect(status).toBe(400)
    expect(body.error_description).toMatch(words)
  }
})

test.each(["refresh token", "code"])("a %s used again later ends the grant", async (what) => {
  const { byRefresh: next, byCode: code, age, isRevoked, grant } = await scene()
  const refresh = await next()
  await post("/oauth/token", refresh)
  await age(11_000)
  const { status, body } = await post("/oauth/token", what === "code" ? code : refresh)
  expect({ status, ...body }).toMatchObject({ status: 400, error: "invalid_grant" })
  expect(await isRevoked()).toBe(true)
  const where = { subjectId: grant.id, action: "oauth_grant.revoked" }
  const { changes } = await world.services.database.prisma.auditEntry.findFirstOrThrow({ where })
  expect(changes).toMatchObject({ reason: expect.stringContaining("a second time") })
})

test("a code ends at its time, and the grace of a refresh token after its last millisecond", async () => {
  const { byCode: code, client, grant } = await scene()
  const at = (now: Date) => ({ ...world.services, clock: { ...systemClock, now: () => now } })
  const { prisma } = world.services.database
  const stored = await prisma.oAuthToken.findFirstOrThrow({ where: { grantId: grant.id } })
  const late = redeemCode(at(stored.expiresAt), {
    code: code.code,
    clientId: client.id,
    redirectUri: callback,
    verifier: code.code_verifier,
  })
  await expect(late).rejects.toThrow("has expired")
  const { byRefresh: next, client: owner } = await scene()
  const sent = { refreshToken: (await next()).refresh_token, clientId: owner.id }
  const usedAt = Date.now()
  await redeemRefreshToken(at(new Date(usedAt)), sent)
  await redeemRefreshToken(at(new Date(usedAt + 10_000)), sent)
  const again = redeemRefreshToken(at(new Date(usedAt + 10_001)), sent)
  await expect(again).rejects.toThrow("second time")
})

test("a code has no grace", async () => {
  const { byRefresh: next, byCode: code, isRevoked } = await scene()
  await next()
  expect((await post("/oauth/token", code)).status).toBe(400)
  expect(await isRevoked()).toBe(true)
})

test("an access token refreshes nothing", async () => {
  const { byRefresh: next } = await scene()
  const sent = await next()
  const { status, body } = await post("/oauth/token", {
    ...sent,
    refresh_token: sent.access_token,
  })
  expect({ status, ...body }).toMatchObject({ status: 400, error: "invalid_grant" })
})

test("only its own client ends a grant", async () => {
  const { other, client, byRefresh: next, isRevoked } = await scene()
  const { refresh_token: token } = await next()
  expect((await post("/oauth/revoke", { token, client_id: other.id })).status).toBe(200)
  expect(await isRevoked()).toBe(false)
  expect((await post("/oauth/revoke", { token, client_id: client.id })).status).toBe(200)
  expect(await isRevoked()).toBe(true)
})

/** What /mcp says to this token; a word of its answer for one that it takes. */
async function atMcp(token = "") {
  const { status, body, headers } = await call(api, `Bearer ${token}`, "POST", "/mcp", {
    body: { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} },
    headers: { accept: "application/json, text/event-stream" },
  })
  const { detail = "" } = (body ?? {}) as { detail?: string }
  return { status, detail, challenge: headers.get("www-authenticate") }
}

const accessTokens: Record<string, [Change, RegExp]> = {
  "an access token that has expired": [({ expire }) => expire(), /has expired/],
  "an access token of a revoked grant": [({ revoke }) => revoke(), /unknown or was revoked/],
  "an access token of a person who left": [({ leave }) => leave(), /no longer a member/],
  "an access token of a sign-in without the factor that the project now requires": [
    ({ requireTwoFactor }) => requireTwoFactor(),
    /requires two-factor/,
  ],
}

test.each(Object.entries(accessTokens))("%s is refused", async (_name, [change, words]) => {
  const of = await scene()
  const { access_token: token } = await of.byRefresh()
  expect((await atMcp(token)).status).toBe(200)
  await change(of)
  expect(await atMcp(token)).toEqual({
    status: 401,
    detail: expect.stringMatching(words),
    challenge: expect.stringContaining("invalid_token"),
  })
})

test("a grant of a sign-in with a second factor lasts when the project requires one", async () => {
  const of = await scene({ isStrong: true })
  const { access_token: token } = await of.byRefresh()
  await of.setTwoFactor()
  await of.requireTwoFactor()
  expect((await atMcp(token)).status).toBe(200)
})

test("the answer to a missing token says where to ask for one, and to a key of another class not", async () => {
  expect((await atMcp("unknown")).challenge).toContain("invalid_token")
  const { status, headers } = await call(api, null, "POST", "/mcp", { body: {} })
  expect([status, headers.get("www-authenticate")]).toEqual([
    401,
    expect.not.stringContaining("invalid_token"),
  ])
  const { id: projectId } = await makeProject(world)
  const { authorization } = await makeKey(world, projectId)
  const refused = await atMcp(authorization.replace("Bearer ", ""))
  expect(refused.status).toBe(401)
  expect(refused.challenge ?? "").not.toContain("resource_metadata")
})

test("each parameter is sent exactly once, in a form", async () => {
  const { byCode: sent } = await scene()
  const fields = Object.entries(sent)
  for (const name of ["client_id", "code", "redirect_uri", "code_verifier", "grant_type"]) {
    const others = fields.filter(([one]) => one !== name)
    const own = fields.filter(([one]) => one === name)
    for (const wrong of [others, [...others, [name, ""]], [...fields, ...own]]) {
      const { status, body } = await post("/oauth/token", wrong as [string, string][])
      expect([name, status, body.error_description]).toEqual([
        name,
        400,
        `Send ${name} exactly once.`,
      ])
    }
  }
  const json = await fetch(`${api.address}/oauth/token`, {
    method: "POST",
    body: JSON.stringify(sent),
    headers: { "content-type": "application/json" },
  })
  expect([json.status, await json.json()]).toEqual([
    400,
    expect.objectContaining({ error: "invalid_request" }),
  ])
  expect((await post("/oauth/token", sent)).status).toBe(200)
})

test("a page of any origin may ask before it sends, and a token that nobody knows is given back", async () => {
  const asked = await fetch(`${api.address}/oauth/token`, { method: "OPTIONS" })
  expect([asked.status, asked.headers.get("access-control-allow-methods")]).toEqual([204, "POST"])
  const { client } = await scene()
  const given = await post("/oauth/revoke", { token: "unknown", client_id: client.id })
  expect(given).toEqual({ status: 200, body: {} })
})

test("a person has at most fifty grants", async () => {
  const { person, projectId, client, approve, revoke } = await scene()
  const grant = { projectId, userId: person.userId, clientId: client.id, clientName: "Agent" }
  const more = Array.from({ length: 48 }, () => ({ id: newId(), ...grant, mayWrite: false }))
  await world.services.database.prisma.oAuthGrant.createMany({ data: more })
  await approve()
  await expect(approve()).rejects.toThrow("you have 50 grants; revoke one")
  await revoke()
  await approve()
})

test("a program gets no more than a person who is limited to labels has", async () => {
  const { id: projectId } = await makeProject(world)
  const label = await createLabel(world.system, { projectId, name: "web" })
  const limited = { labelIds: [label.id] }
  const editor = await makeMember(world, projectId, "editor", "Bo", limited)
  const viewer = await makeMember(world, projectId, "viewer", "Cy", limited)
  const { request } = await scene()
  const given = { projectId, mayWrite: true, request }
  expect(await approveRequest(editor.ctx, given)).toContain("code=")
  await expect(approveRequest(viewer.ctx, given)).rejects.toThrow("monitors:write")
  const stranger = await makePerson(world)
  await expect(approveRequest(stranger.ctx, given)).rejects.toThrow("There is no such project")
  const asked = approveRequest(stranger.ctx, { ...given, mayWrite: false })
  await expect(asked).rejects.toThrow("There is no such project")
  // Without a limit, a program that writes gets every scope, so the person needs them all.
  const some = await makeCustomMember(world, projectId, [
    "monitors:write",
    "incidents:write",
    "alerts:write",
    "maintenances:write",
  ])
  await expect(approveRequest(some.ctx, given)).rejects.toThrow("on_call:write")
  const anonymous = contextFor(world.services, { kind: "anonymous" })
  await expect(readRequest(anonymous, request)).rejects.toThrow("Sign in")
})

test("nobody ends the grant of somebody else, and a client must be known", async () => {
  const { grant, request, isRevoked } = await scene()
  const stranger = await makePerson(world)
  await expect(revokeGrant(stranger.ctx, grant.id)).rejects.toThrow("grant")
  expect(await isRevoked()).toBe(false)
  for (const clientId of [newId(), "agent"]) {
    const asked = readRequest(stranger.ctx, { ...request, clientId })
    await expect(asked).rejects.toThrow("is not registered here")
  }
})

test("a program that may write hears so, and one that may not gets no scope to write", async () => {
  const { person, projectId, request, byCode: sent } = await scene()
  const mayRead = await post("/oauth/token", sent)
  expect(mayRead.body).toMatchObject({ scope: "mcp:read" })
  const url = new URL(await approveRequest(person.ctx, { projectId, mayWrite: true, request }))
  const code = url.searchParams.get("code") ?? ""
  const mayWrite = await post("/oauth/token", { ...sent, code })
  expect(mayWrite.body).toMatchObject({ scope: "mcp:read mcp:write" })
  const authenticate = createGrantAuthenticator(world.services)
  const scopesOf = async (token = "") => (await authenticate(token)).scopes
  expect(await scopesOf(mayRead.body.access_token)).not.toContain("monitors:write")
  expect(await scopesOf(mayWrite.body.access_token)).toContain("monitors:write")
})

test("a grant notes its last use, once a minute", async () => {
  const { grant, byRefresh: next } = await scene()
  const { prisma } = world.services.database
  const where = { id: grant.id }
  const lastUse = async () => (await prisma.oAuthGrant.findUniqueOrThrow({ where })).lastUsedAt
  const { access_token: token } = await next()
  await atMcp(token)
  await soon(lastUse).not.toBeNull()
  const recent = new Date(Date.now() - 30_000)
  await prisma.oAuthGrant.update({ where, data: { lastUsedAt: recent } })
  await atMcp(token)
  const old = new Date(Date.now() - 90_000)
  expect(await lastUse()).toEqual(recent)
  await prisma.oAuthGrant.update({ where, data: { lastUsedAt: old } })
  await atMcp(token)
  await soon(lastUse).not.toEqual(old)
})

const keyOf = (start: string) => `Bearer ${start}${"x".repeat(43)}`

/** What becomes of a request of an agent that fails so. */
async function failed(error: unknown, authorization?: string) {
  const refuse = async () => {
    throw error
  }
  const req = { headers: { authorization } } as IncomingMessage
  try {
    return await createAgentHolder(world.services.env, refuse)(req, "127.0.0.1")
  } catch (given) {
    return given
  }
}

test("only those refused for what they sent hear where to ask", async () => {
  const answered = new Refusal("unauthorized", "Ask elsewhere.")
  for (const error of [new Error("gone"), new DomainError("rate_limited", "Wait."), answered]) {
    expect(await failed(error)).toBe(error)
  }
  const refused = new DomainError("unauthorized", "No.")
  expect(await failed(refused, keyOf("watchkeeper_live_"))).toBe(refused)
  expect(await failed(refused, keyOf("watchkeeper_legacy_"))).toBeInstanceOf(Refusal)
  expect(await failed(refused)).toBeInstanceOf(Refusal)
})

test("grants end in the project that a person leaves, or in all", async () => {
  const one = await scene()
  const { id: otherId } = await makeProject(world)
  const { userId, ctx } = one.person
  const member = { id: newId(), projectId: otherId, userId, role: "owner" as const }
  await world.services.database.prisma.member.create({ data: member })
  const given = { projectId: otherId, mayWrite: false, request: one.request }
  await approveRequest(ctx, given)
  const end = (projectId?: string) =>
    transact(world.services, (tx) =>
      endGrantsOf(tx, ctx.actor, { userId, ...(projectId && { projectId }) }, "left"),
    )
  const open = () =>
    world.services.database.prisma.oAuthGrant.count({ where: { userId, revokedAt: null } })
  await end(otherId)
  expect([await one.isRevoked(), await open()]).toEqual([false, 1])
  await approveRequest(ctx, given)
  await end()
  expect([await one.isRevoked(), await open()]).toEqual([true, 0])
})

test("what must not be sent a code is named, and a key has no grants", async () => {
  const { person, projectId, request, approve } = await scene()
  // The state of a request that has none is not sent back as a text.
  expect(new URL(await approve()).searchParams.has("state")).toBe(false)
  const asked = readRequest(person.ctx, { ...request, redirectUri: "http://shop.example/cb" })
  await expect(asked).rejects.toThrow("must start with https://")
  const source = "{ viewer { oauthGrants { id } } }"
  expect(await ask(world, keyActor(projectId, newId(), []), source)).toMatchObject({
    data: { viewer: { oauthGrants: [] } },
    errors: [],
  })
})
