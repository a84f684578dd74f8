import { createHash, randomBytes } from "node:crypto"
import { expect, test } from "vitest"
import { approveRequest } from "../../src/graphql/workspace/oauth/approve-request.ts"
import { mcpResource } from "../../src/graphql/workspace/oauth/mcp-resource.ts"
import { registerClient } from "../../src/graphql/workspace/oauth/register-client.ts"
import { revokeGrant } from "../../src/graphql/workspace/oauth/revoke-grant.ts"
import { apiEnv, useApi } from "../support/api.ts"
import { makeMember } from "../support/people.ts"
import { makeProject } from "../support/world.ts"

const api = useApi(apiEnv)
const { world } = api
const callback = "http://127.0.0.1:33418/callback"

const post = async (path: string, fields: Record<string, string>) => {
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
async function scene() {
  const { id: projectId } = await makeProject(world)
  const person = await makeMember(world, projectId, "owner")
  const [client, other] = [await register(), await register()]
  const verifier = randomBytes(32).toString("base64url")
  const approved = await approveRequest(person.ctx, {
    projectId,
    mayWrite: false,
    request: {
      clientId: client.id,
      redirectUri: callback,
      responseType: "code",
      codeChallenge: createHash("sha256").update(verifier).digest("base64url"),
      codeChallengeMethod: "S256",
      resource: mcpResource(world.services.env),
    },
  })
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
    client,
    other,
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
  const { byRefresh: next, byCode: code, age, isRevoked } = await scene()
  const refresh = await next()
  await post("/oauth/token", refresh)
  await age(11_000)
  const { status, body } = await post("/oauth/token", what === "code" ? code : refresh)
  expect({ status, ...body }).toMatchObject({ status: 400, error: "invalid_grant" })
  expect(await isRevoked()).toBe(true)
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
