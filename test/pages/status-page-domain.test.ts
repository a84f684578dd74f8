import { request } from "node:http"
import { expect, test, vi } from "vitest"
import { addDomain } from "../../src/graphql/status-pages/status-page/add-domain.ts"
import { readHost } from "../../src/graphql/status-pages/status-page/page-host.ts"
import { removeDomain } from "../../src/graphql/status-pages/status-page/remove-domain.ts"
import { setPageAccess } from "../../src/graphql/status-pages/status-page/set-page-access.ts"
import { updateStatusPage } from "../../src/graphql/status-pages/status-page/update-status-page.ts"
import { verifyDomain } from "../../src/graphql/status-pages/status-page/verify-domain.ts"
import { newId } from "../../src/platform/id.ts"
import { createHosts } from "../../src/pages/status-page/hosts.ts"
import { apiEnv, useApi } from "../support/api.ts"
import { ask } from "../support/ask.ts"
import { startDnsServer } from "../support/dns-server.ts"
import { makeMember } from "../support/people.ts"
import { soon } from "../support/soon.ts"
import { makePublicPage } from "../support/status-page.ts"

const api = useApi({ ...apiEnv, BASE_URL: "http://watchkeeper.test" })
const { world } = api

/** A request for the root with any Host header. */
const visit = (host: string, path = "/") =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const { hostname, port } = new URL(api.address)
    const headers = { host, accept: "application/json" }
    const asked = request({ hostname, port, path, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on("data", (chunk: Buffer) => chunks.push(chunk))
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
      )
    })
    asked.on("error", reject)
    asked.end()
  })

/** Host names with TXT records, and an actor whose mutations resolve them. */
async function useNames() {
  const records = new Map<string, string>()
  const dns = await startDnsServer(({ name, type }) => {
    const data = records.get(name.toLowerCase())
    return data === undefined || type !== "TXT"
      ? { rcode: "NXDOMAIN" }
      : { answers: [{ type: "TXT", name, data: ["v=spf1", data].slice(1) }] }
  })
  const env = { ...world.services.env, RESOLVERS: [dns.server] }
  return { records, ctx: { ...world.system, env } }
}

test("a page is served at the root of a verified domain, and a certificate may be requested for it only", async () => {
  const { page } = await makePublicPage(world, { name: "Acme Cloud" })
  const host = `${newId()}.example`
  const { records, ctx } = await useNames()
  const domain = await addDomain(ctx, { statusPageId: page.id, host: ` ${host.toUpperCase()}. ` })
  expect(domain).toMatchObject({ host, verifiedHost: null })
  await expect(verifyDomain(ctx, domain.id)).rejects.toMatchObject({
    code: "conflict",
    message: `No TXT record of _watchkeeper.${host} contains ${domain.token}. Add the record, wait for DNS to update, and try again.`,
  })
  records.set(`_watchkeeper.${host}`, "something else")
  await expect(verifyDomain(ctx, domain.id)).rejects.toMatchObject({ code: "conflict" })
  const shown = async () => (await visit(host)).text
  expect(await shown()).not.toContain("Acme Cloud")
  records.set(`_watchkeeper.${host}`, domain.token)
  expect(await verifyDomain(ctx, domain.id)).toMatchObject({ verifiedHost: host })
  expect(await verifyDomain(ctx, domain.id)).toMatchObject({ verifiedHost: host })
  await soon(shown).toContain("Acme Cloud")
  expect(await shown()).toContain('href="/rss"')
  expect(await shown()).not.toContain("/status/")
  expect((await visit(host, "/rss")).text).toContain(`<link>http://${host}</link>`)
  for (const path of ["/nothing", "/incidents/nothing", "/assets/index.js"]) {
    expect(await visit(host, path)).toMatchObject({
      status: 404,
      text: expect.stringContaining("Page not found"),
    })
  }
  expect(await visit(`${host.toUpperCase()}:8443`)).toMatchObject({ status: 200 })
  expect((await visit("localhost", `/api/domains?domain=${host}`)).status).toBe(204)
  for (const name of ["other.example", "watchkeeper.test", "", "a b", "%00"]) {
    expect(
      (await visit("localhost", `/api/domains?domain=${encodeURIComponent(name)}`)).status,
    ).toBe(404)
  }
  const json = JSON.parse((await visit(host, "/api/v2/status.json")).text) as object
  expect(json).toMatchObject({ page: { id: page.id } })
  expect((await visit("unknown.example", "/api/v2/status.json")).status).toBe(404)
  await updateStatusPage(world.system, { id: page.id, isPublic: false })
  await soon(shown).not.toContain("Acme Cloud")
  // The domain of a page with an access rule shows the form at its root, and nothing elsewhere.
  await setPageAccess(world.system, { id: page.id, kind: "password", password: "correct horse" })
  await soon(async () => (await visit(host)).status).toBe(403)
  expect(await shown()).toContain('action="/access"')
  // Sessions belong to the installation's own URL, so a member gets a link to it.
  expect(await shown()).toContain(
    'Team members can sign in at <a href="http://watchkeeper.test/sign-in"',
  )
  expect((await visit("localhost", `/api/domains?domain=${host}`)).status).toBe(204)
  expect((await visit(host, "/rss")).status).toBe((await visit("unknown.example", "/rss")).status)
  await updateStatusPage(world.system, { id: page.id, isPublic: true })
  await soon(shown).toContain("Acme Cloud")
  await removeDomain(ctx, domain.id)
  await soon(shown).not.toContain("Acme Cloud")
})

