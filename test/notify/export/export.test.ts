import { lastInWords } from "../../support/in-words.ts"
import { mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { expect, onTestFinished, test } from "vitest"
import { createAnnouncement } from "../../../src/graphql/status-pages/announcement/create-announcement.ts"
import { declareIncident } from "../../../src/graphql/incidents/incident/declare-incident.ts"
import { resolveIncident } from "../../../src/graphql/incidents/incident/change-state.ts"
import { deleteStatusPage } from "../../../src/graphql/status-pages/status-page/delete-status-page.ts"
import { setLogo } from "../../../src/graphql/status-pages/status-page/set-logo.ts"
import { updateStatusPage } from "../../../src/graphql/status-pages/status-page/update-status-page.ts"
import { createBucket } from "../../../src/jobs/export/bucket-store.ts"
import { createFolder } from "../../../src/jobs/export/folder-store.ts"
import type { Store } from "../../../src/jobs/export/copy-store.ts"
import { startExport } from "../../../src/jobs/export/export-pages.ts"
import { startBucket } from "../../support/bucket.ts"
import { listenHttp } from "../../support/listeners.ts"
import { soon } from "../../support/soon.ts"
import { makePublicPage } from "../../support/status-page.ts"
import { useWorld } from "../../support/world.ts"
import { expectAccessible, useBrowser } from "../../web/browser.ts"

const world = useWorld()
const browser = useBrowser({ needsDashboard: false })

async function makeFolder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "watchkeeper-copies-"))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  return path
}

function start(store: Store) {
  const loop = startExport(world.services, store)
  let isStopped = false
  const stop = async () => {
    if (isStopped) return
    isStopped = true
    await loop.stop()
  }
  onTestFinished(stop)
  return { stop }
}

const filesOf = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name).slice(folder.length + 1))
    .toSorted()

const linksOf = (text = "") => [...text.matchAll(/href="([^"]*)"/g)].map(([, link]) => link)

/** With its error in words. */
const row = async (slug: string) => {
  const found = await world.services.database.prisma.statusPageExport.findUnique({
    where: { slug },
  })
  return found && lastInWords(found)
}

/** A store that counts the files written to it. */
function makeMemory(place = "memory") {
  const files = new Map<string, string>()
  const puts: string[] = []
  const store: Store = {
    place,
    put({ name, bytes }) {
      puts.push(name)
      files.set(name, bytes.toString())
      return Promise.resolve()
    },
    remove(name) {
      files.delete(name)
      return Promise.resolve()
    },
  }
  return { store, files, puts }
}

const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

test("a public page is exported as static files, which are updated on changes and deleted with the page", async () => {
  const folder = await makeFolder()
  await writeFile(join(folder, "keep.txt"), "not ours")
  const { page, projectId } = await makePublicPage(world)
  const hidden = await makePublicPage(world, { isPublic: false })
  await setLogo(world.system, { id: page.id, image: pixel })
  const { id } = await declareIncident(world.system, { projectId, title: "Fire <b>" })
  await world.services.database.prisma.statusPageIncident.create({
    data: { pageId: page.id, incidentId: id },
  })
  start(createFolder(folder))
  const main = join(folder, page.slug, "index.html")
  const read = (path = main) => readFile(path, "utf8").catch(() => "")
  await soon(() => read()).toContain("Fire &lt;b&gt;")
  const names = await filesOf(folder)
  for (const name of ["index.html", "badge.svg", "rss.xml", `incidents/${id}.html`]) {
    expect(names).toContain(`${page.slug}/${name}`)
  }
  expect(names.join(" ")).toMatch(new RegExp(`${page.slug}/logo[\\w-]*\\.png`))
  expect(names.filter((name) => name.includes(hidden.page.slug))).toEqual([])
  const text = await read()
  expect(text).not.toContain(`"/status/`)
  expect(text).toContain(`href="incidents/${id}.html"`)
  expect(await read(join(folder, page.slug, `incidents/${id}.html`))).toContain(
    `href="../index.html"`,
  )
  await createAnnouncement(world.system, { statusPageId: page.id, body: "We move tonight" })
  await soon(() => read()).toContain("We move tonight")
  await updateStatusPage(world.system, { id: page.id, isPublic: false })
  await soon(() => filesOf(folder)).toEqual(["keep.txt"])
  await updateStatusPage(world.system, { id: page.id, isPublic: true })
  await soon(() => read()).not.toBe("")
  await deleteStatusPage(world.system, page.id)
  await soon(() => filesOf(folder)).toEqual(["keep.txt"])
  await soon(() => row(page.slug)).toBeNull()
})

test("changes in quick succession are written once", async () => {
  const { store, files, puts } = makeMemory()
  const { page } = await makePublicPage(world)
  start(store)
  const main = `${page.slug}/index.html`
  await soon(() => puts).toContain(main)
  const before = puts.filter((name) => name === main).length
  const sinceMs = performance.now()
  for (let at = 1; at <= 20; at += 1) {
    await updateStatusPage(world.system, { id: page.id, name: `Acme ${at}` })
  }
  await soon(() => files.get(main)).toContain("Acme 20")
  const written = puts.filter((name) => name === main).length - before
  expect(written).toBeGreaterThan(0)
  // Once per half second; twenty changes take longer on a busy machine.
  expect(written).toBeLessThanOrEqual(2 + (performance.now() - sinceMs) / 500)
})

