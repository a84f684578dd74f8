import { expect, test } from "vitest"
import { createAnnouncement } from "../../src/graphql/status-pages/announcement/create-announcement.ts"
import { addIncidentUpdate } from "../../src/graphql/incidents/incident/add-update.ts"
import { declareIncident } from "../../src/graphql/incidents/incident/declare-incident.ts"
import { scheduleMaintenance } from "../../src/graphql/maintenance/window/schedule-maintenance.ts"
import { createGroup } from "../../src/graphql/status-pages/status-page/create-group.ts"
import { createStatusPage } from "../../src/graphql/status-pages/status-page/create-status-page.ts"
import { moveResource } from "../../src/graphql/status-pages/status-page/move-resource.ts"
import { updateResource } from "../../src/graphql/status-pages/status-page/update-resource.ts"
import { updateStatusPage } from "../../src/graphql/status-pages/status-page/update-status-page.ts"
import { readPublicPage } from "../../src/graphql/status-pages/status-page/view-page.ts"
import { newId } from "../../src/platform/id.ts"
import { letterOf } from "../../src/channels/mail/mail-layout.ts"
import { markupOf } from "../../src/channels/mail/mail-markup.ts"
import { textOf } from "../../src/channels/mail/mail-text.ts"
import { incidentWords, maintenanceWords } from "../../src/notify/subscriber/subscriber-messages.ts"
import { createCopies } from "../../src/pages/serve/static-copy.ts"
import { statusDocuments } from "../../src/pages/status-json/json-documents.ts"
import { useApi } from "../support/api.ts"
import { makePublicPage } from "../support/status-page.ts"
import { readXml } from "../support/xml.ts"
import { expectAccessible, useBrowser } from "../web/browser.ts"

const api = useApi()
const { world } = api
const browser = useBrowser({ needsDashboard: false })

/** Characters that must not break anything. */
const evil = `<script>alert(1)</script>]]>--><img src=x onerror=alert(1)>"'&\u202e\u2066\u0000\u0007`
/** PostgreSQL cannot store NUL; all other characters may pass validation. */
const name = `${evil.replace("\u0000", "")}${"W".repeat(5000)}`

/** Characters that must not appear: bidirectional marks and control characters. */
// oxlint-disable-next-line no-control-regex -- these are the characters searched for
const acting = /[\u202a-\u202e\u2066-\u2069\u0000\u0007]/

async function makeHostile() {
  const made = await makePublicPage(world, { name: "Acme" })
  const { page, projectId, attach } = made
  const { monitor, resource } = await attach("Shop")
  const group = await createGroup(world.system, { statusPageId: page.id, name: "Europe" })
  await moveResource(world.system, { id: resource.id, groupId: group.id, position: 1 })
  const { id } = await declareIncident(world.system, {
    projectId,
    title: "Fire",
    monitors: [{ monitorId: monitor.id, status: "offline" }],
  })
  await addIncidentUpdate(world.system, { id, body: "x", isPublic: true })
  const window = await scheduleMaintenance(world.system, {
    projectId,
    title: "Disks",
    startsAt: new Date(Date.now() + 3_600_000),
    endsAt: new Date(Date.now() + 7_200_000),
    monitorIds: [monitor.id],
  })
  await createAnnouncement(world.system, { statusPageId: page.id, body: "x" })
  const { pool } = world.services.database
  const words: [string, string][] = [
    ["status_page set name = $2, description = $2 where id = $1", page.id],
    ["status_page_group set name = $2 where id = $1", group.id],
    [
      "status_page_resource set display_name = $2, display_description = $2 where id = $1",
      resource.id,
    ],
    [
      "incident set title = $2, postmortem_note = $2, postmortem_published = true where id = $1",
      id,
    ],
    ["incident_update set body = $2, actor_kind = 'user' where incident_id = $1", id],
    ["maintenance set title = $2, description = $2 where id = $1", window.id],
    ["status_page_announcement set body = $2 where page_id = $1", page.id],
  ]
  for (const [change, of] of words) await pool.query(`update ${change}`, [of, name])
  return { ...made, incidentId: id }
}

test("hostile text is escaped in every format, and the documents stay well-formed", async () => {
  const { page, incidentId } = await makeHostile()
  const read = async (path: string) => {
    const answer = await fetch(`${api.address}/status/${page.slug}${path}`)
    const text = await answer.text()
    expect({ path, status: answer.status }).toEqual({ path, status: 200 })
    expect({ path, found: acting.exec(text)?.[0] }).toEqual({ path, found: undefined })
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff")
    expect(answer.headers.get("content-security-policy")).toMatch(/^default-src 'none'/)
    return text
  }
  for (const path of ["", `/incidents/${incidentId}`, "/history", "/subscribe"]) {
    const text = await read(path)
    expect(text).not.toContain("<script>alert")
    expect(text).not.toContain("<img src=x")
  }
  for (const path of ["/rss", "/atom", "/badge", "/badge?metric=uptime"])
    await readXml(await read(path))
  for (const path of [
    "/feed.json",
    "/widget.json",
    ...[...statusDocuments.keys()].map((one) => `/api/v2/${one}`),
  ]) {
    expect(JSON.parse(await read(path))).toBeTypeOf("object")
  }
  for (const line of (await read("/maintenance.ics")).split("\r\n")) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  }
  const view = await readPublicPage(world.services, page.slug, new Date())
  if (view === null) throw new Error("the page is public")
  const { files } = await createCopies(world.services)(view, {
    names: [],
    sources: {},
    isWhole: true,
  })
  for (const { name: file, bytes } of files) {
    if (/\.(?:woff2|png)$/.test(file)) continue
    const text = bytes.toString()
    expect({ file, found: acting.exec(text)?.[0] }).toEqual({ file, found: undefined })
    // In JSON these characters need no escaping.
    const markup = file.endsWith(".html") ? text : ""
    expect(markup).not.toMatch(/<script>alert|<img src=x/)
  }
})

