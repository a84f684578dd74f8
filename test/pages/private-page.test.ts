import { IncomingMessage, request } from "node:http"
import { Socket } from "node:net"
import { expect, test, vi } from "vitest"
import { scheduleMaintenance } from "../../src/graphql/maintenance/window/schedule-maintenance.ts"
import { setPageAccess } from "../../src/graphql/status-pages/status-page/set-page-access.ts"
import { setLogo } from "../../src/graphql/status-pages/status-page/set-logo.ts"
import { updateStatusPage } from "../../src/graphql/status-pages/status-page/update-status-page.ts"
import { declareIncident } from "../../src/graphql/incidents/incident/declare-incident.ts"
import { newId } from "../../src/platform/id.ts"
import { statusDocuments } from "../../src/pages/status-json/json-documents.ts"
import { createPageVisibility } from "../../src/pages/status-page/visible-page.ts"
import { answerOf } from "../support/answer.ts"
import { apiEnv, makeKey, useApi } from "../support/api.ts"
import { makePerson } from "../support/people.ts"
import { soon } from "../support/soon.ts"
import { makePublicPage } from "../support/status-page.ts"

const api = useApi({ ...apiEnv, BASE_URL: "http://watchkeeper.test" })
const { world } = api

const gif = "R0lGODlhAQABAIAAAP8AAAAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw=="

/** A page with all features that was public a moment ago, and its domain. */
async function makeHidden() {
  const made = await makePublicPage(world)
  const { page, projectId, attach } = made
  const { monitor } = await attach("Shop")
  await setLogo(world.system, { id: page.id, image: gif })
  const incident = await declareIncident(world.system, {
    projectId,
    title: "Fire",
    monitorId: monitor.id,
  })
  await scheduleMaintenance(world.system, {
    projectId,
    title: "New disks",
    startsAt: new Date(Date.now() + 3_600_000),
    endsAt: new Date(Date.now() + 7_200_000),
    monitorIds: [monitor.id],
  })
  const host = `${newId()}.example`
  await world.services.database.prisma.statusPageDomain.create({
    data: { id: newId(), pageId: page.id, host, verifiedHost: host, token: "t" },
  })
  const address = `${api.address}/status/${page.slug}`
  // Everything is rendered and cached before the page is made private.
  for (const path of facesOf(incident.id)) await fetch(address + path)
  await updateStatusPage(world.system, { id: page.id, isPublic: false })
  await soon(async () => (await fetch(address)).status).toBe(404)
  return { ...made, host, incident }
}

const facesOf = (incidentId: string): string[] => [
  "",
  `/incidents/${incidentId}`,
  "/history",
  "/history/2026-10",
  "/rss",
  "/atom",
  "/feed.json",
  "/maintenance.ics",
  "/subscribe",
  "/badge",
  "/badge?metric=uptime",
  "/widget.js",
  "/widget.json",
  "/logo",
  "/access?token=x",
  ...[...statusDocuments.keys()].map((name) => `/api/v2/${name}`),
]

/** Credentials that a stranger may send. */
const visitors: Record<string, string>[] = [
  {},
  { "if-none-match": "*", "accept-language": "de" },
  { cookie: "watchkeeper_access_x=1.x; better-auth.session_token=x", origin: "https://a.example" },
  { authorization: "Bearer watchkeeper_live_x", "if-modified-since": new Date().toUTCString() },
]

async function expectSame(slug: string, faces: string[]) {
  const other = `never-${newId().slice(-12)}`
  for (const headers of visitors) {
    for (const method of ["GET", "HEAD", "POST"]) {
      await Promise.all(
        faces.map(async (path) => {
          const [hidden, never] = await Promise.all(
            [slug, other].map(async (one) => {
              const answer = await answerOf(`${api.address}/status/${one}${path}`, {
                method,
                headers,
              })
              const text = answer.text.replaceAll(one, "<slug>").replace(/"request_id":"[^"]*"/, "")
              const { "content-length": _, ...rest } = answer.headers
              return { path, method, ...answer, headers: rest, text }
            }),
          )
          expect(hidden).toEqual(never)
          expect(hidden?.status).not.toBe(200)
        }),
      )
    }
  }
}

