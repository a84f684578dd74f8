import { randomUUID } from "node:crypto"
import { expect, test } from "vitest"
import { createAuth } from "../../src/api/auth.ts"
import { createAuthenticator } from "../../src/api/authenticate.ts"
import { createKeyAuthenticator } from "../../src/api/authenticate-key.ts"
import { takeBackFactors } from "../../src/api/factors/take-back.ts"
import { resetFactors } from "../../src/cli/reset-factors.ts"
import { openMail } from "../../src/graphql/outbox/sealed-mail.ts"
import { newId } from "../../src/platform/id.ts"
import { createPasskey } from "../support/passkey.ts"
import { createBrowser, oneTimeCode } from "../support/sign-in.ts"
import { makeProject, testEnv, useWorld } from "../support/world.ts"

const base = "http://watch.test"
const world = useWorld({
  ...testEnv,
  SIGN_UP: "open",
  BASE_URL: base,
  SMTP_URL: "smtp://127.0.0.1:1",
  MAIL_FROM: "alerts@watch.test",
})
const password = "correct horse battery"
const prisma = () => world.services.database.prisma
const address = () => `2001:db8:${randomUUID().slice(0, 4)}:${randomUUID().slice(0, 4)}::1`
type Browser = ReturnType<typeof createBrowser>

async function open() {
  const auth = createAuth(world.services)
  const visit = () => createBrowser(auth, base, address())
  const email = `${randomUUID()}@example.test`
  const owner = visit()
  const { body } = await owner.send("/sign-up/email", { name: "Ada", email, password })
  const userId: string = body.user.id
  const byPassword = async () => {
    const browser = visit()
    const { body } = await browser.send("/sign-in/email", { email, password })
    return { browser, isChallenged: body.twoFactorRedirect === true }
  }
  const mails = async () => {
    const where = { subjectId: userId, event: "account.factors_changed" }
    const found = await prisma().delivery.findMany({ where, orderBy: { id: "asc" } })
    return found.map(({ payload }) => openMail(world.services.vault, payload)?.notice)
  }
  const authenticate = createAuthenticator(createKeyAuthenticator(world.services), auth)
  const isStrong = async (browser: Browser) => {
    const actor = await authenticate(browser.headers())
    return actor.kind === "user" ? actor.isStrong : null
  }
  return { visit, email, userId, owner, byPassword, mails, isStrong }
}

/** @returns the otpauth: URI and the backup codes. */
async function turnOnCodes(browser: Browser) {
  const { body } = await browser.send("/two-factor/enable", { password })
  const { status } = await browser.send("/two-factor/verify-totp", {
    code: oneTimeCode(body.totpURI),
  })
  expect(status).toBe(200)
  return { uri: String(body.totpURI), backupCodes: body.backupCodes as string[] }
}
/** A code that was not used yet. */
const nextCode = (uri: string) => oneTimeCode(uri, Date.now() + 30_000)

const required = { status: 403, body: { code: "FACTOR_REQUIRED" } }
const tokenOf = (notice: { link: { url: string } | null } | undefined) =>
  notice?.link?.url.split("/").at(-1) ?? ""
const countFactors = async (userId: string) => {
  const user = await prisma().user.findUniqueOrThrow({
    where: { id: userId },
    include: { passkeys: true, twoFactors: { where: { verified: true } } },
  })
  return [user.passkeys.length, user.twoFactorEnabled ? user.twoFactors.length : 0]
}

