import { randomUUID } from "node:crypto"
import { afterAll, expect, test } from "vitest"
import { accountMail } from "../../src/api/account-mail.ts"
import { createAuth } from "../../src/api/auth.ts"
import { inviteMember } from "../../src/graphql/workspace/member/invite-member.ts"
import { revokeInvitation } from "../../src/graphql/workspace/member/revoke-invitation.ts"
import { apiEnv, useApi } from "../support/api.ts"
import { makeMember } from "../support/people.ts"
import { createBrowser } from "../support/sign-in.ts"
import { soon } from "../support/soon.ts"
import { startSmtp } from "../support/smtp.ts"
import { makeProject } from "../support/world.ts"
import { useNotify } from "../support/notify.ts"

const smtp = await startSmtp()
const api = useApi({
  ...apiEnv,
  BASE_URL: "http://watch.test",
  SIGN_UP: "open",
  SMTP_URL: smtp.url,
  MAIL_FROM: "Watchkeeper <alerts@watch.test>",
})
afterAll(() => smtp.stop())
const notify = useNotify(api.world)

const password = "correct horse battery"
const browser = () =>
  createBrowser(
    createAuth(api.world.services),
    "http://watch.test",
    `2001:db8::${Date.now() % 9999}`,
  )
const mailTo = async (address: string, subject: string | RegExp) => {
  await expect.poll(() => find(address, subject)).toBeDefined()
  return find(address, subject)?.parsed.text ?? ""
}
const find = (address: string, subject: string | RegExp) =>
  smtp.mails.findLast(({ to, parsed }) => to.includes(address) && parsed.subject?.match(subject))
/** Path of the link in a mail, on the server under test. */
const linkIn = (text: string) => /http:\/\/watch\.test(\/\S+)/.exec(text)?.[1] ?? ""
const press = async (path: string, fields: Record<string, string> = {}) => {
  const response = await fetch(api.address + path, {
    method: "POST",
    body: new URLSearchParams(fields),
  })
  return { status: response.status, text: await response.text() }
}

async function signUp() {
  const email = `${randomUUID()}@example.test`
  const visitor = browser()
  await visitor.send("/sign-up/email", { name: "Ada", email, password })
  const user = await api.world.services.database.prisma.user.findUniqueOrThrow({
    where: { email },
    include: { channels: true },
  })
  return { email, visitor, user }
}

test("a new user confirms the address by a mailed link and then receives alerts there", async () => {
  const { email, user } = await signUp()
  expect(user.channels).toMatchObject([{ kind: "email", name: "E-mail", verifiedAt: null }])
  const link = linkIn(await mailTo(email, "Confirm your e-mail address"))
  const { prisma } = api.world.services.database
  const where = { id: user.id }
  const read = () => prisma.user.findUniqueOrThrow({ where, include: { channels: true } })
  // A scanner that follows links confirms nothing.
  expect((await fetch(api.address + link)).status).toBe(200)
  expect((await read()).emailVerified).toBe(false)
  expect((await press(link)).text).toContain("Address confirmed")
  const after = await read()
  expect(after.emailVerified).toBe(true)
  expect(after.channels[0]?.verifiedAt).toBeInstanceOf(Date)
  expect(await press("/confirm/nonsense")).toMatchObject({ status: 400 })
})

test("resets a password by a mailed link, once, and ends every session", async () => {
  const { email, visitor } = await signUp()
  expect((await visitor.send("/get-session")).body).toMatchObject({ user: { email } })
  expect((await press("/password", { email })).text).toContain("Check your e-mail")
  const link = linkIn(await mailTo(email, "Reset your password"))
  expect((await fetch(api.address + link)).status).toBe(200)
  const short = await press(link, { password: "short" })
  expect(short).toMatchObject({ status: 400, text: expect.stringContaining("Password too short") })
  const changed = await press(link, { password: "another horse battery" })
  expect(changed).toMatchObject({ status: 200, text: expect.stringContaining("Password changed") })
  expect(await press(link, { password: "a third horse battery" })).toMatchObject({
    status: 400,
    text: expect.stringContaining("is not valid"),
  })
  expect((await visitor.send("/get-session")).body).toBeNull()
  const again = browser()
  expect((await again.send("/sign-in/email", { email, password })).status).toBe(401)
  const good = { email, password: "another horse battery" }
  expect((await again.send("/sign-in/email", good)).status).toBe(200)
})

test("sets one password if two reset links are used at the same moment", async () => {
  const { email } = await signUp()
  const newest = () => linkIn(find(email, "Reset your password")?.parsed.text ?? "")
  await press("/password", { email })
  const first = linkIn(await mailTo(email, "Reset your password"))
  await press("/password", { email })
  await soon(newest).not.toBe(first)
  const second = newest()
  const passwords = ["another horse battery", "a third horse battery"]
  const answers = await Promise.all([
    press(first, { password: passwords[0] ?? "" }),
    press(second, { password: passwords[1] ?? "" }),
  ])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
  const good = passwords[answers.findIndex(({ status }) => status === 200)] ?? ""
  const again = browser()
  expect((await again.send("/sign-in/email", { email, password: good })).status).toBe(200)
})

