import { expect, onTestFinished, test } from "vitest"
import { newId } from "../../../src/platform/id.ts"
import { declareIncident } from "../../../src/graphql/incidents/incident/declare-incident.ts"
import { setLogo } from "../../../src/graphql/status-pages/status-page/set-logo.ts"
import { updateStatusPage } from "../../../src/graphql/status-pages/status-page/update-status-page.ts"
import { readPast } from "../../../src/graphql/status-pages/status-page/view-past.ts"
import { readPublicPage } from "../../../src/graphql/status-pages/status-page/view-page.ts"
import { claimExports, enlist } from "../../../src/jobs/export/claim-copy.ts"
import type { Store } from "../../../src/jobs/export/copy-store.ts"
import { startExport } from "../../../src/jobs/export/export-pages.ts"
import { writeExport } from "../../../src/jobs/export/write-copy.ts"
import { createCopies } from "../../../src/pages/serve/static-copy.ts"
import { pastFiles } from "../../../src/pages/status-page/past-files.ts"
import { soon } from "../../support/soon.ts"
import { makePublicPage } from "../../support/status-page.ts"
import { useWorld } from "../../support/world.ts"

const world = useWorld()

const pixel = "R0lGODlhAQABAIAAAP8AAAAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw=="

/** A store that reports each file before it stores it. */
function makeStore(onPut: (name: string) => Promise<void> | void = () => undefined) {
  const files = new Set<string>()
  const store: Store = {
    place: "memory",
    async put({ name }) {
      files.add(name)
      await onPut(name)
    },
    remove(name) {
      files.delete(name)
      return Promise.resolve()
    },
  }
  return { store, files }
}

const { claim, write, expire } = {
  async claim(slug: string) {
    const { pool } = world.services.database
    await enlist(pool)
    await pool.query(
      "update status_page_export set due_at = date_trunc('milliseconds', now()) where slug = $1",
      [slug],
    )
    const held = (await claimExports(pool)).find((one) => one.slug === slug)
    if (held === undefined) throw new Error("nobody else claims here")
    return held
  },
  write: (store: Store, held: Awaited<ReturnType<typeof claimExports>>[number]) =>
    writeExport({ services: world.services, store, copy: createCopies(world.services) }, held),
  expire: (slug: string) =>
    world.services.database.pool.query(
      "update status_page_export set lease_until = now() - interval '10 seconds' where slug = $1",
      [slug],
    ),
}

test("a killed export leaves no files of a page that is deleted meanwhile", async () => {
  const { page } = await makePublicPage(world)
  const begun = Promise.withResolvers<void>()
  // Killed in between: the store has the file, but it was never recorded.
  const { store, files } = makeStore(() => {
    begun.resolve()
    return new Promise<void>(() => undefined)
  })
  void write(store, await claim(page.slug))
  await begun.promise
  expect(files.size).toBeGreaterThan(0)
  await expire(page.slug)
  await updateStatusPage(world.system, { id: page.id, isPublic: false })
  await write({ ...store, put: () => Promise.resolve() }, await claim(page.slug))
  expect([...files]).toEqual([])
})

test("an interrupted export is completed the next time", async () => {
  const { page } = await makePublicPage(world)
  const first = makeStore()
  await write(first.store, await claim(page.slug))
  const begun = Promise.withResolvers<void>()
  const elsewhere = makeStore(() => {
    begun.resolve()
    return new Promise<void>(() => undefined)
  })
  void write({ ...elsewhere.store, place: "elsewhere" }, await claim(page.slug))
  await begun.promise
  await expire(page.slug)
  const second = makeStore()
  await write({ ...second.store, place: "elsewhere" }, await claim(page.slug))
  expect([...second.files].toSorted()).toEqual([...first.files].toSorted())
})

test("an export keeps its lease while it writes, and stops when another worker has taken it over", async () => {
  const { page } = await makePublicPage(world)
  const { pool } = world.services.database
  const leases: boolean[] = []
  const main = `${page.slug}/index.html`
  const slow = makeStore(async (name) => {
    const { rows } = await pool.query<{ isHeld: boolean }>(
      `select lease_until > now() as "isHeld" from status_page_export where slug = $1`,
      [page.slug],
    )
    leases.push(rows[0]?.isHeld === true)
    if (name !== main) await expire(page.slug)
  })
  await write(slow.store, await claim(page.slug))
  expect(slow.files.has(main)).toBe(true)
  // Files of a batch are uploaded concurrently; the lease is renewed before the next batch.
  expect(leases.at(-1)).toBe(true)

  const robbed = makeStore(async () => {
    await pool.query("update status_page_export set lease_token = $2 where slug = $1", [
      page.slug,
      newId(),
    ])
  })
  await updateStatusPage(world.system, { id: page.id, name: "Another" })
  await write(robbed.store, await claim(page.slug))
  expect(robbed.files.size).toBeGreaterThan(0)
  expect(robbed.files.has(main)).toBe(false)
})

test("while the bus is down, exports run every few seconds, not at each gap", async () => {
  const { services } = world
  const { page } = await makePublicPage(world)
  const gaps: (() => void)[] = []
  const bus: typeof services.bus = {
    ...services.bus,
    // A change would make it due earlier.
    subscribe: () => () => undefined,
    onGap(listener) {
      gaps.push(listener)
      return () => undefined
    },
  }
  const loop = startExport({ ...services, bus }, makeStore().store)
  onTestFinished(() => loop.stop())
  const row = async () => {
    const { rows } = await services.database.pool.query<{ left: number; isDone: boolean }>(
      `select extract(epoch from due_at - now())::float8 as left,
              whole_at is not null and lease_token is null as "isDone"
         from status_page_export where slug = $1`,
      [page.slug],
    )
    return rows[0]
  }
  await soon(row).toMatchObject({ isDone: true })
  for (const gap of [...gaps, ...gaps]) gap()
  const seen: number[] = []
  await soon(async () => {
    seen.push((await row())?.left ?? Infinity)
    return seen.at(-1)
  }).toBeLessThan(20)
  expect(seen.at(-1)).toBeGreaterThan(4)
})

test("of a history that exceeds the limit, the oldest is left out, never files that the page links to", async () => {
  const { page, projectId, attach } = await makePublicPage(world)
  const { monitor } = await attach("Shop")
  await setLogo(world.system, { id: page.id, image: pixel })
  const { id: open } = await declareIncident(world.system, {
    projectId,
    title: "Fire",
    monitorId: monitor.id,
  })
  await world.services.database.pool.query(
    `insert into incident select (jsonb_populate_record(i, jsonb_build_object(
        'id', gen_random_uuid(), 'number', i.number + n, 'started_at', i.started_at - make_interval(hours => n),
        'resolved_at', i.started_at - make_interval(hours => n - 1)))).*
       from incident i, generate_series(1, 600) n where i.id = $1`,
    [open],
  )
  const now = new Date()
  const view = await readPublicPage(world.services, page.slug, now)
  if (view === null) throw new Error("the page is public")
  // Simulates a complete earlier export of past periods.
  const past = pastFiles(view, await readPast(world.services.database, page.id), now)
  const sources = Object.fromEntries([...past].map(([rest, source]) => [`${rest}.html`, source]))
  const { files, kept } = await createCopies(world.services)(view, {
    names: Object.keys(sources),
    sources,
    isWhole: true,
  })
  const names = files.map(({ name }) => name)
  expect(names).toContain(`incidents/${open}.html`)
  expect(names.filter((name) => name.startsWith("logo"))).toHaveLength(1)
  expect(kept.length + names.length).toBe(500)
})
