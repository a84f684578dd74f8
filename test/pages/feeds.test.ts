import { extractFromXml, extractFromJson } from "@extractus/feed-extractor"
import ICAL from "ical.js"
import Parser from "rss-parser"
import { expect, test } from "vitest"
import { addIncidentUpdate } from "../../src/graphql/incidents/incident/add-update.ts"
import { declareIncident } from "../../src/graphql/incidents/incident/declare-incident.ts"
import { useApi } from "../support/api.ts"
import { maintain, midnight } from "../support/history.ts"
import { makePublicPage } from "../support/status-page.ts"
import { all, readXml, textOf } from "../support/xml.ts"

const api = useApi()
const { world } = api

const get = async (slug: string, face: string) => {
  const response = await fetch(`${api.address}/status/${slug}/${face}`)
  expect({ face, status: response.status }).toEqual({ face, status: 200 })
  return response
}

const evil = `<script>alert(1)</script>]]>&\u202e"'\u0001\u000b\ufffe${"x".repeat(100)}`
const shown = `<script>alert(1)</script>]]>&"'${"x".repeat(100)}`

/** Two incidents, the later one with hostile text. */
async function makePage() {
  const made = await makePublicPage(world, { name: "Acme", description: "All of it" })
  const { monitor } = await made.attach(evil)
  const { projectId } = made
  const declare = (title: string, description: string) =>
    declareIncident(world.system, { projectId, title, description, monitorId: monitor.id })
  const fire = await declare("Fire", "It burns.")
  const flood = await declare(evil, "y".repeat(5000))
  await addIncidentUpdate(world.system, { id: flood.id, body: evil, isPublic: true })
  return { ...made, monitor, fire, flood }
}

test("two independent readers find the same incidents in RSS and Atom", async () => {
  const { page, fire, flood } = await makePage()
  const address = `${world.services.env.BASE_URL}/status/${page.slug}`
  for (const face of ["rss", "atom"]) {
    const text = await (await get(page.slug, face)).text()
    await readXml(text)
    const one = await new Parser().parseString(text)
    expect(one.title).toBe("Acme: incidents")
    expect(one.items.map(({ title, link }) => ({ title, link }))).toEqual([
      { title: shown, link: `${address}/incidents/${flood.id}` },
      { title: "Fire", link: `${address}/incidents/${fire.id}` },
    ])
    const other = extractFromXml(text, { descriptionMaxLen: 0 })
    expect(other).toMatchObject({ title: "Acme: incidents", language: "en", link: address })
    expect(other.entries?.map(({ id, link }) => ({ id, link }))).toEqual(
      [flood, fire].map(({ id }) => ({
        id: `urn:uuid:${id}`,
        link: `${address}/incidents/${id}`,
      })),
    )
  }
})

test("the Atom feed is valid", async () => {
  const { page, flood } = await makePage()
  const feed = await readXml(await (await get(page.slug, "atom")).text())
  expect(feed.attributes).toMatchObject({ xmlns: "http://www.w3.org/2005/Atom" })
  for (const name of ["id", "title", "updated", "author"]) {
    expect(all(feed, name).length).toBeGreaterThan(0)
  }
  const [entry] = all(feed, "entry")
  if (entry === undefined) throw new Error("the feed has entries")
  expect(textOf(entry, "id")).toBe(`urn:uuid:${flood.id}`)
  expect(textOf(entry, "updated")).toBe(textOf(feed, "updated"))
  expect(textOf(entry, "content")).not.toMatch(/<script|\u202e/)
})

test("the JSON feed is valid version 1.1 and contains plain text only", async () => {
  const { page, fire, flood } = await makePage()
  const response = await get(page.slug, "feed.json")
  expect(response.headers.get("content-type")).toBe("application/feed+json; charset=utf-8")
  const feed = (await response.json()) as { items: { content_html: string }[] }
  expect(feed).toMatchObject({
    version: "https://jsonfeed.org/version/1.1",
    title: "Acme: incidents",
    language: "en",
    items: [{ id: `urn:uuid:${flood.id}`, title: shown }, { id: `urn:uuid:${fire.id}` }],
  })
  expect(feed.items[0]?.content_html).not.toMatch(/<script|\u202e/)
  expect(extractFromJson(feed).entries?.length).toBe(2)
})

test("the calendar contains the maintenances of the page's monitors, and its bytes are stable until one changes", async () => {
  const { page, monitor } = await makePage()
  const [from, to] = [midnight(2), new Date(midnight(2).getTime() + 3_600_000)]
  const window = await maintain(world, monitor, from, to)
  const response = await get(page.slug, "maintenance.ics")
  expect(response.headers.get("content-type")).toBe("text/calendar; charset=utf-8")
  const text = await response.text()
  const calendar = new ICAL.Component(ICAL.parse(text))
  const events = calendar.getAllSubcomponents("vevent").map((one) => new ICAL.Event(one))
  expect(
    events.map(({ uid, summary, startDate, endDate }) => ({
      uid,
      summary,
      from: startDate.toJSDate(),
      to: endDate.toJSDate(),
    })),
  ).toEqual([{ uid: `${window.id}@watchkeeper`, summary: "New disks", from, to }])
  expect(events[0]?.description).toBe(`Affects ${shown}`)
  expect(await (await get(page.slug, "maintenance.ics")).text()).toBe(text)
})

test("feeds run nothing, forbid sniffing, may be read from any origin, and have an ETag", async () => {
  const { page } = await makePage()
  const faces = ["rss", "atom", "feed.json", "maintenance.ics", "badge", "widget.js", "widget.json"]
  for (const face of [...faces, "api/v2/summary.json"]) {
    const { headers, url } = await get(page.slug, face)
    expect(Object.fromEntries(headers)).toMatchObject({
      "x-content-type-options": "nosniff",
      "content-security-policy": expect.stringMatching(/^default-src 'none'/),
      "access-control-allow-origin": "*",
      "cross-origin-resource-policy": "cross-origin",
    })
    const again = await fetch(url, { headers: { "if-none-match": headers.get("etag") ?? "" } })
    expect({ face, status: again.status }).toEqual({ face, status: 304 })
  }
  for (const face of ["atom/x", "feed.xml", "api/v2", "api/v2/summary", "api/v2/secret.json"]) {
    const { status } = await fetch(`${api.address}/status/${page.slug}/${face}`)
    expect({ face, status }).toEqual({ face, status: 404 })
  }
})