test("feeds and JSON name the domain on which they were requested", async () => {
  const { page } = await makePublicPage(world)
  const { records, ctx } = await useNames()
  const hosts = [`${newId()}.example`, `${newId()}.example`]
  for (const host of hosts) {
    const { id, token } = await addDomain(ctx, { statusPageId: page.id, host })
    records.set(`_watchkeeper.${host}`, token)
    await verifyDomain(ctx, id)
  }
  const usual = `watchkeeper.test/status/${page.slug}`
  for (const address of [...hosts, usual, ...hosts]) {
    const [host = "", ...path] = address.split("/")
    const read = async (place: string) => (await visit(host, ["", ...path, place].join("/"))).text
    expect(await read("rss")).toContain(`href="http://${address}/rss" rel="self"`)
    expect(await read("atom")).toContain(`<link href="http://${address}"/>`)
    expect(JSON.parse(await read("feed.json"))).toMatchObject({
      home_page_url: `http://${address}`,
    })
    expect(JSON.parse(await read("api/v2/summary.json"))).toMatchObject({
      page: { url: `http://${address}` },
    })
    expect(JSON.parse(await read("widget.json"))).toMatchObject({ url: `http://${address}` })
  }
})

test("only one page can verify a domain, and only host names are accepted", async () => {
  const { page } = await makePublicPage(world)
  const other = await makePublicPage(world)
  const { records, ctx } = await useNames()
  const host = `${newId()}.example`
  const add = (statusPageId: string, name: string) => addDomain(ctx, { statusPageId, host: name })
  const mine = await add(page.id, host)
  const theirs = await add(other.page.id, host)
  records.set(`_watchkeeper.${host}`, theirs.token)
  await verifyDomain(ctx, theirs.id)
  records.set(`_watchkeeper.${host}`, mine.token)
  await expect(verifyDomain(ctx, mine.id)).rejects.toMatchObject({
    code: "conflict",
    message: `${host} is the domain of another status page.`,
  })
  await expect(add(page.id, host)).rejects.toMatchObject({
    issues: [{ pointer: "#/host", detail: "is already a domain of this page" }],
  })
  await expect(add(page.id, "watchkeeper.test")).rejects.toMatchObject({
    issues: [{ pointer: "#/host", detail: "is the name of this installation; choose another one" }],
  })
  const odd = ["localhost", "127.0.0.1", "[::1]", "https://a.example", "a.example/x", "a..example"]
  for (const name of [
    ...odd,
    "a.example:1",
    "-a.example",
    "a b.example",
    "1.2.3",
    "",
    "*.example",
  ]) {
    expect({ name, host: readHost(name) }).toEqual({ name, host: null })
    await expect(add(page.id, name)).rejects.toMatchObject({ issues: [{ pointer: "#/host" }] })
  }
  expect(readHost("Zürich.Example.")).toBe("xn--zrich-kva.example")
})

