import { afterAll, expect, test } from "vitest"
import { declareIncident } from "../../src/graphql/incidents/incident/declare-incident.ts"
import {
  hashPassword,
  isPassword,
} from "../../src/graphql/status-pages/status-page/page-password.ts"
import { setPageAccess } from "../../src/graphql/status-pages/status-page/set-page-access.ts"
import { updateStatusPage } from "../../src/graphql/status-pages/status-page/update-status-page.ts"
import { apiEnv, makeKey, useApi } from "../support/api.ts"
import { ask } from "../support/ask.ts"
import { makeMember } from "../support/people.ts"
import { startSmtp } from "../support/smtp.ts"
import { soon } from "../support/soon.ts"
import { makePublicPage } from "../support/status-page.ts"
import { expectAccessible, useBrowser } from "../web/browser.ts"
import { useNotify } from "../support/notify.ts"

const smtp = await startSmtp()
/** Each test uses its own address, so that none uses up the attempts of another. */
const api = useApi({
  ...apiEnv,
  TRUSTED_PROXIES: ["127.0.0.1"],
  SMTP_URL: smtp.url,
  MAIL_FROM: "Watchkeeper <pages@watch.test>",
})
const { world } = api
const browser = useBrowser({ needsDashboard: false })

afterAll(() => smtp.stop())
useNotify(world)