test("no name overflows the page, on a phone, on a desktop and in print", async () => {
  const { page, incidentId } = await makeHostile()
  for (const width of [360, 1280]) {
    const visitor = await browser.visit(api.address, { viewport: { width, height: 800 } })
    for (const path of ["", `/incidents/${incidentId}`, "/subscribe", "?lang=ar"]) {
      await visitor.page.goto(`/status/${page.slug}${path}`)
      const overflow = () =>
        visitor.page.evaluate<number>("document.documentElement.scrollWidth - innerWidth")
      expect({ path, width, overflow: await overflow() }).toEqual({ path, width, overflow: 0 })
      await visitor.page.emulateMedia({ media: "print" })
      expect({ path, width, overflow: await overflow() }).toEqual({ path, width, overflow: 0 })
      await visitor.page.emulateMedia({ media: "screen" })
    }
    await expectAccessible(visitor, `names without end at ${width}`)
    expect(visitor.faults).toEqual([])
  }
})

test("mails to subscribers escape it too", () => {
  const page = {
    name,
    url: "https://watch.example/status/acme",
    components: [name],
    language: "en" as const,
    timeZone: "UTC",
  }
  const at = new Date()
  const window = { title: name, description: name, state: "scheduled", startsAt: at, endsAt: at }
  const news = {
    id: newId(),
    title: name,
    isTitleChosen: true,
    state: name,
    kind: "note" as const,
    said: name,
    isOver: true,
    mayReturn: true,
    flap: { outages: 2, from: window.startsAt, until: window.endsAt },
  }
  for (const words of [
    incidentWords(news, page, "ar"),
    maintenanceWords({ ...window, event: "maintenance.reminded" }, page, "en"),
  ]) {
    const letter = letterOf({ kind: "notice", ...words, unsubscribeUrl: null })
    expect(markupOf(letter)).not.toMatch(/<script|<img/)
    expect(markupOf(letter)).not.toMatch(acting)
    // Only the marks around names, which change nothing outside of them.
    expect(textOf(letter).replaceAll(/\u2068([^\u2066-\u2069]*)\u2069/g, "$1")).not.toMatch(acting)
    expect(letter.subject.length).toBeLessThan(200)
    expect(letter.subject).not.toContain("\n")
  }
})

test("a name of five thousand characters is refused", async () => {
  const { page, projectId, attach } = await makePublicPage(world)
  const { monitor, resource } = await attach("Shop")
  const long = "W".repeat(5000)
  const statusPageId = page.id
  const times = { startsAt: new Date(Date.now() + 1000), endsAt: new Date(Date.now() + 60_000) }
  for (const [pointer, given] of [
    ["#/name", () => createStatusPage(world.system, { projectId, name: long })],
    ["#/name", () => updateStatusPage(world.system, { id: page.id, name: long })],
    ["#/name", () => createGroup(world.system, { statusPageId, name: long })],
    ["#/displayName", () => updateResource(world.system, { id: resource.id, displayName: long })],
    ["#/title", () => scheduleMaintenance(world.system, { projectId, title: long, ...times })],
    [
      "#/title",
      () => declareIncident(world.system, { projectId, title: long, monitorId: monitor.id }),
    ],
    ["#/body", () => createAnnouncement(world.system, { statusPageId, body: `${long}W` })],
  ] as const) {
    await expect(given()).rejects.toMatchObject({
      code: "validation_failed",
      issues: [{ pointer }],
    })
  }
})

test("invalid slugs are 404, and none causes an internal error", async () => {
  const odd = [
    "%00",
    "%ff",
    "..%2f..%2fetc%2fpasswd",
    "a%0d%0ab",
    "%F0%9F%92%A9",
    "A",
    "-a",
    "a--b-",
    "x".repeat(5000),
    "'--",
    "%3Cscript%3E",
    "__proto__",
    "constructor",
  ]
  for (const slug of odd) {
    for (const path of ["", "/rss", "/badge", "/api/v2/summary.json"]) {
      const { status } = await fetch(`${api.address}/status/${slug}${path}`)
      expect({ slug, path, status }).toEqual({ slug, path, status: 404 })
    }
  }
})