test("changes during downtime are written at the next start, also to a new location", async () => {
  const { store, files } = makeMemory()
  const { page } = await makePublicPage(world)
  const main = `${page.slug}/index.html`
  const first = start(store)
  await soon(() => files.has(main)).toBe(true)
  await first.stop()
  await updateStatusPage(world.system, { id: page.id, name: "Changed meanwhile" })
  await world.services.database.pool.query(
    "update status_page_export set due_at = date_trunc('milliseconds', now()) where slug = $1",
    [page.slug],
  )
  const second = start(store)
  await soon(() => files.get(main)).toContain("Changed meanwhile")
  await second.stop()
  await world.services.database.pool.query(
    "update status_page_export set due_at = date_trunc('milliseconds', now()) where slug = $1",
    [page.slug],
  )
  const other = makeMemory("elsewhere")
  start(other.store)
  await soon(() => other.files.has(`${page.slug}/badge.svg`) && other.files.has(main)).toBe(true)
  expect(other.files.get(main)).toContain("Changed meanwhile")
})

test("without changes only files about the present are rewritten, with the same links", async () => {
  const { store, files, puts } = makeMemory()
  const { page, projectId, attach } = await makePublicPage(world)
  const { monitor } = await attach("Shop")
  const { id } = await declareIncident(world.system, {
    projectId,
    title: "Fire",
    monitorId: monitor.id,
  })
  start(store)
  const main = `${page.slug}/index.html`
  await soon(() => row(page.slug)).toMatchObject({ wholeAt: expect.any(Date) })
  await soon(() => row(page.slug)).toMatchObject({ leaseToken: null })
  puts.length = 0
  const before = files.get(main)
  await world.services.database.pool.query(
    "update status_page_export set due_at = date_trunc('milliseconds', now()) where slug = $1",
    [page.slug],
  )
  await soon(() => puts).toContain(main)
  // Pages of other tests are rewritten every minute too.
  const ours = puts.filter((name) => name.startsWith(page.slug))
  expect(ours.toSorted()).toEqual([`${page.slug}/incidents/${id}.html`, main])
  expect(linksOf(files.get(main))).toEqual(linksOf(before))
})

test("files about past periods are rewritten only if their data changed", async () => {
  const { store, files, puts } = makeMemory()
  const { page, projectId, attach } = await makePublicPage(world)
  const { monitor } = await attach("Shop")
  const declare = async (title: string) => {
    const { id } = await declareIncident(world.system, { projectId, title, monitorId: monitor.id })
    return resolveIncident(world.system, id)
  }
  const [fire, flood] = [await declare("Fire"), await declare("Flood")]
  const { prisma, pool } = world.services.database
  const at = "2026-03-05T10:00:00Z"
  await pool.query("update incident set started_at = $2, resolved_at = $2 where id = $1", [
    fire.id,
    at,
  ])
  start(store)
  const fileOf = (name: string) => `${page.slug}/${name}.html`
  const settled = () => soon(() => row(page.slug)).toMatchObject({ leaseToken: null, failures: 0 })
  await soon(() => files.get(fileOf("index"))).toContain("Flood")
  expect(files.get(fileOf("history/2026-03"))).toContain("Fire")
  expect(files.get(fileOf("history/2026-04"))).toContain('href="../history/2026-03.html"')
  await soon(() => row(page.slug)).toMatchObject({ wholeAt: expect.any(Date) })
  await settled()

  // Simulates a store with other contents: changed files are written, others are not.
  const past = [`incidents/${fire.id}`, `incidents/${flood.id}`, "history/2026-03", "history"]
  await pool.query(
    `update status_page_export set files = files || (
       select jsonb_object_agg(name, 'x') from unnest($2::text[]) name) where slug = $1`,
    [page.slug, past.map((name) => `${name}.html`)],
  )
  const writtenFor = async (change: () => Promise<unknown>, received: string) => {
    puts.length = 0
    await change()
    await soon(() => files.get(fileOf("index"))).toContain(received)
    await soon(() => row(page.slug)).toMatchObject({ leaseToken: null })
    return past.filter((name) => puts.includes(fileOf(name)))
  }
  const announce = (body: string) => () =>
    createAnnouncement(world.system, { statusPageId: page.id, body })
  expect(await writtenFor(announce("We move"), "We move")).toEqual([])
  const linksBefore = linksOf(files.get(fileOf("index")))
  expect(linksBefore).toContain(`incidents/${flood.id}.html`)
  const say = () =>
    prisma.incident.update({
      where: { id: fire.id },
      data: { title: "Big fire", isTitleChosen: true },
    })
  expect(
    await writtenFor(async () => {
      await say()
      await announce("Soon")()
    }, "Soon"),
  ).toEqual([`incidents/${fire.id}`, "history/2026-03"])
  expect(files.get(fileOf("history/2026-03"))).toContain("Big fire")
  const rename = () => updateStatusPage(world.system, { id: page.id, name: "Acme Cloud" })
  expect(await writtenFor(rename, "Acme Cloud")).toEqual(past)
})