const password = "correct horse battery"
let visitors = 0
const newVisitor = (): string => `203.0.113.${(visitors += 1)}`

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${api.address}/status/${path}`, { headers, redirect: "manual" })

const knock = (slug: string, word: string, from: string) =>
  fetch(`${api.address}/status/${slug}/access`, {
    method: "POST",
    redirect: "manual",
    headers: { "x-forwarded-for": from },
    body: new URLSearchParams({ password: word }),
  })

const status = async (slug: string, cookie: string) => (await get(slug, { cookie })).status

const cookieOf = (response: Response): string =>
  response.headers.getSetCookie()[0]?.split(";", 1)[0] ?? ""

async function answerOf(response: Response) {
  const headers = Object.fromEntries(response.headers)
  for (const one of ["x-request-id", "date"]) delete headers[one]
  const text = (await response.text()).replaceAll(/"(instance|request_id)":"[^"]*"/g, "")
  return { status: response.status, headers, text }
}

/** A page with a password and an incident. */
async function makeLockedPage() {
  const made = await makePublicPage(world, { name: "Acme Cloud" })
  const { monitor } = await made.attach("Shop")
  const { id } = await declareIncident(world.system, {
    projectId: made.projectId,
    title: "Fire",
    monitorId: monitor.id,
  })
  await setPageAccess(world.system, { id: made.page.id, kind: "password", password })
  await soon(async () => (await get(made.page.slug)).status).toBe(403)
  return { ...made, incident: `incidents/${id}` }
}

const faces = ["badge", "badge?metric=uptime", "rss", "logo"]

test("the password gives that browser access to everything", async () => {
  const { page, incident } = await makeLockedPage()
  const { slug } = page
  expect(await (await get(slug)).text()).not.toContain("Acme")
  const wrong = await knock(slug, "wrong horse", newVisitor())
  expect(wrong.status).toBe(403)
  expect(await wrong.text()).toContain("Wrong password.")
  expect(wrong.headers.getSetCookie()).toEqual([])
  const right = await knock(slug, password, newVisitor())
  expect(right.status).toBe(303)
  expect(right.headers.get("location")).toBe(`/status/${slug}`)
  expect(right.headers.getSetCookie()[0]).toMatch(
    /^watchkeeper_access_[0-9a-f]{12}=\d+\.[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Lax$/,
  )
  const cookie = cookieOf(right)
  for (const path of [slug, `${slug}/${incident}`, `${slug}/badge`, `${slug}/rss`]) {
    const open = await get(path, { cookie: `other=1; ${cookie}` })
    expect({ path, status: open.status }).toEqual({ path, status: 200 })
    expect(open.headers.get("cache-control")).toBe("private, no-cache")
    expect(open.headers.get("access-control-allow-origin")).toBeNull()
    // Live updates and subscriptions need a public page; its only script shows times.
    expect(await open.text()).not.toMatch(/EventSource|text\/event-stream|data-version|subscribe"/)
  }
})

test("without the password only the access form differs from a page that does not exist", async () => {
  const { page, incident } = await makeLockedPage()
  const never = page.slug.replace("acme", "none")
  for (const face of [...faces, incident, "nonsense", "incidents"]) {
    const [locked, unknown] = await Promise.all(
      [page.slug, never].map(async (slug) => answerOf(await get(`${slug}/${face}`))),
    )
    expect(locked).toMatchObject({ status: 404 })
    expect({ face, locked }).toEqual({ face, locked: unknown })
  }
  // With a trailing slash the URL is still the page's.
  expect((await get(`${page.slug}/`)).status).toBe(403)
  expect((await get(`${never}/`)).status).toBe(404)
  for (const slug of [page.slug, never]) {
    expect((await get(`${slug}/access`)).status).toBe(404)
    const posted = await fetch(`${api.address}/status/${slug}`, { method: "POST" })
    expect(posted.status).toBe(405)
  }
})

test("a cookie opens only its own page, only while the password stays, and not once it is tampered with", async () => {
  const { page } = await makeLockedPage()
  const other = await makeLockedPage()
  const cookie = cookieOf(await knock(page.slug, password, newVisitor()))
  expect(await status(page.slug, cookie)).toBe(200)
  const [, value = ""] = cookie.split("=")
  expect(await status(other.page.slug, cookie)).toBe(403)
  const renamed = `watchkeeper_access_${other.page.id.slice(-12)}=${value}`
  expect(await status(other.page.slug, renamed)).toBe(403)
  const [until = "", signature] = value.split(".")
  const longer = `${cookie.split("=")[0]}=${Number(until) + 1}.${signature}`
  expect(await status(page.slug, longer)).toBe(403)
  await setPageAccess(world.system, { id: page.id, kind: "password", password })
  await soon(() => status(page.slug, cookie)).toBe(403)
})

test("attempts are counted per address: the eleventh in a minute waits, whatever the password", async () => {
  const { page } = await makeLockedPage()
  const visitor = newVisitor()
  for (let n = 0; n < 10; n += 1) {
    expect((await knock(page.slug, `wrong ${n}`, visitor)).status).toBe(403)
  }
  const late = await knock(page.slug, password, visitor)
  expect(late.status).toBe(429)
  expect(Number(late.headers.get("retry-after"))).toBeGreaterThan(0)
  expect(await late.text()).toContain("Too many attempts")
  expect((await knock(page.slug, password, newVisitor())).status).toBe(303)
  // A person with one address of a /64 has all of them; the email form needs no slow hash to respond.
  await setPageAccess(world.system, { id: page.id, kind: "email", emailDomains: ["acme.example"] })
  for (let n = 0; n < 10; n += 1) await knock(page.slug, "", `2001:db8::${n + 1}`)
  expect((await knock(page.slug, "", "2001:db8::ff")).status).toBe(429)
  expect((await knock(page.slug, "", "2001:db8:0:1::1")).status).toBe(200)
})

test("a request that is not a form is a wrong password, and a page without an access rule answers 404", async () => {
  const { page } = await makeLockedPage()
  const send = (body: string | URLSearchParams) =>
    fetch(`${api.address}/status/${page.slug}/access`, {
      method: "POST",
      body,
      headers: { "x-forwarded-for": newVisitor() },
    })
  for (const body of [password, "", new URLSearchParams({ password: "x".repeat(20_000) })]) {
    expect((await send(body)).status).toBe(403)
  }
  const open = await makePublicPage(world)
  expect((await knock(open.page.slug, password, newVisitor())).status).toBe(404)
  expect((await knock("never-was", password, newVisitor())).status).toBe(404)
})

test("the owner of a mailbox at an allowed domain gets access by a link, and the form reveals nobody", async () => {
  const { page } = await makePublicPage(world, { name: "Acme Cloud" })
  const { slug } = page
  await setPageAccess(world.system, { id: page.id, kind: "email", emailDomains: ["Acme.Example"] })
  await soon(async () => (await get(slug)).status).toBe(403)
  const ask = async (email: string, from = newVisitor()) =>
    fetch(`${api.address}/status/${slug}/access`, {
      method: "POST",
      headers: { "x-forwarded-for": from },
      body: new URLSearchParams({ email }),
    })
  const said = await Promise.all(
    ["Ada@acme.example ", "ada@acme.example", "eve@evil.example", "eve@x.acme.example", "no"].map(
      async (email) => answerOf(await ask(email)),
    ),
  )
  expect(said[0]).toMatchObject({
    status: 200,
    text: expect.stringContaining("we have sent it a link"),
  })
  for (const answer of said) expect(answer).toEqual(said[0])
  await smtp.reached(1)
  const [mail, ...others] = smtp.mails
  expect(others).toEqual([])
  expect(mail?.to).toEqual(["ada@acme.example"])
  expect(mail?.parsed.subject).toBe("Your link to Acme Cloud")
  const { pathname, search } = new URL(
    /http:\S+token=[\w.-]+/.exec(mail?.parsed.text ?? "")?.[0] ?? "",
  )
  const opened = await fetch(`${api.address}${pathname}${search}`, { redirect: "manual" })
  expect(opened.status).toBe(303)
  expect(opened.headers.get("location")).toBe(`/status/${slug}`)
  const cookie = cookieOf(opened)
  expect(await status(slug, cookie)).toBe(200)
  // Links mailed by an earlier version keep working.
  const old = await fetch(`${api.address}/status/${slug}/door${search}`, { redirect: "manual" })
  expect(old.status).toBe(303)
  // A link is not a cookie, and a change of the access rule invalidates both.
  const [name] = cookie.split("=")
  expect(await status(slug, `${name}=${new URLSearchParams(search).get("token")}`)).toBe(403)
  const follow = async (query: string) =>
    fetch(`${api.address}/status/${slug}/access${query}`, { redirect: "manual" })
  expect((await follow(`${search}x`)).status).toBe(403)
  await setPageAccess(world.system, { id: page.id, kind: "email", emailDomains: ["acme.example"] })
  await soon(() => status(slug, cookie)).toBe(403)
  expect(await (await follow(search)).text()).toContain("This link has expired.")
  expect((await fetch(`${api.address}/status/never-was/access${search}`)).status).toBe(404)
  const office = newVisitor()
  for (let n = 0; n < 10; n += 1) expect((await ask(`a${n}@acme.example`, office)).status).toBe(200)
  expect((await ask("b@acme.example", office)).status).toBe(429)
  const visitor = await browser.visit(api.address)
  await visitor.page.goto(`/status/${slug}`)
  await visitor.page.getByLabel("E-mail address").fill("grace@acme.example")
  await visitor.page.getByRole("button", { name: "Send me a link" }).click()
  await visitor.page.getByRole("status").filter({ hasText: "we have sent it a link" }).waitFor()
  await expectAccessible(visitor, "access by email")
  expect(visitor.faults).toEqual([])
})

test("access by email requires a mail server", async () => {
  const { page } = await makePublicPage(world)
  const { SMTP_URL: _none, ...env } = world.services.env
  await expect(
    setPageAccess(
      { ...world.system, env },
      { id: page.id, kind: "email", emailDomains: ["acme.example"] },
    ),
  ).rejects.toMatchObject({
    issues: [{ pointer: "#/kind" }],
  })
})

test("members of the project need no access rule, and a key with status_pages:read can read the page", async () => {
  const { page, projectId } = await makeLockedPage()
  await setPageAccess(world.system, { id: page.id, kind: null })
  await soon(async () => (await get(page.slug)).status).toBe(404)
  const { authorization } = await makeKey(world, projectId, ["status_pages:read"])
  expect((await get(page.slug, { authorization })).status).toBe(200)
  expect((await get(`${page.slug}/rss`, { authorization })).status).toBe(200)
  const stranger = await makePublicPage(world)
  const strange = await makeKey(world, stranger.projectId)
  const narrow = await makeKey(world, projectId, ["monitors:read"])
  for (const sent of [strange.authorization, narrow.authorization, "Bearer nonsense"]) {
    expect((await get(page.slug, { authorization: sent })).status).toBe(404)
  }
  expect((await get(page.slug, { cookie: "watchkeeper.session_token=x" })).status).toBe(404)
})

test("setStatusPageAccess makes the page private and never returns the password", async () => {
  const { page, projectId } = await makePublicPage(world)
  const { ctx } = await makeMember(world, projectId, "editor")
  const run = (variables: Record<string, unknown>) =>
    ask(
      world,
      ctx.actor,
      `mutation ($id: ID!, $kind: StatusPageAccessKind, $password: String, $domains: [String!]) {
        setStatusPageAccess(id: $id, kind: $kind, password: $password, emailDomains: $domains) {
          isPublic access { kind emailDomains }
        }
      }`,
      { id: page.id, ...variables },
    )
  expect((await run({ kind: "PASSWORD", password })).data).toEqual({
    setStatusPageAccess: { isPublic: false, access: { kind: "PASSWORD", emailDomains: [] } },
  })
  for (const [variables, message] of [
    [{ kind: "PASSWORD" }, "#/password must be given for this kind"],
    [{ kind: "PASSWORD", password: "short" }, "#/password must be at least 8 characters long"],
    [{ password }, "#/password must be omitted for this kind"],
    [{ kind: "EMAIL" }, "#/emailDomains must contain at least one domain, such as example.com"],
    [{ kind: "EMAIL", domains: ["acme.example"], password }, "#/password must be omitted"],
    [{ kind: "EMAIL", domains: ["@acme"] }, "#/emailDomains/0 must be a domain name"],
    [{ domains: ["acme.example"] }, "#/emailDomains must be omitted for this kind"],
  ] as const) {
    expect((await run(variables)).errors[0]?.message).toContain(message)
  }
  const entries = await world.services.database.prisma.auditEntry.findMany({
    where: { subjectId: page.id, action: "status_page.access_changed" },
  })
  expect(entries.map(({ changes }) => changes)).toEqual([{ kind: "password", isPublic: false }])
  const { ctx: viewer } = await makeMember(world, projectId, "viewer")
  await expect(setPageAccess(viewer, { id: page.id, kind: null })).rejects.toMatchObject({
    code: "insufficient_scope",
  })
  expect((await run({})).data).toEqual({ setStatusPageAccess: { isPublic: false, access: null } })
  await updateStatusPage(world.system, { id: page.id, isPublic: true })
  await soon(async () => (await get(page.slug)).status).toBe(200)
})

test("a password is stored as a hash, and Unicode variants of it are equal", async () => {
  const hash = await hashPassword("Passwörter")
  expect(hash).toMatch(/^scrypt\$32768\$8\$1\$[\w-]{22}\$[\w-]{43}$/)
  expect(await hashPassword("Passwörter")).not.toBe(hash)
  expect(await isPassword("Passwo\u0308rter", hash)).toBe(true)
  expect(await isPassword("Passworter", hash)).toBe(false)
})

test("the access form is accessible and links to the page", async () => {
  const { page } = await makeLockedPage()
  const visitor = await browser.visit(api.address)
  await visitor.page.goto(`/status/${page.slug}`)
  await expectAccessible(visitor, "access form")
  await visitor.page.getByLabel("Password").fill("not the one")
  await visitor.page.keyboard.press("Enter")
  await visitor.page.getByText("Wrong password.").waitFor()
  await expectAccessible(visitor, "access form after a wrong password")
  await visitor.page.getByLabel("Password").fill(password)
  await visitor.page.getByRole("button", { name: "Continue" }).click()
  await visitor.page.getByRole("heading", { name: "Acme Cloud" }).waitFor()
  expect(new URL(visitor.page.url()).pathname).toBe(`/status/${page.slug}`)
  expect(visitor.faults).toEqual([])
})
