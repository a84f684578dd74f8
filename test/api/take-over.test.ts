import { randomUUID } from "node:crypto"
import { afterAll, expect, onTestFinished, test } from "vitest"
import { createAuthenticator } from "../../src/api/authenticate.ts"
import { createKeyAuthenticator } from "../../src/api/authenticate-key.ts"
import { takeBackFactors } from "../../src/api/factors/take-back.ts"
import { loadAuth } from "../../src/api/load-auth.ts"
import { createSsoDiscovery } from "../../src/api/sso/sso-discovery.ts"
import { createResetLink } from "../../src/cli/reset-password.ts"
import { unlinkAccount } from "../../src/cli/unlink-account.ts"
import { contextFor } from "../../src/graphql/kernel/context.ts"
import { connectChatAccount } from "../../src/graphql/delivery/chat/connect-chat.ts"
import { createFeed } from "../../src/graphql/on-call/calendar/create-feed.ts"
import { readFeed } from "../../src/graphql/on-call/calendar/read-feed.ts"
import { openMail } from "../../src/graphql/outbox/sealed-mail.ts"
import { acceptInvitation } from "../../src/graphql/workspace/member/accept-invitation.ts"
import { inviteMember } from "../../src/graphql/workspace/member/invite-member.ts"
import { readEnv } from "../../src/platform/env.ts"
import { newId } from "../../src/platform/id.ts"
import { useProxy } from "../../src/platform/proxy/use-proxy.ts"
import { startForwardProxy } from "../support/forward-proxy.ts"
import { createPasskey } from "../support/passkey.ts"
import { startQuickOidc } from "../support/quick-oidc.ts"
import { okta } from "../support/scim.ts"
import { createBrowser, oneTimeCode } from "../support/sign-in.ts"
import { makeProject, testEnv, useWorld } from "../support/world.ts"

const base = "http://watch.test"
const password = "correct horse battery"
const oidc = await startQuickOidc()
afterAll(() => oidc.stop())
const token = "t".repeat(32)
const world = useWorld({
  ...testEnv,
  ...oidc.settings,
  BASE_URL: base,
  SSO_DOMAINS: ["acme.test"],
  SCIM_TOKENS: [token],
  SMTP_URL: "smtp://127.0.0.1:1",
  MAIL_FROM: "alerts@watch.test",
})
const prisma = () => world.services.database.prisma
const address = () => `2001:db8:${randomUUID().slice(0, 4)}:${randomUUID().slice(0, 4)}::1`
type SignUp = "open" | "first" | "invited"

async function openWith(SIGN_UP: SignUp) {
  const services = { ...world.services, env: { ...world.services.env, SIGN_UP } }
  const auth = await loadAuth(services, createSsoDiscovery(services.env, services.log))
  const authenticate = createAuthenticator(createKeyAuthenticator(services), auth)
  const visit = () => createBrowser(auth, base, address())
  const provision = (user: object) =>
    visit().send("/scim/v2/Users", user, { authorization: `Bearer ${token}` })
  return {
    services,
    visit,
    provision,
    whoIs: (one: ReturnType<typeof visit>) => authenticate(one.headers()),
  }
}

const tokenIn = (url: string) => url.split("/").at(-1) ?? ""
/** The token of the link that was mailed. */
async function mailedToken(subjectId: string) {
  const { payload } = await prisma().delivery.findFirstOrThrow({ where: { subjectId } })
  return tokenIn(openMail(world.services.vault, payload)?.notice.link?.url ?? "")
}

/** Somebody else makes the account with the person's address, by the link that the inviter passed on. */
async function hijack(mode: SignUp) {
  const site = await openWith(mode)
  const email = `${randomUUID()}@acme.test`
  const { id: projectId } = await makeProject(world)
  const { url } = await inviteMember(world.system, { projectId, email, role: "editor" })
  const attacker = site.visit()
  const invitation = tokenIn(url)
  const made = await attacker.send("/sign-up/email", { name: "Eve", email, password, invitation })
  expect(made.status).toBe(200)
  const userId: string = made.body.user.id
  const actor = await site.whoIs(attacker)
  await acceptInvitation(contextFor(world.services, actor), invitation)
  return { ...site, email, projectId, attacker, userId }
}

/** Everything that still opens the account or sends to somebody. */
async function whatOpens(userId: string) {
  const where = { userId }
  const db = prisma()
  const [sessions, passwords, passkeys, codes, grants, chats, feeds, secrets, channels] =
    await Promise.all([
      db.session.count({ where: { ...where, signInMethod: { not: "sso" } } }),
      db.account.count({ where: { ...where, providerId: "credential" } }),
      db.passkey.count({ where }),
      db.twoFactor.count({ where }),
      db.oAuthGrant.count({ where: { ...where, revokedAt: null } }),
      db.chatAccount.count({ where }),
      db.onCallFeed.count({ where: { createdBy: userId, revokedAt: null } }),
      db.verification.count({
        where: { OR: [{ value: userId }, { identifier: { contains: userId } }] },
      }),
      db.channel.count({ where: { ...where, NOT: { kind: "email" } } }),
    ])
  return { sessions, passwords, passkeys, codes, grants, chats, feeds, secrets, channels }
}
const nothing = {
  sessions: 0,
  passwords: 0,
  passkeys: 0,
  codes: 0,
  grants: 0,
  chats: 0,
  feeds: 0,
  secrets: 0,
  channels: 0,
}