test("a bucket accepts requests signed with its key; an error is retried and shown without the key", async () => {
  const keys = { id: "AKIDEXAMPLE", secret: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY" }
  const bucket = await startBucket(keys)
  const { page } = await makePublicPage(world)
  bucket.answer(503)
  const place = {
    url: bucket.url,
    region: "eu-central-1",
    accessKeyId: keys.id,
    secretAccessKey: keys.secret,
  }
  start(createBucket(place))
  await soon(() => row(page.slug)).toMatchObject({
    lastError: "The bucket returned 503: <Error>SlowDown</Error>.",
  })
  bucket.answer(null)
  const main = `/pages/copies/${page.slug}/index.html`
  await soon(() => bucket.kept.get(main)?.type).toBe("text/html; charset=utf-8")
  expect(bucket.kept.get(`/pages/copies/${page.slug}/badge.svg`)?.type).toContain("image/svg+xml")
  await soon(() => row(page.slug)).toMatchObject({ failures: 0, lastError: null })
  await updateStatusPage(world.system, { id: page.id, isPublic: false })
  const ours = () => [...bucket.kept.keys()].filter((name) => name.includes(page.slug))
  await soon(() => ours()).toEqual([])
  const wrong = createBucket({ ...place, secretAccessKey: "wrong" })
  const file = { name: "x", type: "text/plain", bytes: Buffer.from("x") }
  await expect(wrong.put(file)).rejects.toThrow(
    "The bucket returned 403: <Error><Code>SignatureDoesNotMatch</Code><AWSAccessKeyId>…</AWSAccessKeyId></Error>",
  )
})

test("a copy opened from the folder shows its age when it is no longer updated, within its CSP", async () => {
  const folder = await makeFolder()
  const { page, projectId, attach } = await makePublicPage(world)
  const shop = await attach("Shop")
  const { id } = await declareIncident(world.system, {
    projectId,
    title: "Slow",
    monitors: [{ monitorId: shop.monitor.id, status: "degraded" }],
  })
  await resolveIncident(world.system, id)
  const running = start(createFolder(folder))
  const main = join(folder, page.slug, "index.html")
  await soon(() => readFile(main, "utf8").catch(() => "")).toContain("Shop")
  await running.stop()
  const visitor = await browser.visit("http://127.0.0.1")
  await visitor.page.goto(pathToFileURL(main).href)
  await visitor.page.getByText("Shop").first().waitFor()
  expect(await visitor.page.locator("#copy-age").isVisible()).toBe(false)
  await visitor.page.getByRole("link", { name: "Slow" }).first().click()
  await visitor.page.getByRole("heading", { name: "Slow" }).waitFor()
  await visitor.page.goBack()
  const old = new Date(Date.now() - 240_000).toISOString()
  const text = await readFile(main, "utf8")
  await writeFile(main, text.replace(/data-copied-at="[^"]*"/, `data-copied-at="${old}"`))
  await visitor.page.reload()
  await visitor.page.locator("#copy-age").waitFor({ state: "visible" })
  expect(await visitor.page.locator("#copy-age").textContent()).toContain("⚠ As of ")
  await expectAccessible(visitor, "an old copy")
  expect(visitor.faults).toEqual([])
})

test("a copy stays visible while its server is unreachable, and is refreshed afterwards", async () => {
  const folder = await makeFolder()
  const { page } = await makePublicPage(world, { name: "Acme Cloud" })
  const running = start(createFolder(folder))
  const main = join(folder, page.slug, "index.html")
  await soon(() => readFile(main, "utf8").catch(() => "")).toContain("Acme Cloud")
  await running.stop()
  const text = await readFile(main, "utf8")
  const served = { status: 200, text, count: 0 }
  const { port } = await listenHttp((_req, res) => {
    served.count += 1
    res.writeHead(served.status, { "content-type": "text/html; charset=utf-8" }).end(served.text)
  })
  const { page: shown, faults } = await browser.visit(`http://127.0.0.1:${port}`)
  await shown.clock.install()
  await shown.goto("/index.html")
  const pass = async () => {
    const before = served.count
    await shown.clock.runFor(61_000)
    await soon(() => served.count).toBeGreaterThan(before)
  }
  Object.assign(served, { status: 503, text: "away" })
  await pass()
  expect(await shown.getByRole("heading", { name: "Acme Cloud" }).isVisible()).toBe(true)
  Object.assign(served, { status: 200, text: text.replaceAll("Acme Cloud", "Acme Sky") })
  await pass()
  await shown.getByRole("heading", { name: "Acme Sky" }).waitFor()
  expect(faults).toEqual([])
})
