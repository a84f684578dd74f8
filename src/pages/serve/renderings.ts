import { z } from "zod"
import { DomainError } from "../../graphql/kernel/errors.ts"
import type { ShownPage } from "../../graphql/status-pages/status-page/live-pages.ts"
import type { PageView } from "../../graphql/status-pages/status-page/view-page.ts"
import type { PublicIncident } from "../../graphql/status-pages/status-page/view-incidents.ts"
import { readMonth, readPastIncident } from "../../graphql/status-pages/status-page/view-past.ts"
import { readLogo } from "../../graphql/status-pages/status-page/view-logo.ts"
import type { Services } from "../../platform/services.ts"
import { renderBadge } from "../badge.ts"
import type { Rendered } from "../../http/cached-response.ts"
import { renderAtom } from "../feed/atom.ts"
import { feedOf } from "../feed/feed.ts"
import { renderJsonFeed } from "../feed/json-feed.ts"
import { renderRss } from "../feed/rss.ts"
import { renderMaintenanceCalendar } from "../maintenance-calendar.ts"
import { statusDocuments } from "../status-json/json-documents.ts"
import { renderWidget, widgetScript } from "../widget/widget.ts"
import { monthAt, readMonthOf, renderHistory } from "../status-page/history.ts"
import { renderSubscribe } from "../subscribe/render-subscribe.ts"
import { waysOf } from "../subscribe/subscription-channels.ts"
import { previewImage } from "../status-page/preview-image.ts"
import type { Page } from "../status-page/page-layout.ts"
import { renderIncident, renderPage } from "../status-page/render-page.ts"
import type { Setting } from "../status-page/page-setting.ts"
import { renderedTexts } from "../status-page/rendered-texts.ts"
import { settingOf, type RequestedLocale } from "../status-page/read-locale.ts"

/** The live page has a version; a preview or copy does not. */
type Viewed = PageView & Partial<Pick<ShownPage, "version">>

export type Rendering = {
  /** Cache key, unique per page and path. */
  name: string
  /** True for HTML documents, whose 404 is an HTML document too. */
  isDocument: boolean
  /** Null if the page has no such resource. */
  render(view: Viewed): Rendered | null | Promise<Rendered | null>
}

/** No scripts, loading or framing. */
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

function calendarOf(view: PageView, address: string, id: string | null): Rendered | null {
  const calendar = renderMaintenanceCalendar(view, address, id)
  return calendar === null ? null : embedded(types.calendar, calendar)
}

/** Machine-readable responses by path, in the page's own language. */
const machineResponses: ReadonlyMap<string, (view: PageView, address: string) => Rendered | null> =
  new Map([
    ["rss", (view, address) => embedded(types.rss, renderRss(feedOf(view, address)))],
    ["atom", (view, address) => embedded(types.atom, renderAtom(feedOf(view, address)))],
    [
      "feed.json",
      (view, address) => embedded(types.jsonFeed, renderJsonFeed(feedOf(view, address))),
    ],
    ["maintenance.ics", (view, address) => calendarOf(view, address, null)],
    ["widget.js", () => ({ ...embedded(types.script, widgetScript), maxAgeSeconds: 3600 })],
    ...[...statusDocuments].map(
      ([name, render]) =>
        [
          `api/v2/${name}`,
          (view: PageView, address: string) => embedded(types.json, render(view, address)),
        ] as const,
    ),
  ])

