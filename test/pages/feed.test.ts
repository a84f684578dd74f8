import { expect, test } from "vitest"
import { addIncidentUpdate } from "../../src/graphql/incidents/incident/add-update.ts"
import { resolveIncident } from "../../src/graphql/incidents/incident/change-state.ts"
import { declareIncident } from "../../src/graphql/incidents/incident/declare-incident.ts"
import { savePostmortem } from "../../src/graphql/incidents/incident/save-postmortem.ts"
import { updateStatusPage } from "../../src/graphql/status-pages/status-page/update-status-page.ts"
import { useApi } from "../support/api.ts"
import { makeMember } from "../support/people.ts"
import { soon } from "../support/soon.ts"
import { makePublicPage } from "../support/status-page.ts"
import { all, readXml, textOf, type Element } from "../support/xml.ts"

const api = useApi()
const { world } = api

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${api.address}/status/${path}`, { headers })

async function read(slug: string): Promise<Element> {
  const response = await get(`${slug}/rss`)
  expect(response.status).toBe(200)
  const [channel] = all(await readXml(await response.text()), "channel")
  if (channel === undefined) throw new Error("a feed has a channel")
  return channel
}

const rfc822 = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/

test("the feed contains every incident of a page, newest first, with its public text", async () => {
  const { page, projectId, attach } = await makePublicPage(world, { description: "All of it" })
  const { monitor } = await attach("Shop")
  const { ctx } = await makeMember(world, projectId, "editor")
  const declare = (title: string, description: string) =>
    declareIncident(ctx, { projectId, title, description, monitorId: monitor.id })
  const fire = await declare("Fire", "It burns.")
  const flood = await declare("Flood", "It rises.")
  await addIncidentUpdate(ctx, { id: fire.id, body: "secret" })
  await addIncidentUpdate(ctx, { id: fire.id, body: "Out,\nand cold.", isPublic: true })
  await resolveIncident(ctx, fire.id)
  await savePostmortem(ctx, { id: fire.id, note: "Matches.", published: true })
  const channel = await read(page.slug)
  const base = `${world.services.env.BASE_URL}/status/${page.slug}`
  const [self] = all(channel, "atom:link")
  expect(self?.attributes).toEqual({
    href: `${base}/rss`,
    rel: "self",
    type: "application/rss+xml",
  })
  expect(["title", "link", "description", "language"].map((name) => textOf(channel, name))).toEqual(
    ["Acme: incidents", base, "All of it", "en"],
  )
  expect(textOf(channel, "lastBuildDate")).toMatch(rfc822)
  const items = all(channel, "item")
  expect(items.map((item) => textOf(item, "title"))).toEqual(["Flood", "Fire"])
  expect(items.map((item) => textOf(item, "guid"))).toEqual([
    `urn:uuid:${flood.id}`,
    `urn:uuid:${fire.id}`,
  ])
  expect(all(channel, "guid").map(({ attributes }) => attributes)).toEqual([
    { isPermaLink: "false" },
    { isPermaLink: "false" },
  ])
  for (const item of items) {
    expect(textOf(item, "pubDate")).toMatch(rfc822)
    expect(new URL(textOf(item, "link") ?? "").href).toMatch(base)
  }
  const body = textOf(items[1] as Element, "description") ?? ""
  expect(body.replaceAll(/<time.*?<\/time>/g, "")).toBe(
    "<p><strong>Resolved</strong></p><h3>Post-mortem</h3><p>Matches.</p>" +
      "<p><br>Resolved.</p><p><br>Out,<br>and cold.</p><p><br>It burns.</p>",
  )
})

test("an empty feed is complete and describes itself", async () => {
  const { page } = await makePublicPage(world)
  const channel = await read(page.slug)
  expect(textOf(channel, "description")).toBe("Acme: incidents")
  expect(all(channel, "item")).toEqual([])
})

test("hostile text leaves the feed well-formed and is escaped", async () => {
  const evil = `<script>alert(1)</script>]]>&\u202e"'\u0001\u000b\ufffe`
  const { page, projectId, attach } = await makePublicPage(world, {
    name: evil,
    description: `${evil}${"x".repeat(4900)}`,
  })
  const { monitor } = await attach(evil)
  const { ctx } = await makeMember(world, projectId, "editor")
  const { id } = await declareIncident(ctx, {
    projectId,
    title: evil,
    description: `${evil}${"x".repeat(4900)}`,
    monitorId: monitor.id,
  })
  await addIncidentUpdate(ctx, { id, body: `${evil}\r\n${evil}`, isPublic: true })
  const channel = await read(page.slug)
  const [item] = all(channel, "item")
  expect(textOf(item as Element, "title")).toBe(`<script>alert(1)</script>]]>&"'`)
  const body = textOf(item as Element, "description") ?? ""
  expect(body).toContain("&lt;script&gt;alert(1)&lt;/script&gt;]]&gt;&amp;")
  expect(body).not.toMatch(/<script|\u202e/)
})

test("the feed may be read from any origin, runs nothing, and changes only when an incident does", async () => {
  const { page, projectId, attach } = await makePublicPage(world)
  const { monitor } = await attach("Shop")
  const first = await get(`${page.slug}/rss`)
  const tag = first.headers.get("etag") ?? ""
  expect(Object.fromEntries(first.headers)).toMatchObject({
    "content-type": "application/rss+xml; charset=utf-8",
    "x-content-type-options": "nosniff",
    "content-security-policy": expect.stringMatching(/^default-src 'none'/),
    "access-control-allow-origin": "*",
    "cache-control": "public, max-age=30",
  })
  const status = async () => (await get(`${page.slug}/rss`, { "if-none-match": tag })).status
  await updateStatusPage(world.system, { id: page.id, isPublic: true })
  expect(await status()).toBe(304)
  await declareIncident(world.system, { projectId, title: "Fire", monitorId: monitor.id })
  await soon(status).toBe(200)
})