test("a domain is added, read with its record, verified and removed over GraphQL", async () => {
  const { page, projectId } = await makePublicPage(world)
  const { ctx } = await makeMember(world, projectId, "editor")
  const added = await ask(
    world,
    ctx.actor,
    `mutation ($page: ID!) {
      addStatusPageDomain(statusPageId: $page, host: "status.acme.example") { id recordValue }
    }`,
    { page: page.id },
  )
  const { id, recordValue } = (
    added.data as { addStatusPageDomain: { id: string; recordValue: string } }
  ).addStatusPageDomain
  const read = await ask(
    world,
    ctx.actor,
    "query ($id: ID!) { statusPage(id: $id) { domains { host recordName recordValue isVerified } } }",
    { id: page.id },
  )
  expect(read.data).toEqual({
    statusPage: {
      domains: [
        {
          host: "status.acme.example",
          recordName: "_watchkeeper.status.acme.example",
          recordValue,
          isVerified: false,
        },
      ],
    },
  })
  const stranger = await makeMember(world, (await makePublicPage(world)).projectId, "owner")
  for (const verb of [
    "verifyStatusPageDomain(id: $id) { id }",
    "removeStatusPageDomain(id: $id)",
  ]) {
    const source = `mutation ($id: ID!) { ${verb} }`
    const foreign = await ask(world, stranger.ctx.actor, source, { id })
    expect(foreign).toEqual(await ask(world, stranger.ctx.actor, source, { id: newId() }))
    expect(foreign.errors).toMatchObject([{ code: "not_found" }])
  }
  const removed = await ask(
    world,
    ctx.actor,
    "mutation ($id: ID!) { removeStatusPageDomain(id: $id) }",
    { id },
  )
  expect(removed.data).toEqual({ removeStatusPageDomain: id })
})

const hangs: () => unknown = () => new Promise(() => undefined)

test("a page stays available on its domain while the database is down or hangs, for an hour like the page itself", async () => {
  const { page } = await makePublicPage(world)
  const host = `${newId()}.example`
  const { services } = world
  await services.database.prisma.statusPageDomain.create({
    data: { id: newId(), pageId: page.id, host, verifiedHost: host, token: "t" },
  })
  let aheadMs = 0
  const monotonicMs = () => services.clock.monotonicMs() + aheadMs
  // Of these hosts only: the server's own queries would hang too, and its stop would wait for them.
  const { pool } = services.database
  const query = vi.fn<(...asked: never[]) => unknown>(pool.query.bind(pool))
  const slugOf = createHosts({
    ...services,
    database: {
      ...services.database,
      pool: Object.create(pool, { query: { value: query } }) as typeof pool,
    },
    clock: { ...services.clock, monotonicMs },
  })
  expect(await slugOf(host)).toBe(page.slug)
  query.mockImplementation(() => {
    throw new Error("away")
  })
  for (aheadMs of [10_000, 3_500_000]) expect(await slugOf(host)).toBe(page.slug)
  aheadMs = 3_700_000
  await expect(slugOf(host)).rejects.toThrow("away")
  query.mockImplementation(hangs)
  aheadMs = 3_550_000
  expect(await slugOf(host)).toBe(page.slug)
})
