import { HtmlValidate } from "html-validate"
import { expect, test } from "vitest"
import { acknowledgeUrl } from "../../src/graphql/incidents/alert/acknowledge-link.ts"
import { createChannel } from "../../src/graphql/delivery/channel/create-channel.ts"
import { verifyUrl } from "../../src/graphql/delivery/channel/verify-link.ts"
import { recordChecks } from "../../src/graphql/monitoring/check/record-checks.ts"
import { addIncidentUpdate } from "../../src/graphql/incidents/incident/add-update.ts"
import { resolveIncident } from "../../src/graphql/incidents/incident/change-state.ts"
import { declareIncident } from "../../src/graphql/incidents/incident/declare-incident.ts"
import { savePostmortem } from "../../src/graphql/incidents/incident/save-postmortem.ts"
import { createGroup } from "../../src/graphql/status-pages/status-page/create-group.ts"
import { languages } from "../../src/graphql/status-pages/status-page/rules/page-language.ts"
import { moveResource } from "../../src/graphql/status-pages/status-page/move-resource.ts"
import { setPageAccess } from "../../src/graphql/status-pages/status-page/set-page-access.ts"
import { updateStatusPage } from "../../src/graphql/status-pages/status-page/update-status-page.ts"
import {
  confirmUrl,
  manageUrl,
  unsubscribeUrl,
} from "../../src/graphql/status-pages/subscriber/subscription-link.ts"
import { newId } from "../../src/platform/id.ts"
import { problems } from "../../src/http/problems.ts"
import { guideNames } from "../../src/pages/docs/user-guides.ts"
import { apiEnv, useApi } from "../support/api.ts"
import { channelSettings, codeOf } from "../support/channels.ts"
import { checkOf, offline } from "../support/checks.ts"
import { maintain } from "../support/history.ts"
import { makeOutage } from "../support/outage.ts"
import { makeMember, makePerson } from "../support/people.ts"
import { makePublicPage } from "../support/status-page.ts"
import { makeProject } from "../support/world.ts"

const mail = { SMTP_URL: "smtp://127.0.0.1:1", MAIL_FROM: "Acme <status@example.com>" }
const api = useApi({ ...apiEnv, ...channelSettings, ...mail })
const { world } = api
const hourMs = 3_600_000

const judge = new HtmlValidate({
  root: true,
  extends: ["html-validate:standard", "html-validate:document", "html-validate:a11y"],
  rules: {
    // Titles that start with a name given by a person may be long.
    "long-title": "off",
    "require-sri": ["error", { target: "crossorigin" }],
  },
})

/** Errors in the document at a URL; every response must be a document, whatever its status. */
async function faultsOf(path: string, init: RequestInit = {}): Promise<string[]> {
  const url = path.startsWith("http") ? path : `${api.address}${path}`
  const response = await fetch(url, { headers: { accept: "text/html" }, ...init })
  const type = response.headers.get("content-type") ?? ""
  if (!type.startsWith("text/html")) return [`${path}: ${response.status} is ${type}`]
  const text = await response.text()
  const spaced = /\b(?:href|src|action)="[^"]*\s[^"]*"/.exec(text)
  if (spaced !== null) return [`${path}: a space in the address ${spaced[0]}`]
  const report = await judge.validateString(text)
  return report.results.flatMap(({ messages }) =>
    messages.map(({ line, message, ruleId }) => `${path}:${line}: ${message} (${ruleId})`),
  )
}

async function faultsOfAll(paths: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const path of paths) found.push(...(await faultsOf(path)))
  return found
}

const here = (url: string) => url.replace(world.services.env.BASE_URL, api.address)

const at = (hours: number) => new Date(Date.now() + hours * hourMs)

async function makeBusyPage() {
  const made = await makePublicPage(world, { name: "Acme & <Sons>", description: 'Says "hello".' })
  const [shop, hidden] = [await made.attach("Shop <b>"), await made.attach("Mail")]
  await made.attach("Docs")
  const { page, projectId } = made
  const group = await createGroup(world.system, { statusPageId: page.id, name: "Europe & more" })
  for (const { resource } of [shop, hidden]) {
    await moveResource(world.system, { id: resource.id, groupId: group.id, position: 1 })
  }
  await maintain(world, hidden.monitor, at(-1), at(1))
  await maintain(world, hidden.monitor, at(24), at(25))
  const over = await declareIncident(world.system, {
    projectId,
    title: 'A "fire"',
    monitorId: shop.monitor.id,
  })
  await addIncidentUpdate(world.system, { id: over.id, body: "Out\n\n& cold.", isPublic: true })
  await resolveIncident(world.system, over.id)
  await savePostmortem(world.system, { id: over.id, note: "Rain.\n<i>", published: true })
  await recordChecks(world.services, [checkOf(shop.monitor, at(-0.02))])
  await recordChecks(world.services, [checkOf(shop.monitor, at(0), offline)])
  return { ...made, over }
}

