import { randomUUID } from "node:crypto"
import { expect, test } from "vitest"
import { createAuth } from "../../src/api/auth.ts"
import { createAuthenticator } from "../../src/api/authenticate.ts"
import { createKeyAuthenticator } from "../../src/api/authenticate-key.ts"
import { sha256 } from "../../src/platform/secret.ts"
import { newId } from "../../src/platform/id.ts"
import { createBrowser, oneTimeCode } from "../support/sign-in.ts"
import { makeProject, testEnv, useWorld, type World } from "../support/world.ts"

const open = useWorld({ ...testEnv, SIGN_UP: "open", BASE_URL: "http://watch.test" })
const secure = useWorld({ ...testEnv, SIGN_UP: "first", BASE_URL: "https://watch.test" })
const invited = useWorld({ ...testEnv, SIGN_UP: "invited", BASE_URL: "http://watch.test" })

const password = "correct horse battery"
const newcomer = () => ({ name: "Ada", email: `${randomUUID()}@example.test`, password })
const browserFor = (world: World) =>
  createBrowser(createAuth(world.services), world.services.env.BASE_URL, randomAddress())
const randomAddress = () => `2001:db8:${randomUUID().slice(0, 4)}:${randomUUID().slice(0, 4)}::1`

/** Resolves with the first `access.changed` for that user. */
const accessChanged = (world: World, userId: string) =>
  new Promise<void>((resolve) => {
    world.services.bus.subscribe("access.changed", (payload) => {
      if (payload.userId === userId) resolve()
    })
  })

async function invite(world: World, email: string, expiresAt = new Date(Date.now() + 60_000)) {
  const project = await makeProject(world)
  const token = randomUUID()
  await world.services.database.prisma.invitation.create({
    data: {
      id: newId(),
      projectId: project.id,
      email,
      role: "viewer",
      tokenHash: sha256(token),
      expiresAt,
    },
  })
  return token
}

test("a signed-up person has an HttpOnly session cookie and is the actor", async () => {
  const auth = createAuth(open.services)
  const authenticate = createAuthenticator(createKeyAuthenticator(open.services), auth)
  const browser = createBrowser(auth, "http://watch.test", randomAddress())
  const person = newcomer()
  const answer = await browser.send("/sign-up/email", { ...person, name: " Ada " })
  expect(answer).toMatchObject({ status: 200, body: { user: { name: "Ada" } } })
  expect(answer.cookies[0]).toMatch(
    /^watchkeeper\.session_token=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
  )
  const { sessions } = await open.services.database.prisma.user.findUniqueOrThrow({
    where: { email: person.email },
    select: { sessions: { select: { id: true, userId: true } } },
  })
  expect(await authenticate(browser.headers())).toEqual({
    kind: "user",
    userId: sessions[0]?.userId,
    sessionId: sessions[0]?.id,
    name: "Ada",
    email: person.email,
    isStrong: false,
    language: "en",
  })
  expect(await authenticate(new Headers())).toEqual({ kind: "anonymous" })
  expect(await authenticate(new Headers({ cookie: "watchkeeper.session_token=made.up" }))).toEqual({
    kind: "anonymous",
  })
})

test("sets Secure on the cookie behind https", async () => {
  const answer = await browserFor(secure).send("/sign-up/email", newcomer())
  expect(answer.status).toBe(200)
  expect(answer.cookies[0]).toMatch(/^__Secure-watchkeeper\.session_token=.*; Secure/)
})

test("requires an invitation once the first account exists", async () => {
  const world = secure
  const person = newcomer()
  const token = await invite(world, person.email)
  const closed = { status: 403, body: { code: "SIGN_UP_CLOSED" } }
  const browser = browserFor(world)
  expect(await browser.send("/sign-up/email", person)).toMatchObject(closed)
  const other = { ...newcomer(), invitation: token }
  expect(await browser.send("/sign-up/email", other)).toMatchObject(closed)
  const late = newcomer()
  const lateToken = await invite(world, late.email, new Date(Date.now() - 1))
  expect(await browser.send("/sign-up/email", { ...late, invitation: lateToken })).toMatchObject(
    closed,
  )
  expect(await browser.send("/sign-up/email", { ...person, invitation: token })).toMatchObject({
    status: 200,
  })
})

test("makes only one of several concurrent sign-ups the first account", async () => {
  const { prisma } = secure.services.database
  await prisma.user.deleteMany()
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => browserFor(secure).send("/sign-up/email", newcomer())),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    200, 403, 403, 403,
  ])
  expect(await prisma.user.count()).toBe(1)
})

test("refuses even the first sign-up when invitations are required", async () => {
  const person = newcomer()
  const browser = browserFor(invited)
  expect(await browser.send("/sign-up/email", person)).toMatchObject({ status: 403 })
  const invitation = await invite(invited, person.email)
  expect(await browser.send("/sign-up/email", { ...person, invitation })).toMatchObject({
    status: 200,
  })
})