/** Finds the rendering for a path below a page; null for unknown paths. */
export function createRenderings(services: Services) {
  const { env } = services

  async function logoOf(
    { id, logoTag, darkLogoTag }: PageView,
    ground: "light" | "dark",
  ): Promise<Rendered | null> {
    const tag = ground === "light" ? logoTag : darkLogoTag
    const logo = tag === null ? null : await readLogo(services, id, ground)
    return logo && embedded(logo.type, logo.bytes)
  }

  async function incidentOf(view: PageView, id: string): Promise<PublicIncident | null> {
    const known = [...view.openIncidents, ...view.pastIncidents].find((one) => one.id === id)
    if (known !== undefined || !uuid.safeParse(id).success) return known ?? null
    return services.database.read((database) => readPastIncident(database, view.id, id))
  }

  /** @param given a month such as 2026-10; the current one if absent. */
  async function historyOf(
    view: PageView,
    setting: Setting,
    given: string | undefined,
  ): Promise<Page | null> {
    const now = services.clock.now()
    const month = given === undefined ? monthAt(now) : readMonthOf(given, now)
    if (month === null) return null
    const past = await services.database.read((database) => readMonth(database, view.id, month))
    const firstAt = past.firstAt ?? view.createdAt
    const isBefore = month.to <= firstAt && month.to <= view.createdAt
    return isBefore ? null : renderHistory(view, past, month, now, setting)
  }

  /**
   * @param path prefix of links on the page.
   * @param own origin of the custom domain the request came to.
   */
  return (
    path: string,
    words: string[],
    requested: RequestedLocale,
    own: string | null = null,
  ): Rendering | null => {
    const place = words.join("/")
    const addressOf = ({ slug }: PageView) => own ?? `${env.BASE_URL}/status/${slug}`
    const inLanguage = `${requested.language ?? ""} ${requested.isChosen}`
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
        // Private pages send no live updates.
        const isLive = version !== undefined && !isPrivate
        const live = isLive ? { live: { slug, version } } : {}
        const isVisited = version !== undefined || requested.isCopy === true
        const address = isVisited ? { address: addressOf(view) } : {}
        const open = isPrivate || requested.isCopy === true ? {} : waysOf(services, path, slug)
        const page = await render(view, {
          ...settingOf(path, requested, language),
          ...live,
          ...open,
          ...address,
          isVisited: version !== undefined,
          makerUrl: `${env.BASE_URL}/docs`,
        })
        return page && asHtml(page)
      },
    })
    const machineResponse = machineResponses.get(place)
    if (machineResponse !== undefined) {
      return part(`${place} ${own}`, (view) => machineResponse(view, addressOf(view)))
    }
    if (place === "") {
      return document(async (view, setting) =>
        renderPage(view, setting, await renderedTexts(services, view, view.openIncidents)),
      )
    }
    if (place === "subscribe") {
      return document((view, setting) =>
        setting.subscribing === undefined ? null : renderSubscribe(view, setting, null),
      )
    }
    const [word, id, ...more] = words
    if (word === "incidents" && id !== undefined && more.length === 0) {
      return document(async (view, setting) => {
        const incident = await incidentOf(view, id)
        if (incident === null) return null
        const markupOf = await renderedTexts(services, view, [incident])
        return renderIncident(view, incident, setting, markupOf)
      })
    }
    const windowId = word === "maintenance" ? /^(.+)\.ics$/.exec(id ?? "")?.[1] : undefined
    if (windowId !== undefined && more.length === 0) {
      return part(`${place} ${own}`, (view) => calendarOf(view, addressOf(view), windowId))
    }
    if (word === "history" && more.length === 0) {
      return document((view, setting) => historyOf(view, setting, id))
    }
    if (place === "logo") return part(place, (view) => logoOf(view, "light"))
    if (place === "logo-dark") return part(place, (view) => logoOf(view, "dark"))
    if (place === "preview.png") {
      return part(place, ({ look }) => embedded("image/png", previewImage(look.accentColor)))
    }
    if (place === "badge") {
      const metric = readMetric(requested.query)
      const render = (view: PageView) => embedded(types.svg, renderBadge(view, metric))
      return part(`${place} ${metric}`, render)
    }
    if (place === "widget.json") {
      return part(`${place} ${inLanguage} ${own}`, (view) => {
        const { locale } = settingOf(path, requested, view.language)
        return {
          ...embedded(types.json, renderWidget(view, locale, addressOf(view))),
          variesByLanguage: true,
        }
      })
    }
    return null
  }
}

const uuid = z.uuid()
const metrics = z.enum(["state", "uptime"])

/** @throws {DomainError} validation_failed */
function readMetric(query: URLSearchParams) {
  const metric = metrics.safeParse(query.get("metric") ?? "state")
  if (!metric.success) {
    throw new DomainError("validation_failed", "The parameter metric must be state or uptime.")
  }
  return metric.data
}