test.for(["open", "first", "invited"] as const)(
  "with SIGN_UP %s, the first sign-in at the provider takes over an account that somebody else made, with their session still open",
  async (mode) => {
    const { email, projectId, attacker, userId, visit, whoIs } = await hijack(mode)
    const { body } = await attacker.send("/two-factor/enable", { password })
    await attacker.send("/two-factor/verify-totp", { code: oneTimeCode(body.totpURI) })
    const passkey = createPasskey(base)
    await passkey.register(attacker)
    const own = contextFor(world.services, await whoIs(attacker))
    const { url: feed } = await createFeed(own, { projectId, userId })
    await connectChatAccount(world.services, userId, { memberId: userId, name: "eve" })
    await prisma().channel.create({
      data: {
        id: newId(),
        userId,
        kind: "sms",
        name: "Eve",
        hint: "1",
        sealedConfig: Buffer.from("x"),
        addressHash: Buffer.from(randomUUID()),
        verifiedAt: new Date(),
      },
    })
    const grantId = newId()
    await prisma().oAuthGrant.create({
      data: { id: grantId, projectId, userId, clientId: "c", clientName: "Agent", mayWrite: true },
    })
    const { url: reset } = await createResetLink(world.system, { email })
    const undo = await prisma().delivery.findFirstOrThrow({
      where: { subjectId: userId, event: "account.factors_changed" },
    })
    expect((await prisma().user.findUniqueOrThrow({ where: { id: userId } })).emailVerified).toBe(
      false,
    )
    expect(Object.values(await whatOpens(userId)).every((count) => count > 0)).toBe(true)

    const owner = visit()
    await oidc.signIn(owner, { sub: randomUUID(), email, name: "Grace" })
    expect(await whoIs(owner)).toMatchObject({ kind: "user", userId, email, isStrong: true })
    expect(await whatOpens(userId)).toEqual(nothing)
    expect(await whoIs(attacker)).toEqual({ kind: "anonymous" })
    const again = visit()
    expect((await again.send("/sign-in/email", { email, password })).status).toBe(401)
    expect((await passkey.signIn(again)).status).toBe(401)
    const newPassword = "another horse battery"
    const used = await again.send("/reset-password", { token: tokenIn(reset), newPassword })
    expect(used.status).toBe(400)
    const undoLink = openMail(world.services.vault, undo.payload)?.notice.link?.url ?? ""
    expect(await takeBackFactors(world.services, tokenIn(undoLink))).toBe(false)
    expect(await readFeed(world.services, tokenIn(feed).replace(".ics", ""))).toBeNull()
    expect(await prisma().member.count({ where: { projectId, userId } })).toBe(1)
    const actions = await prisma().auditEntry.findMany({
      where: { projectId, action: { in: ["account.taken_over", "oauth_grant.revoked"] } },
      orderBy: { id: "asc" },
    })
    expect(actions.map(({ action, actorName }) => `${actorName} ${action}`)).toEqual([
      "Acme ID account.taken_over",
      "Acme ID oauth_grant.revoked",
    ])
    // Only the first one: what the person adds afterwards stays.
    await createPasskey(base).register(owner)
    const { sub } = {
      sub: (await prisma().account.findFirstOrThrow({ where: { userId } })).accountId,
    }
    await oidc.signIn(visit(), { sub, email, name: "Grace" })
    expect((await whatOpens(userId)).passkeys).toBe(1)
  },
)

test("a sign-in exchanges its code for tokens through the forward proxy", async () => {
  const { visit, whoIs } = await openWith("open")
  const proxy = await startForwardProxy()
  const closed = await startForwardProxy({ refuse: () => 403 })
  const through = async ({ url }: typeof proxy) =>
    onTestFinished(await useProxy(readEnv({ HTTP_PROXY: url })))
  await through(proxy)
  const first = visit()
  await oidc.signIn(first, { sub: "p1", email: `${randomUUID()}@acme.test`, name: "Grace" })
  expect(await whoIs(first)).toMatchObject({ kind: "user" })
  expect(proxy.asked).toContain(`CONNECT ${new URL(oidc.issuer).host}`)
  const second = visit()
  const claims = { sub: "p2", email: `${randomUUID()}@acme.test`, name: "Ada" }
  await oidc.signIn(second, claims, () => through(closed))
  expect(closed.asked).toContain(`CONNECT ${new URL(oidc.issuer).host}`)
  expect(await whoIs(second)).toEqual({ kind: "anonymous" })
})