test("with a passkey, a password alone adds, removes, renames and replaces no factor, until it is proved", async () => {
  const { owner, userId, byPassword } = await open()
  const passkey = createPasskey(base)
  const { body: added } = await passkey.register(owner)
  const { browser: thief } = await byPassword()
  const tries = {
    enable: () => thief.send("/two-factor/enable", { password }),
    disable: () => thief.send("/two-factor/disable", { password }),
    backup: () => thief.send("/two-factor/generate-backup-codes", { password }),
    own: () => createPasskey(base).register(thief),
    session: () =>
      thief.send("/passkey/verify-registration", {
        response: { id: "a", rawId: "a", type: "public-key" },
        createSession: true,
      }),
    delete: () => thief.send("/passkey/delete-passkey", { id: added.id }),
    rename: () => thief.send("/passkey/update-passkey", { id: added.id, name: "mine" }),
  }
  for (const [name, attempt] of Object.entries(tries)) {
    expect({ name, ...(await attempt()) }).toMatchObject({ name, ...required })
  }
  expect((await thief.send("/two-factor/get-totp-uri", { password })).status).toBe(404)
  expect(await countFactors(userId)).toEqual([1, 0])

  expect((await passkey.signIn(thief)).status).toBe(200)
  expect((await createPasskey(base).register(thief)).status).toBe(200)
  expect(await countFactors(userId)).toEqual([2, 0])
})

test("codes that were set up before the first factor existed cannot be turned on after it", async () => {
  const { owner, userId, byPassword } = await open()
  const { browser: thief } = await byPassword()
  const { body } = await thief.send("/two-factor/enable", { password })
  await createPasskey(base).register(owner)
  // The owner's first factor ended the thief's session.
  const code = oneTimeCode(body.totpURI)
  expect((await thief.send("/two-factor/verify-totp", { code })).status).toBe(401)
  const { browser: again } = await byPassword()
  expect(
    await again.send("/two-factor/verify-totp", { code: nextCode(body.totpURI) }),
  ).toMatchObject(required)
  const backup = { code: body.backupCodes[0] }
  expect(await again.send("/two-factor/verify-backup-code", backup)).toMatchObject(required)
  expect(await countFactors(userId)).toEqual([1, 0])
})

test("a session is as strong as what was proved in it, and weaker when its factor is removed", async () => {
  const { owner, visit, email, byPassword, isStrong } = await open()
  const { browser: older } = await byPassword()
  expect(await isStrong(owner)).toBe(false)
  const { uri, backupCodes } = await turnOnCodes(owner)
  expect(await isStrong(owner)).toBe(true)
  // It never proved one.
  expect(await isStrong(older)).toBeNull()

  const { browser: second, isChallenged } = await byPassword()
  expect(isChallenged).toBe(true)
  const trusted = { code: backupCodes[0], trustDevice: true }
  expect((await second.send("/two-factor/verify-backup-code", trusted)).status).toBe(200)
  expect(await isStrong(second)).toBe(true)
  await second.send("/sign-out", {})
  // A trusted device leaves out the code, so that nothing is proved.
  await second.send("/sign-in/email", { email, password })
  expect(await isStrong(second)).toBe(false)
  const disable = () => second.send("/two-factor/disable", { password })
  expect(await disable()).toMatchObject(required)
  const wrong = { code: backupCodes[0] }
  expect((await second.send("/two-factor/verify-backup-code", wrong)).status).toBe(401)
  expect(await isStrong(second)).toBe(false)
  expect((await second.send("/two-factor/verify-totp", { code: nextCode(uri) })).status).toBe(200)
  expect(await isStrong(second)).toBe(true)
  expect((await disable()).status).toBe(200)
  expect([await isStrong(second), await isStrong(owner)]).toEqual([false, null])
  const other = visit()
  expect((await other.send("/sign-in/email", { email, password })).body.user.email).toBe(email)
})

test("a backup code is spent once, also by two sign-ins at the same moment, and guesses within a session wait", async () => {
  const { owner, byPassword } = await open()
  const { backupCodes } = await turnOnCodes(owner)
  const racers = await Promise.all([byPassword(), byPassword()])
  const code = { code: backupCodes[1] }
  const statuses = await Promise.all(
    racers.map(
      async ({ browser }) => (await browser.send("/two-factor/verify-backup-code", code)).status,
    ),
  )
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  const guess = () => owner.send("/two-factor/verify-totp", { code: "000000" })
  const guesses: number[] = []
  for (let at = 0; at < 8; at += 1) {
    const { status } = await owner.send("/two-factor/verify-backup-code", { code: `wrong-${at}` })
    guesses.push(status)
  }
  expect(guesses).toContain(429)
  expect((await guess()).status).toBe(429)
})

