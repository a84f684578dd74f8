import { z } from "zod"
import { DomainError } from "../../graphql/errors.ts"
import type { ShownPage } from "../../graphql/status-page/live-pages.ts"
import type { PageView } from "../../graphql/status-page/view.ts"
import type { PublicIncident } from "../../graphql/status-page/view-incidents.ts"
import { readMonth, readPastIncident } from "../../graphql/status-page/view-past.ts"
import { readLogo } from "../../graphql/status-page/view-logo.ts"
import type { Services } from "../../services.ts"
import { renderBadge } from "../badge.ts"
import type { Rendered } from "../face.ts"
import { renderAtom } from "../feed/atom.ts"
import { feedOf } from "../feed/feed.ts"
import { renderJsonFeed } from "../feed/json-feed.ts"
import { renderRss } from "../feed/rss.ts"
import { renderMaintenanceCalendar } from "../maintenance-calendar.ts"
import { statusDocuments } from "../status-json/documents.ts"
import { renderWidget, widgetScript } from "../widget/widget.ts"
import { monthAt, readMonthOf, renderHistory } from "./history.ts"
import { renderSubscribe } from "../subscribe/render.ts"
import { waysOf } from "../subscribe/ways.ts"
import type { Page } from "./layout.ts"
import { renderIncident, renderPage } from "./render.ts"
import type { Setting } from "./setting.ts"
import type { Wish } from "./wish.ts"
import { settingOf } from "./wish.ts"

/** A page that changes while it is shown has a version. */
type Viewed = PageView & Partial<Pick<ShownPage, "version">>

export type Rendering = {
  /** Tells it from the others of its page and place. */
  name: string
  /** A document for people, whose absence is told in one too. */
  isDocument: boolean
  /** Null where the page has no such thing. */
  render(view: Viewed): Rendered | null | Promise<Rendered | null>
}

/** Nothing may run, load or be framed. */
const policy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const types = {
  svg: "image/svg+xml; charset=utf-8",
  rss: "application/rss+xml; charset=utf-8",
  atom: "application/atom+xml; charset=utf-8",
  jsonFeed: "application/feed+json; charset=utf-8",
  calendar: "text/calendar; charset=utf-8",
  json: "application/json; charset=utf-8",
  script: "text/javascript; charset=utf-8",
}

const asHtml = ({ text, policy }: Page): Rendered => ({
  type: "text/html; charset=utf-8",
  policy,
  maxAgeSeconds: 0,
  variesByLanguage: true,
  body: text,
})
const embedded = (type: string, body: string | Buffer): Rendered => ({
  type,
  policy,
  body,
})

/** What programs read, by its place below the page; its address stands in it, and words are in its own language. */
const machineFaces: ReadonlyMap<string, (view: PageView, address: string) => Rendered> = new Map([
  ["rss", (view, address) => embedded(types.rss, renderRss(feedOf(view, address)))],
  ["atom", (view, address) => embedded(types.atom, renderAtom(feedOf(view, address)))],
  ["feed.json", (view, address) => embedded(types.jsonFeed, renderJsonFeed(feedOf(view, address)))],
  [
    "maintenance.ics",
    (view, address) => embedded(types.calendar, renderMaintenanceCalendar(view, address)),
  ],
  ["widget.js", () => ({ ...embedded(types.script, widgetScript), maxAgeSeconds: 3600 })],
  ...[...statusDocuments].map(
    ([name, render]) =>
      [
        `api/v2/${name}`,
        (view: PageView, address: string) => embedded(types.json, render(view, address)),
      ] as const,
  ),
])

