import { describe, expect, test } from "vitest"
import type { Headline } from "../../src/graphql/status-pages/status-page/rules/page-headline.ts"
import { updateStatusPage } from "../../src/graphql/status-pages/status-page/update-status-page.ts"
import { plainLook } from "../../src/graphql/status-pages/status-page/rules/page-look.ts"
import type { PageView } from "../../src/graphql/status-pages/status-page/view-page.ts"
import { renderBadge } from "../../src/pages/badge.ts"
import { useApi } from "../support/api.ts"
import { changeOf, midnight } from "../support/history.ts"
import { soon } from "../support/soon.ts"
import { makePublicPage } from "../support/status-page.ts"
import { all, readXml } from "../support/xml.ts"

const api = useApi()
const { world } = api

const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  fetch(`${api.address}/status/${path}`, { headers, method })

const viewOf = (members: Partial<PageView>): PageView => ({
  id: "",
  projectId: "",
  slug: "acme",
  name: "Acme",
  description: null,
  createdAt: new Date(),
  look: plainLook,
  logoTag: null,
  darkLogoTag: null,
  isPublic: true,
  language: "en",
  headline: "operational",
  announcements: [],
  announcementsAhead: [],
  sections: [],
  openIncidents: [],
  pastIncidents: [],
  maintenances: { ongoing: [], ahead: [], past: [] },
  at: new Date(),
  ...members,
})

const uptimes = (...percents: (number | null)[]): Partial<PageView> => ({
  sections: [
    {
      id: null,
      name: null,
      isCollapsed: false,
      components: percents.map((percent) => ({
        id: "",
        name: "",
        description: "",
        status: "operational",
        since: new Date(),
        createdAt: new Date(),
        isUnderMaintenance: false,
        percent,
        seenMs: null,
        excludedMs: 0,
        days: [],
        responseTimes: null,
      })),
    },
  ],
})

async function uptimeWords(...percents: (number | null)[]) {
  const svg = await readXml(renderBadge(viewOf(uptimes(...percents)), "uptime"))
  return all(svg, "text")[1]?.text
}

describe("a badge", () => {
  test("states the status in text and in its own color", async () => {
    const headlines: Headline[] = [
      "major_outage",
      "partial_outage",
      "degraded",
      "maintenance",
      "operational",
      "unknown",
    ]
    const said = await Promise.all(
      headlines.map(async (headline) => {
        const svg = await readXml(renderBadge(viewOf({ headline }), "state"))
        const [, fill] = all(svg, "g").flatMap(({ children }) =>
          children.map((c) => c.attributes["fill"]),
        )
        return { title: all(svg, "title")[0]?.text, label: svg.attributes["aria-label"], fill }
      }),
    )
    expect(said.map(({ title }) => title)).toEqual([
      "Acme: major outage",
      "Acme: partial outage",
      "Acme: degraded performance",
      "Acme: under maintenance",
      "Acme: all systems operational",
      "Acme: status unknown",
    ])
    expect(said.map(({ label }) => label)).toEqual(said.map(({ title }) => title))
    expect(new Set(said.map(({ fill }) => fill)).size).toBe(headlines.length)
  })

  test("never rounds an uptime up, and shows nothing that the page hides", async () => {
    expect(await uptimeWords(100)).toBe("100% uptime")
    expect(await uptimeWords(99.999)).toBe("99.99% uptime")
    expect(await uptimeWords(100, 98)).toBe("99.00% uptime")
    expect(await uptimeWords(null, 97.5)).toBe("97.50% uptime")
    expect(await uptimeWords(null)).toBe("uptime unknown")
    expect(await uptimeWords()).toBe("uptime unknown")
  })

  test.each([
    ["markup", `<script>alert(1)</script>"'&amp;`],
    ["the end of a character section", "]]><x>"],
    ["marks that turn the direction", "\u202eevil\u202c \u2066x\u2069"],
    ["control characters", "a\u0001\u0008\u001b\u007f\u0085\ufffe\uffffb\ud800"],
    ["letters without end", "x".repeat(5000)],
    ["a tower of accents", `a${"\u0301".repeat(4000)}`],
    ["families of emoji", "👩‍👩‍👧‍👦".repeat(400)],
    ["nothing that can be shown", "\u202e\u0001"],
  ])("is well-formed and inert with %s in the name", async (_name, name) => {
    for (const metric of ["state", "uptime"] as const) {
      const text = renderBadge(viewOf({ name }), metric)
      const svg = await readXml(text)
      expect(all(svg, "script")).toEqual([])
      expect(text).not.toMatch(/[\u202a-\u202e\u2066-\u2069]|(?!\n)\p{Cc}/u)
      expect(Number(svg.attributes["width"])).toBeLessThan(800)
      const [label] = all(svg, "text")
      expect(Array.from(new Intl.Segmenter().segment(label?.text ?? "")).length).toBeLessThan(41)
    }
  })
})