test("responds the same for an address without an account, and sends nothing", async () => {
  const email = `${randomUUID()}@example.test`
  expect((await press("/password", { email })).text).toContain("Check your e-mail")
  expect((await press("/password", { email: "nobody" })).text).toContain(
    "Enter an e-mail address such as",
  )
  const where = { event: "account.password_reset", state: "pending" as const }
  expect(await api.world.services.database.prisma.delivery.count({ where })).toBe(0)
  expect(find(email, /./)).toBeUndefined()
})

test("mails an invitation to its address without storing the link in the outbox", async () => {
  const { world } = api
  const { id: projectId, name } = await makeProject(world)
  const owner = await makeMember(world, projectId, "owner", "Grace")
  const email = `${randomUUID()}@example.test`
  const { url, isMailed, invitation } = await inviteMember(owner.ctx, {
    projectId,
    email,
    role: "editor",
  })
  expect(isMailed).toBe(true)
  const text = await mailTo(email, `You are invited to ${name}`)
  expect(text).toContain("Grace invites you")
  // The mail has a link of its own, which proves the address.
  expect(text).toMatch(/http:\/\/watch\.test\/invitations\/[\w-]{43}/)
  expect(text).not.toContain(url)
  const where = { projectId, subjectId: invitation.id }
  const rows = await world.services.database.prisma.delivery.findMany({ where })
  expect(rows).toHaveLength(1)
  const link = linkIn(text)
  expect(JSON.stringify(rows)).not.toContain(link.slice(-20))
  expect(JSON.stringify(rows)).not.toContain(email)
})

test("writes to people in their language, and to others in that of the inviter", async () => {
  const { world } = api
  const { prisma } = world.services.database
  const { email, user } = await signUp()
  await prisma.user.update({ where: { id: user.id }, data: { language: "de" } })
  await press("/password", { email })
  const reset = await mailTo(email, "Passwort zurücksetzen")
  expect(reset).toContain("Neues Passwort wählen")
  expect(reset).toContain("Gesendet von Watchkeeper.")

  const { id: projectId, name } = await makeProject(world)
  const owner = await makeMember(world, projectId, "owner", "Grace")
  await inviteMember(owner.ctx, { projectId, email, role: "viewer" })
  expect(await mailTo(email, `Einladung zu ${name}`)).toContain("Grace lädt Sie in das Projekt")
  await prisma.user.update({ where: { id: owner.userId }, data: { language: "de" } })
  const stranger = `${randomUUID()}@example.test`
  await inviteMember(owner.ctx, { projectId, email: stranger, role: "viewer" })
  expect(await mailTo(stranger, `Einladung zu ${name}`)).toContain("Einladung ansehen")
})

test("does not send an invitation that is withdrawn first", async () => {
  const { world } = api
  await notify.stop()
  const { id: projectId } = await makeProject(world)
  const owner = await makeMember(world, projectId, "owner")
  const invite = { projectId, email: `${randomUUID()}@example.test`, role: "viewer" as const }
  const first = await inviteMember(owner.ctx, invite)
  const second = await inviteMember(owner.ctx, invite)
  await revokeInvitation(owner.ctx, second.invitation.id)
  const rows = await world.services.database.prisma.delivery.findMany({
    where: { subjectId: { in: [first.invitation.id, second.invitation.id] } },
  })
  expect(rows.map(({ state }) => state)).toEqual(["cancelled", "cancelled"])
})

test("limits mails to five an hour per account, twenty per requester and five invitations a day per address", async () => {
  const { prisma } = api.world.services.database
  const from = (peer: string) =>
    createBrowser(createAuth(api.world.services), "http://watch.test", peer)
  const { email, user } = await signUp()
  const where = { subjectId: user.id, event: "account.password_reset" }
  // Each request comes from another address, all at once.
  const asks = Array.from({ length: 8 }, (_, at) =>
    from(`2001:db8:${at}::1`).send("/request-password-reset", { email }),
  )
  expect(new Set((await Promise.all(asks)).map(({ status }) => status))).toEqual(new Set([200]))
  await soon(() => prisma.delivery.count({ where })).toBe(5)

  const mail = accountMail(api.world.services, "x-peer")
  const one = new Request("http://watch.test", { headers: { "x-peer": "192.0.2.1" } })
  const ids = Array.from({ length: 22 }, () => randomUUID())
  const send = mail.confirmation.sendVerificationEmail
  const now = new Date()
  for (const id of ids) {
    const someone = { id, email: `${id}@x.test`, name: "Eve", emailVerified: false }
    await send({ user: { ...someone, createdAt: now, updatedAt: now }, token: "t" }, one)
  }
  expect(await prisma.delivery.count({ where: { subjectId: { in: ids } } })).toBe(20)

  const invitee = `${randomUUID()}@example.test`
  const invite = async () => {
    const { id: projectId } = await makeProject(api.world)
    const owner = await makeMember(api.world, projectId, "owner")
    return inviteMember(owner.ctx, { projectId, email: invitee, role: "viewer" })
  }
  for (let at = 0; at < 5; at += 1) await invite()
  await expect(invite()).rejects.toThrow("5 invitations were sent to this address within a day")
})