/** What stands at an address below a page; null where nothing ever does. */
export function createRenderings(services: Services) {
  const { env } = services
  const { BASE_URL } = env

  async function logoOf(view: PageView): Promise<Rendered | null> {
    const logo = view.logoTag === null ? null : await readLogo(services, view.id)
    return logo && embedded(logo.type, logo.bytes)
  }

  async function incidentOf(view: PageView, id: string): Promise<PublicIncident | null> {
    const known = [...view.openIncidents, ...view.pastIncidents].find((one) => one.id === id)
    if (known !== undefined || !uuid.safeParse(id).success) return known ?? null
    return readPastIncident(services.database, view.id, id)
  }

  /** @param given such as 2026-10; the month that runs where absent. */
  async function historyOf(
    view: PageView,
    setting: Setting,
    given: string | undefined,
  ): Promise<Page | null> {
    const now = services.clock.now()
    const month = given === undefined ? monthAt(now) : readMonthOf(given, now)
    if (month === null) return null
    const past = await readMonth(services.database, view.id, month)
    const firstAt = past.firstAt ?? view.createdAt
    const isBefore = month.to <= firstAt && month.to <= view.createdAt
    return isBefore ? null : renderHistory(view, past, month, now, setting)
  }

  /**
   * @param path what links on the page begin with.
   * @param own the origin of the domain of its own on which it was asked for.
   */
  return (
    path: string,
    words: string[],
    wish: Wish,
    own: string | null = null,
  ): Rendering | null => {
    const place = words.join("/")
    const addressOf = ({ slug }: PageView) => own ?? `${BASE_URL}/status/${slug}`
    const inLanguage = `${wish.language ?? ""} ${wish.isChosen}`
    const part = (name: string, render: Rendering["render"]): Rendering => ({
      name,
      isDocument: false,
      render,
    })
    const document = (
      render: (view: PageView, setting: Setting) => Page | null | Promise<Page | null>,
    ): Rendering => ({
      name: `${place} ${inLanguage}`,
      isDocument: true,
      async render(view) {
        const { slug, version, language } = view
        const isPrivate = !view.isPublic
        // Nobody outside is told of changes of a page that is not public.
        const isLive = version !== undefined && !isPrivate
        const live = isLive ? { live: { slug, version } } : {}
        const open = isPrivate || wish.isCopy === true ? {} : waysOf(services, path, slug)
        const page = await render(view, { ...settingOf(path, wish, language), ...live, ...open })
        return page && asHtml(page)
      },
    })
    const machineFace = machineFaces.get(place)
    if (machineFace !== undefined) {
      return part(`${place} ${own}`, (view) => machineFace(view, addressOf(view)))
    }
    if (place === "") return document(renderPage)
    if (place === "subscribe") {
      return document((view, setting) =>
        setting.subscribing === undefined ? null : renderSubscribe(view, setting, null),
      )
    }
    const [word, id, ...more] = words
    if (word === "incidents" && id !== undefined && more.length === 0) {
      return document(async (view, setting) => {
        const incident = await incidentOf(view, id)
        return incident && renderIncident(view, incident, setting)
      })
    }
    if (word === "history" && more.length === 0) {
      return document((view, setting) => historyOf(view, setting, id))
    }
    if (place === "logo") return part(place, logoOf)
    if (place === "badge") {
      const metric = readMetric(wish.query)
      const render = (view: PageView) => embedded(types.svg, renderBadge(view, metric))
      return part(`${place} ${metric}`, render)
    }
    if (place === "widget.json") {
      return part(`${place} ${inLanguage} ${own}`, (view) => {
        const { speech } = settingOf(path, wish, view.language)
        return {
          ...embedded(types.json, renderWidget(view, speech, addressOf(view))),
          variesByLanguage: true,
        }
      })
    }
    return null
  }
}

const uuid = z.uuid()
const metrics = z.enum(["state", "uptime"])

/** @throws {DomainError} validation_failed, whatever the page. */
function readMetric(query: URLSearchParams) {
  const metric = metrics.safeParse(query.get("metric") ?? "state")
  if (!metric.success) {
    throw new DomainError("validation_failed", "The parameter metric must be state or uptime.")
  }
  return metric.data
}