test("every change is mailed, and its link takes it back once, signs everybody out and voids the password", async () => {
  const { owner, userId, email, visit, byPassword, mails, isStrong } = await open()
  const passkey = createPasskey(base)
  const { body: kept } = await passkey.register(owner)
  await turnOnCodes(owner)
  await owner.send("/two-factor/generate-backup-codes", { password })
  await owner.send("/two-factor/disable", { password })
  await owner.send("/passkey/delete-passkey", { id: kept.id })
  const sent = await mails()
  expect(sent.map((notice) => notice?.paragraphs[0])).toEqual([
    "A passkey was added to your Watchkeeper account.",
    "One-time codes were turned on for your Watchkeeper account.",
    "New backup codes were created for your Watchkeeper account.",
    "One-time codes were turned off for your Watchkeeper account.",
    "A passkey was removed from your Watchkeeper account.",
  ])
  expect(sent[4]?.link?.url).toMatch(/^http:\/\/watch\.test\/factors\/[\w-]{32}$/)
  // A thief adds one while there is none.
  const { browser: thief } = await byPassword()
  await createPasskey(base).register(thief)
  expect(await countFactors(userId)).toEqual([1, 0])
  const added = tokenOf((await mails()).at(-1))
  expect(await takeBackFactors(world.services, added)).toBe(true)
  expect(await takeBackFactors(world.services, added)).toBe(false)
  expect(await countFactors(userId)).toEqual([0, 0])
  expect(await isStrong(thief)).toBeNull()
  expect((await visit().send("/sign-in/email", { email, password })).status).toBe(401)

  // Codes that are on again meanwhile stay; the removed passkey comes back with its key.
  expect(await takeBackFactors(world.services, tokenOf(sent[4]))).toBe(true)
  expect(await countFactors(userId)).toEqual([1, 0])
  expect(await takeBackFactors(world.services, tokenOf(sent[3]))).toBe(true)
  expect(await countFactors(userId)).toEqual([1, 1])
  expect((await passkey.signIn(visit())).status).toBe(200)
  expect((await mails()).at(-1)?.link).toBeNull()
})

test("the operator resets lost factors: audited, mailed, and everybody is signed out", async () => {
  const { owner, userId, email, mails, isStrong } = await open()
  const { id: projectId } = await makeProject(world)
  await prisma().member.create({ data: { id: newId(), projectId, userId, role: "owner" } })
  await createPasskey(base).register(owner)
  await turnOnCodes(owner)
  expect(await resetFactors(world.system, { email })).toEqual({ passkeys: 1, codes: true })
  expect(await countFactors(userId)).toEqual([0, 0])
  expect(await isStrong(owner)).toBeNull()
  const entries = await prisma().auditEntry.findMany({
    where: { projectId, action: { startsWith: "account." } },
    orderBy: { id: "asc" },
  })
  expect(entries.map(({ action }) => action)).toEqual([
    "account.passkey_added",
    "account.two_factor_enabled",
    "account.factors_reset",
    "account.session_ended",
  ])
  expect((await mails()).at(-1)?.paragraphs.slice(0, 2)).toEqual([
    "A passkey was removed from your Watchkeeper account.",
    "One-time codes were turned off for your Watchkeeper account.",
  ])
  await expect(resetFactors(world.system, { email })).rejects.toThrow("has no second factor")
  await expect(resetFactors(world.system, { email: "nobody@example.test" })).rejects.toThrow(
    "account",
  )
})