test("the directory takes an account over when it links it", async () => {
  const { email, attacker, userId, provision, whoIs } = await hijack("first")
  expect((await provision(okta(email))).status).toBe(201)
  expect(await whatOpens(userId)).toEqual(nothing)
  expect(await whoIs(attacker)).toEqual({ kind: "anonymous" })
  expect(await prisma().user.findUnique({ where: { id: userId } })).toMatchObject({
    emailVerified: true,
    name: "Eve",
  })
})

test("a second subject with the same address is refused, shown to owners, and let in by the operator", async () => {
  const { services, visit, whoIs } = await openWith("invited")
  const email = `${randomUUID()}@acme.test`
  const first = visit()
  await oidc.signIn(first, { sub: "first", email, name: "Grace" })
  const { id: userId } = await prisma().user.findUniqueOrThrow({ where: { email } })
  const { id: projectId } = await makeProject(world)
  await prisma().member.create({ data: { id: newId(), projectId, userId, role: "owner" } })
  const second = visit()
  await oidc.signIn(second, { sub: "second", email, name: "Grace B." })
  expect(await whoIs(second)).toEqual({ kind: "anonymous" })
  const failed = { projectId, action: "account.sign_in_failed" }
  expect(await prisma().auditEntry.findFirstOrThrow({ where: failed })).toMatchObject({
    changes: { reason: "sso_subject_changed", email },
  })
  await unlinkAccount(contextFor(services, world.system.actor), { email })
  expect(await whoIs(first)).toEqual({ kind: "anonymous" })
  await oidc.signIn(second, { sub: "second", email, name: "Grace B." })
  expect(await whoIs(second)).toMatchObject({ userId })
})

test("another user of the directory with the address of one that was deleted is refused until the operator unlinks it", async () => {
  const { provision } = await openWith("invited")
  const person = okta(`${randomUUID()}@acme.test`)
  const email = person.userName
  const made = await provision(person)
  expect(made.status).toBe(201)
  const { id: projectId } = await makeProject(world)
  const { id: userId } = await prisma().user.findUniqueOrThrow({ where: { email } })
  await prisma().member.create({ data: { id: newId(), projectId, userId, role: "owner" } })
  const { services } = await openWith("invited")
  await expect(unlinkAccount(contextFor(services, world.system.actor), { email })).rejects.toThrow(
    "The directory still has a user",
  )
  const { BASE_URL } = services.env
  const auth = await loadAuth(services, createSsoDiscovery(services.env, services.log))
  const headers = { authorization: `Bearer ${token}` }
  const url = `${BASE_URL}/api/auth/scim/v2/Users/${made.body.id}`
  expect(
    (await auth.handler(new Request(url, { method: "DELETE", headers }), address())).status,
  ).toBe(204)
  const other = await provision({ ...person, externalId: "somebody else" })
  expect(other.status).toBe(409)
  expect(
    await prisma().auditEntry.count({
      where: { projectId, action: "account.provisioning_refused" },
    }),
  ).toBe(1)
  expect((await provision(person)).status).toBe(201)
})

test("an invitation proves the address by the token of its mail alone", async () => {
  const { visit, whoIs } = await openWith("invited")
  const { id: projectId } = await makeProject(world)
  const isProved = async (email: string) =>
    (await prisma().user.findUniqueOrThrow({ where: { email }, include: { channels: true } }))
      .emailVerified
  const invite = async () => {
    const email = `${randomUUID()}@example.test`
    const { url, invitation } = await inviteMember(world.system, {
      projectId,
      email,
      role: "viewer",
    })
    return { email, handedOver: tokenIn(url), mailed: await mailedToken(invitation.id) }
  }
  const signUp = async (email: string, invitation: string) => {
    const browser = visit()
    const person = { name: "Ada", email, password, invitation }
    expect((await browser.send("/sign-up/email", person)).status).toBe(200)
    return browser
  }
  const one = await invite()
  expect(one.mailed).not.toBe(one.handedOver)
  const browser = await signUp(one.email, one.handedOver)
  expect(await isProved(one.email)).toBe(false)
  // The mail of the same invitation proves it afterwards, and confirms the channel.
  await acceptInvitation(contextFor(world.services, await whoIs(browser)), one.mailed)
  expect(await isProved(one.email)).toBe(true)
  const channels = await prisma().channel.findMany({ where: { user: { email: one.email } } })
  expect(channels).toMatchObject([{ verifiedAt: expect.any(Date) }])

  const two = await invite()
  await signUp(two.email, two.mailed)
  expect(await isProved(two.email)).toBe(true)
  const three = await invite()
  const byLink = await signUp(three.email, three.handedOver)
  await acceptInvitation(contextFor(world.services, await whoIs(byLink)), three.handedOver)
  expect(await isProved(three.email)).toBe(false)
})