test("a public page's badge is an image that may be embedded anywhere and runs no scripts", async () => {
  const { page, projectId, attach } = await makePublicPage(world)
  const { monitor } = await attach("Shop")
  await changeOf(world, monitor.id, "operational", midnight(-1))
  await world.services.database.prisma.monitor.update({
    where: { id: monitor.id },
    data: { createdAt: midnight(-1) },
  })
  const response = await get(`${page.slug}/badge`)
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "image/svg+xml; charset=utf-8",
    "x-content-type-options": "nosniff",
    "content-security-policy":
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "cross-origin-resource-policy": "cross-origin",
    "access-control-allow-origin": "*",
    "cache-control": "public, max-age=30",
    etag: expect.stringMatching(/^W\/"/),
    "last-modified": expect.stringMatching(/GMT$/),
  })
  const svg = await readXml(await response.text())
  expect(all(svg, "title")[0]?.text).toBe("Acme: status unknown")
  const uptime = await get(`${page.slug}/badge?metric=uptime`)
  expect(all(await readXml(await uptime.text()), "title")[0]?.text).toBe("Acme: 100% uptime")
  // A change is visible without waiting for the cache to expire.
  await world.services.database.prisma.monitorState.update({
    where: { monitorId: monitor.id },
    data: { status: "offline" },
  })
  await world.services.bus.publish([
    {
      topic: "monitor.status_changed",
      payload: { projectId, monitorId: monitor.id, changeId: monitor.id },
    },
  ])
  await soon(async () => (await get(`${page.slug}/badge`)).text()).toContain("major outage")
})

test("an unchanged badge is confirmed by ETag or time, and HEAD has no body", async () => {
  const { page } = await makePublicPage(world)
  const first = await get(`${page.slug}/badge`)
  const tag = first.headers.get("etag") ?? ""
  const time = first.headers.get("last-modified") ?? ""
  const status = async (headers: Record<string, string>) =>
    (await get(`${page.slug}/badge`, headers)).status
  expect(await status({ "if-none-match": tag })).toBe(304)
  expect(await status({ "if-none-match": `"x", ${tag.replace("W/", "")}` })).toBe(304)
  expect(await status({ "if-none-match": "*" })).toBe(304)
  expect(await status({ "if-none-match": `"x"`, "if-modified-since": time })).toBe(200)
  expect(await status({ "if-modified-since": time })).toBe(304)
  expect(await status({ "if-modified-since": new Date(0).toUTCString() })).toBe(200)
  expect(await status({ "if-modified-since": "yesterday" })).toBe(200)
  const coded = async (accepted: string) =>
    (await get(`${page.slug}/badge`, { "accept-encoding": accepted })).headers.get(
      "content-encoding",
    )
  expect(await coded("br, gzip;q=0.5")).toBe("gzip")
  for (const none of ["gzip;q=0", "br, gzip; q=0.000, identity"]) {
    expect(await coded(none)).toBeNull()
  }
  const head = await get(`${page.slug}/badge`, {}, "HEAD")
  expect([head.status, head.headers.get("etag"), await head.text()]).toEqual([200, tag, ""])
})

test("a private page's badge fails exactly like an unknown one", async () => {
  const { page } = await makePublicPage(world)
  const answer = async (path: string) => {
    const response = await get(path)
    const { instance: _path, request_id: _id, ...body } = await response.json()
    const headers = Object.fromEntries(response.headers)
    for (const one of ["x-request-id", "date", "content-length"]) delete headers[one]
    return { status: response.status, headers, body }
  }
  expect((await get(`${page.slug}/badge`)).status).toBe(200)
  await updateStatusPage(world.system, { id: page.id, isPublic: false })
  await soon(async () => (await get(`${page.slug}/badge`)).status).toBe(404)
  for (const face of ["badge", "badge?metric=uptime", "rss"]) {
    const hidden = await answer(`${page.slug}/${face}`)
    expect(hidden.status).toBe(404)
    expect(hidden).toEqual(await answer(`no-such-page/${face}`))
  }
})

test("an unknown badge is a 404, another method a 405, and an unknown metric is named", async () => {
  const { page } = await makePublicPage(world)
  const odd = ["badge/", "badge.svg", "BADGE", "badge/x", "atom2", "%2e%2e", "rss/rss"]
  for (const path of odd) expect((await get(`${page.slug}/${path}`)).status).toBe(404)
  for (const slug of ["%00", "a%2fb", "..%2f", "x".repeat(5000), ""]) {
    expect((await get(`${slug}/badge`)).status).toBe(404)
  }
  expect((await get(`${page.slug}/badge`, {}, "POST")).status).toBe(405)
  for (const slug of [page.slug, "no-such-page"]) {
    const refused = await get(`${slug}/badge?metric=<script>`)
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({
      code: "validation_failed",
      detail: "The parameter metric must be state or uptime.",
    })
  }
})