test("every variant of a status page is valid HTML, in every language", async () => {
  const quiet = await makePublicPage(world)
  const { page, over } = await makeBusyPage()
  const below = ["", "/history", `/incidents/${over.id}`, "/subscribe"]
  const found = await faultsOfAll([
    `/status/${quiet.page.slug}`,
    ...languages.flatMap((language) =>
      below.map((place) => `/status/${page.slug}${place}?lang=${language}`),
    ),
    "/status/nowhere",
    `/status/${page.slug}/incidents/${newId()}`,
  ])
  expect(found).toEqual([])
})

test("access forms and subscription pages are valid HTML", async () => {
  const locked = await makePublicPage(world)
  await setPageAccess(world.system, {
    id: locked.page.id,
    kind: "password",
    password: "correct horse",
  })
  const mailed = await makePublicPage(world)
  await setPageAccess(world.system, {
    id: mailed.page.id,
    kind: "email",
    emailDomains: ["example.com"],
  })
  const { page, attach } = await makePublicPage(world)
  await attach("Shop & more")
  const address = { kind: "email", address: "ada@example.com", scope: "page" }
  const asked = await faultsOf(`/status/${page.slug}/subscribe`, {
    method: "POST",
    body: new URLSearchParams(address),
  })
  expect(asked).toEqual([])
  const { id } = await world.services.database.prisma.statusPageSubscriber.findFirstOrThrow({
    where: { pageId: page.id },
  })
  const found = await faultsOfAll([
    `/status/${locked.page.slug}`,
    `/status/${mailed.page.slug}`,
    `/status/${locked.page.slug}/access?token=old`,
    ...[confirmUrl, manageUrl, unsubscribeUrl].map((url) => here(url(world.services, id))),
    `/subscriptions/none`,
  ])
  expect(found).toEqual([])
  const knocked = await faultsOf(`/status/${locked.page.slug}/access`, {
    method: "POST",
    body: new URLSearchParams({ password: "wrong" }),
  })
  expect(knocked).toEqual([])
})

test("the documentation is valid HTML", async () => {
  const found = await faultsOfAll([
    "/docs/guides",
    ...guideNames.map((name) => `/docs/guides/${name}`),
    "/docs/api",
    "/docs/api-reference",
    "/docs/graphql",
    "/docs/webhooks",
    "/docs/chats",
    "/docs/telemetry",
    "/docs/slos",
    "/docs/alerts-in",
    "/docs/status-pages",
    "/docs/mcp",
    "/docs/api/problems/",
    ...Object.keys(problems).map((code) => `/docs/api/problems/${code}`),
  ])
  expect(found).toEqual([])
})

test("pages of mailed links and the dashboard's index are valid HTML", async () => {
  const { vault, env } = world.services
  const { ctx } = await makePerson(world, "Ada <script>")
  const channel = await createChannel(ctx, {
    kind: "email",
    name: "Mail <b>",
    settings: { address: "ada@elsewhere.example" },
  })
  const { codeExpiresAt } = channel
  if (codeExpiresAt === null) throw new Error("no code is open")
  const open = { id: channel.id, code: await codeOf(world, channel.id), expiresAt: codeExpiresAt }
  const { id: projectId } = await makeProject(world)
  const { userId } = await makeMember(world, projectId, "editor", "Ada <b>")
  const { alertId } = await makeOutage(world, projectId, { monitorName: "Shop <script>" })
  const pageId = newId()
  await world.services.database.prisma.page.create({
    data: { id: pageId, projectId, alertId, round: 1, ruleOrder: 0, reason: "rule 1", userId },
  })
  const found = await faultsOfAll([
    here(verifyUrl({ vault, env }, open)),
    "/verify/none",
    here(acknowledgeUrl({ env, vault }, { alertId, pageId })),
    "/acknowledge/none",
    "/link/none",
    "/password",
    "/password/token",
    "/confirm/token",
    "/factors/token",
    "/",
    "/sign-in",
  ])
  expect(found).toEqual([])
})

test("a private page is not indexed by search engines", async () => {
  const { page } = await makePublicPage(world)
  await updateStatusPage(world.system, { id: page.id, isPublic: false })
  await setPageAccess(world.system, { id: page.id, kind: "password", password: "correct horse" })
  const door = await fetch(`${api.address}/status/${page.slug}`)
  expect(await door.text()).toContain('<meta name="robots" content="noindex" />')
})

test("robots may read status pages and the documentation, and nothing else", async () => {
  const response = await fetch(`${api.address}/robots.txt`)
  expect(response.status).toBe(200)
  expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8")
  const lines = (await response.text()).trim().split("\n")
  expect(lines).toEqual(["User-agent: *", "Allow: /status/", "Allow: /docs", "Disallow: /"])
})