test("refuses a short password, a NUL, a foreign origin and too many guesses", async () => {
  const browser = browserFor(open)
  expect(
    await browser.send("/sign-up/email", { ...newcomer(), password: "nine char" }),
  ).toMatchObject({ status: 400, body: { code: "PASSWORD_TOO_SHORT" } })
  expect(await browser.send("/sign-up/email", { ...newcomer(), name: "a\u0000b" })).toMatchObject({
    status: 400,
    body: { code: "VALIDATION_ERROR", message: expect.stringContaining("name") },
  })
  const person = newcomer()
  expect(
    await browser.send("/sign-up/email", person, { origin: "https://evil.test" }),
  ).toMatchObject({ status: 403, body: { code: "INVALID_ORIGIN" } })
  const guesses: number[] = []
  for (let at = 0; at < 6; at += 1) {
    const { status } = await browser.send("/sign-in/email", { email: person.email, password })
    guesses.push(status)
  }
  expect(guesses).toEqual([401, 401, 401, 401, 401, 429])
})

test("signing out, revoking a session and changing the password end sessions and publish it", async () => {
  const { prisma } = open.services.database
  const auth = createAuth(open.services)
  const authenticate = createAuthenticator(createKeyAuthenticator(open.services), auth)
  const [first, second] = [1, 2].map(() =>
    createBrowser(auth, "http://watch.test", randomAddress()),
  )
  if (first === undefined || second === undefined) throw new Error("two browsers")
  const person = newcomer()
  const { body } = await first.send("/sign-up/email", person)
  const userId: string = body.user.id
  const signIn = { email: person.email, password }

  expect(await second.send("/sign-in/email", signIn)).toMatchObject({ status: 200 })
  const revoked = accessChanged(open, userId)
  const { token } = await prisma.session.findFirstOrThrow({
    where: { userId },
    orderBy: { id: "desc" },
  })
  expect(await first.send("/revoke-session", { token })).toMatchObject({ status: 200 })
  await revoked
  expect(await authenticate(second.headers())).toEqual({ kind: "anonymous" })

  expect(await second.send("/sign-in/email", signIn)).toMatchObject({ status: 200 })
  const changed = accessChanged(open, userId)
  expect(
    await first.send("/change-password", {
      currentPassword: password,
      newPassword: "another horse battery",
      revokeOtherSessions: false,
    }),
  ).toMatchObject({ status: 200 })
  await changed
  expect(await authenticate(second.headers())).toEqual({ kind: "anonymous" })
  expect(await authenticate(first.headers())).toMatchObject({ kind: "user", userId })

  const held = first.headers()
  const signedOut = accessChanged(open, userId)
  expect(await first.send("/sign-out", {})).toMatchObject({ status: 200 })
  await signedOut
  expect(await authenticate(held)).toEqual({ kind: "anonymous" })
  expect(await prisma.session.count({ where: { userId } })).toBe(0)
})

test("with two-factor authentication, the password alone signs nobody in; a backup code works once", async () => {
  const { prisma } = open.services.database
  const auth = createAuth(open.services)
  const authenticate = createAuthenticator(createKeyAuthenticator(open.services), auth)
  const browser = createBrowser(auth, "http://watch.test", randomAddress())
  const person = newcomer()
  await browser.send("/sign-up/email", person)
  const { body } = await browser.send("/two-factor/enable", { password })
  expect(body.totpURI).toMatch(/^otpauth:\/\/totp\/Watchkeeper/)
  expect(body.backupCodes).toHaveLength(10)
  expect(
    await browser.send("/two-factor/verify-totp", { code: oneTimeCode(body.totpURI) }),
  ).toMatchObject({ status: 200 })

  const signIn = { email: person.email, password }
  const other = createBrowser(auth, "http://watch.test", randomAddress())
  expect(await other.send("/sign-in/email", signIn)).toMatchObject({
    status: 200,
    body: { twoFactorRedirect: true },
  })
  expect(await authenticate(other.headers())).toEqual({ kind: "anonymous" })
  // The current code was sent when it was enabled.
  const right = oneTimeCode(body.totpURI, Date.now() + 30_000)
  const wrong = String((Number(right) + 1) % 1_000_000).padStart(6, "0")
  expect(await other.send("/two-factor/verify-totp", { code: wrong })).toMatchObject({
    status: 401,
  })
  expect(await other.send("/two-factor/verify-totp", { code: right })).toMatchObject({
    status: 200,
  })
  expect(await authenticate(other.headers())).toMatchObject({ kind: "user", email: person.email })

  for (const expected of [200, 401]) {
    const third = createBrowser(auth, "http://watch.test", randomAddress())
    await third.send("/sign-in/email", signIn)
    expect(
      await third.send("/two-factor/verify-backup-code", { code: body.backupCodes[0] }),
    ).toMatchObject({ status: expected })
  }
  const [row] = await prisma.twoFactor.findMany({ where: { user: { email: person.email } } })
  expect(row?.secret).not.toContain(new URL(body.totpURI).searchParams.get("secret"))
})
