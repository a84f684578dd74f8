import { createHash } from "node:crypto"
import { LRUCache } from "lru-cache"
import {
  readPublicTexts,
  textsOf,
  type PublicTexts,
} from "../../graphql/status-pages/status-page/public-texts.ts"
import type { PageView } from "../../graphql/status-pages/status-page/view-page.ts"
import type { PublicIncident } from "../../graphql/status-pages/status-page/view-incidents.ts"
import { storedHtml, type Html } from "../../platform/html.ts"
import type { Services } from "../../platform/services.ts"
import { markupVersion, plainText } from "../markdown.ts"
import { renderApart } from "../render-apart.ts"

/** Markup of a text that was prepared. */
export type MarkupOf = (text: string) => Html

type Needs = Pick<Services, "bus" | "database" | "log">
type Stored = { digest: Buffer; markup: string }

/** A page that waits longer shows the source, until it is read again. */
const patienceMs = 2000

/** Markup of incidents' texts by text, from the database; what is missing there is rendered and stored. */
export async function renderedTexts(
  services: Needs,
  { projectId }: Pick<PageView, "projectId">,
  incidents: readonly PublicIncident[],
): Promise<MarkupOf> {
  const all = incidents.map((one) => ({ projectId, incidentId: one.id, texts: textsOf(one) }))
  const rendered = await inTime(prepareAll(services, all))
  return (text) => {
    const markup = rendered?.get(text)
    return markup === undefined ? plainText(text) : storedHtml(markup)
  }
}

/** Renders texts when they were saved, so that no visitor waits for it. */
export function renderSavedTexts(services: Needs): void {
  const { bus, database, log } = services
  bus.subscribe("incident.text_written", ({ incidentId }) => {
    readPublicTexts(database, incidentId)
      .then((found) => found && prepareAll(services, [found]))
      .catch((err: unknown) => log.warn({ err, incidentId }, "texts were not rendered"))
  })
}

/** By digest, so that a page is shown in another language without the database. */
const known = new LRUCache<string, string>({
  maxSize: 32 * 1024 * 1024,
  sizeCalculation: (markup) => markup.length + 100,
})

async function prepareAll(
  services: Needs,
  all: readonly PublicTexts[],
): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const keep = (text: string, markup: string) => {
    found.set(text, markup)
    known.set(keyOf(text), markup)
  }
  for (const text of new Set(all.flatMap(({ texts }) => texts))) {
    const markup = known.get(keyOf(text))
    if (markup !== undefined) found.set(text, markup)
  }
  const isNew = (text: string) => !found.has(text)
  const unread = all.filter(({ texts }) => texts.some(isNew))
  if (unread.length === 0) return found
  const stored = await read(services, unread)
  for (const text of unread.flatMap(({ texts }) => texts)) {
    const markup = stored.get(keyOf(text))
    if (markup !== undefined) keep(text, markup)
  }
  await Promise.all(
    unread.map(async (one) => {
      const missing = [...new Set(one.texts.filter(isNew))]
      const markups = await renderOnce(services, one, missing)
      missing.forEach((text, at) => keep(text, markups[at] ?? plainText(text).text))
    }),
  )
  return found
}

/** An error of the database is none of the page's: what cannot be read is rendered again. */
async function read(
  { database, log }: Needs,
  unread: readonly PublicTexts[],
): Promise<Map<string, string>> {
  const ids = unread.map(({ incidentId }) => incidentId)
  const digests = unread.flatMap(({ texts }) => texts.map(digestOf))
  try {
    const { rows } = await database.read(({ pool }) =>
      pool.query<Stored>({
        name: "rendered-texts",
        text: `select digest, markup from rendered_text where incident_id = any($1) and digest = any($2)`,
        values: [ids, digests],
      }),
    )
    return new Map(rows.map(({ digest, markup }) => [digest.toString("base64"), markup]))
  } catch (err) {
    log.warn({ err }, "rendered texts could not be read")
    return new Map()
  }
}

/** In progress by text: a change makes several readers ask at once. */
const running = new Map<string, Promise<string>>()

async function renderOnce(
  services: Needs,
  one: PublicTexts,
  missing: readonly string[],
): Promise<string[]> {
  const fresh = missing.filter((text) => !running.has(keyOf(text)))
  const work = fresh.length === 0 ? null : render(services, one, fresh)
  fresh.forEach((text, at) => {
    const markup = Promise.resolve(work).then((all) => all?.[at] ?? plainText(text).text)
    const forget = () => void running.delete(keyOf(text))
    markup.then(forget, forget)
    running.set(keyOf(text), markup)
  })
  return Promise.all(missing.map(async (text) => running.get(keyOf(text)) ?? plainText(text).text))
}

async function render(
  services: Needs,
  { projectId, incidentId, texts }: PublicTexts,
  wanted: readonly string[],
): Promise<string[]> {
  const markups = await renderApart(projectId, wanted)
  const rows = wanted.map((text, at) => ({ digest: digestOf(text), markup: markups[at] ?? "" }))
  // A page is shown, too, where it cannot be stored, such as beside a database that only reads.
  await store(services, incidentId, rows, texts.map(digestOf)).catch((err: unknown) =>
    services.log.warn({ err, incidentId }, "rendered texts were not stored"),
  )
  return markups
}

/** Also drops what was made of texts that the incident no longer has. */
async function store(
  { database: { pool } }: Needs,
  incidentId: string,
  rows: readonly { digest: Buffer; markup: string }[],
  current: readonly Buffer[],
): Promise<void> {
  await pool.query(
    `with gone as (delete from rendered_text where incident_id = $1 and digest <> all($2))
     insert into rendered_text (incident_id, digest, markup)
     select incident.id, row.digest, row.markup
       from unnest($3::bytea[], $4::text[]) row (digest, markup)
       join incident on incident.id = $1
     on conflict do nothing`,
    [incidentId, current, rows.map(({ digest }) => digest), rows.map(({ markup }) => markup)],
  )
}

const digestOf = (text: string): Buffer =>
  createHash("sha256").update(`${markupVersion}\n${text}`).digest()

const keyOf = (text: string): string => digestOf(text).toString("base64")

async function inTime<T>(work: Promise<T>): Promise<T | null> {
  const late = Promise.withResolvers<null>()
  const timer = setTimeout(() => late.resolve(null), patienceMs)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