/** Sets a new password by the link of the mail. */
async function resetByMail({ visit, email, userId }: Awaited<ReturnType<typeof open>>) {
  await visit().send("/request-password-reset", { email })
  const { payload } = await prisma().delivery.findFirstOrThrow({
    where: { subjectId: userId, event: "account.password_reset" },
    orderBy: { id: "desc" },
  })
  const newPassword = `a new ${randomUUID()}`
  const token = tokenOf(openMail(world.services.vault, payload)?.notice)
  const { status } = await visit().send("/reset-password", { token, newPassword })
  expect(status).toBe(200)
  const enter = (browser = visit()) =>
    browser.send("/sign-in/email", { email, password: newPassword })
  return { enter, newPassword }
}
const passkeyRequired = { status: 403, body: { code: "PASSKEY_REQUIRED" } }
const passwordRequired = { status: 403, body: { code: "PASSWORD_REQUIRED" } }

test("after a reset, a passkey from before the address was proved signs in only with the new password, and the other way round", async () => {
  const site = await open()
  const { visit, email, userId, owner: attacker, isStrong } = site
  const passkey = createPasskey(base)
  expect((await passkey.register(attacker)).status).toBe(200)
  const { id: projectId } = await makeProject(world)
  const grant = {
    id: newId(),
    projectId,
    userId,
    clientId: "c",
    clientName: "Agent",
    mayWrite: true,
  }
  await prisma().oAuthGrant.create({ data: grant })
  expect((await passkey.signIn(visit())).status).toBe(200)

  const { enter } = await resetByMail(site)
  // The attacker: neither the session, nor the passkey, nor the old password, nor these two together.
  expect(await isStrong(attacker)).toBeNull()
  expect(await passkey.signIn(attacker)).toMatchObject(passwordRequired)
  expect((await attacker.send("/sign-in/email", { email, password })).status).toBe(401)
  expect(await passkey.signIn(attacker)).toMatchObject(passwordRequired)
  expect(await isStrong(attacker)).toBeNull()
  expect((await prisma().oAuthGrant.findUniqueOrThrow({ where: grant })).revokedAt).not.toBeNull()
  // Somebody who only reads the mailbox, and the owner without that passkey, who reads who helps.
  const reader = visit()
  const held = await enter(reader)
  expect(held).toMatchObject(passkeyRequired)
  expect(held.body.message).toMatch(/ask the operator .*`account reset-factors`/)
  expect(await isStrong(reader)).toBeNull()
  // What a right password leaves in a browser is worth nothing after the next reset.
  const again = await resetByMail(site)
  expect(await passkey.signIn(reader)).toMatchObject(passwordRequired)

  // Both once, then each alone.
  expect(await again.enter(reader)).toMatchObject(passkeyRequired)
  expect((await passkey.signIn(reader)).status).toBe(200)
  expect(await isStrong(reader)).toBe(true)
  expect((await passkey.signIn(visit())).status).toBe(200)
  expect((await again.enter()).status).toBe(200)
  // It is proved now, so that the next reset holds nothing.
  const { enter: third } = await resetByMail(site)
  expect((await passkey.signIn(visit())).status).toBe(200)
  expect((await third()).status).toBe(200)
})

test("a reset holds no passkey that was added after the proof, and none of a password with codes; the operator helps", async () => {
  const site = await open()
  await prisma().user.update({ where: { id: site.userId }, data: { emailVerified: true } })
  const passkey = createPasskey(base)
  expect((await passkey.register(site.owner)).status).toBe(200)
  const { enter } = await resetByMail(site)
  expect((await passkey.signIn(site.visit())).status).toBe(200)
  expect((await enter()).status).toBe(200)

  const other = await open()
  const { uri } = await turnOnCodes(other.owner)
  expect((await createPasskey(base).register(other.owner)).status).toBe(200)
  const { enter: enterOther } = await resetByMail(other)
  const browser = other.visit()
  expect((await enterOther(browser)).body).toMatchObject({ twoFactorRedirect: true })
  const { status } = await browser.send("/two-factor/verify-totp", { code: nextCode(uri) })
  expect(status).toBe(200)

  const stuck = await open()
  expect((await createPasskey(base).register(stuck.owner)).status).toBe(200)
  const { enter: enterStuck } = await resetByMail(stuck)
  expect(await enterStuck()).toMatchObject(passkeyRequired)
  await resetFactors(world.system, { email: stuck.email })
  expect((await enterStuck()).status).toBe(200)
})