test("a private page responds to strangers in every format like an unknown one", async () => {
  const { page, projectId, incident } = await makeHidden()
  const faces = facesOf(incident.id)
  await expectSame(page.slug, faces)
  // A key of another project belongs to a stranger too.
  const stranger = await makePublicPage(world)
  const key = await makeKey(world, stranger.projectId, ["status_pages:read"])
  const own = await makeKey(world, projectId, ["status_pages:read"])
  const statusFor = async ({ authorization }: { authorization: string }) =>
    (await fetch(`${api.address}/status/${page.slug}`, { headers: { authorization } })).status
  expect(await statusFor(key)).toBe(404)
  expect(await statusFor(own)).toBe(200)
  // With an access rule, only the page itself and its access form reveal that it exists.
  await setPageAccess(world.system, { id: page.id, kind: "password", password: "correct horse" })
  await soon(async () => (await fetch(`${api.address}/status/${page.slug}`)).status).toBe(403)
  await expectSame(
    page.slug,
    faces.filter((path) => path !== "" && !path.startsWith("/access")),
  )
})

/** A request with any Host header. */
const visit = (host: string, path: string) =>
  new Promise<{ status: number | undefined; headers: object; text: string }>((resolve, reject) => {
    const { hostname, port } = new URL(api.address)
    request({ hostname, port, path, headers: { host } }, (response) => {
      const chunks: Buffer[] = []
      response.on("data", (chunk: Buffer) => chunks.push(chunk))
      response.on("end", () => {
        const { date: _, "x-request-id": __, ...headers } = response.headers
        const text = Buffer.concat(chunks)
          .toString()
          .replace(/"request_id":"[^"]*"/, "")
        resolve({ status: response.statusCode, headers, text })
      })
    })
      .on("error", reject)
      .end()
  })

const certificate = async (name: string) =>
  (await visit("localhost", `/api/domains?domain=${name}`)).status

test("its domain responds like an unknown one, also to requests for a certificate", async () => {
  const { host, incident } = await makeHidden()
  const unknown = `${newId()}.example`
  for (const path of facesOf(incident.id)) {
    const at = path === "" ? "/" : path
    await soon(async () => visit(host, at)).toEqual(await visit(unknown, at))
  }
  expect(await certificate(host)).toBe(await certificate(unknown))
})

const follow = async (slug: string) => {
  const query = `subscription { publicStatusPageChanged(slug: "${slug}") { name } }`
  const { status, headers, text } = await answerOf(
    `${api.address}/graphql?${new URLSearchParams({ query }).toString()}`,
    { headers: { accept: "text/event-stream" } },
  )
  return { status, headers, text: text.replaceAll(slug, "<slug>") }
}

test("queries and subscriptions of strangers find nothing", async () => {
  const { page } = await makeHidden()
  const hidden = await follow(page.slug)
  expect(hidden).toEqual(await follow(`never-${newId().slice(-12)}`))
  expect(hidden.text).not.toContain('"name":"')
})

test("credentials are checked for unknown pages too, so that timing reveals nothing", async () => {
  const { page } = await makePublicPage(world, { isPublic: false })
  const { ctx } = await makePerson(world)
  const actorOf = vi.fn(() => Promise.resolve(ctx.actor))
  const { check } = createPageVisibility(world.services, actorOf)
  const req = new IncomingMessage(new Socket())
  const asked = async (slug: string, isPage: boolean) => {
    actorOf.mockClear()
    expect(await check(req, slug, isPage)).toEqual({ kind: "not_found" })
    return actorOf.mock.calls.length
  }
  for (const headers of [{}, { cookie: "a=b" }, { authorization: "Bearer x" }]) {
    Object.assign(req.headers, headers)
    for (const isPage of [true, false]) {
      expect(await asked(page.slug, isPage)).toBe(await asked("no-such-page", isPage))
    }
  }
  expect(await asked("no-such-page", true)).toBe(1)
})
