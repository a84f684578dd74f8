import { z } from "zod"
import { DomainError } from "../../graphql/errors.ts"
import type { PageView } from "../../graphql/status-page/view.ts"
import { readLogo } from "../../graphql/status-page/view-logo.ts"
import type { Services } from "../../services.ts"
import { renderBadge } from "../badge.ts"
import type { Rendered } from "../face.ts"
import { renderRss } from "../feed.ts"
import type { Page } from "./layout.ts"
import { renderIncident, renderPage } from "./render.ts"
import type { Setting } from "./setting.ts"
import type { Wish } from "./wish.ts"
import { settingOf } from "./wish.ts"

export type Rendering = {
  /** Tells it from the others of its page and place. */
  name: string
  /** A document for people, whose absence is told in one too. */
  isDocument: boolean
  /** Null where the page has no such thing. */
  render(view: PageView): Rendered | null | Promise<Rendered | null>
}

/** Nothing may run, load or be framed. */
const policy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const svg = "image/svg+xml; charset=utf-8"
const rss = "application/rss+xml; charset=utf-8"

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

/** What stands at an address below a page; null where nothing ever does. */
export function createRenderings(services: Services) {
  const { env } = services

  async function logoOf(view: PageView): Promise<Rendered | null> {
    const logo = view.logoTag === null ? null : await readLogo(services, view.id)
    return logo && embedded(logo.type, logo.bytes)
  }

  /** @param path what links on the page begin with. */
  return (path: string, words: string[], wish: Wish): Rendering | null => {
    const [word, id, ...more] = words
    if (more.length > 0 || (id !== undefined && word !== "incidents")) return null
    const part = (name: string, render: Rendering["render"]): Rendering => ({
      name,
      isDocument: false,
      render,
    })
    const document = (
      name: string,
      render: (view: PageView, setting: Setting) => Page | null,
    ): Rendering => ({
      name: `${name} ${wish.language ?? ""} ${wish.isChosen}`,
      isDocument: true,
      render(view) {
        const page = render(view, settingOf(path, wish, view.language))
        return page && asHtml(page)
      },
    })
    if (word === undefined) return document("page", renderPage)
    if (word === "incidents" && id !== undefined) {
      return document(`incident ${id}`, (view, setting) => {
        const all = [...view.openIncidents, ...view.pastIncidents]
        const incident = all.find((one) => one.id === id)
        return incident === undefined ? null : renderIncident(view, incident, setting)
      })
    }
    if (word === "logo") return part("logo", logoOf)
    if (word === "badge") {
      const metric = readMetric(wish.query)
      return part(`badge ${metric}`, (view) => embedded(svg, renderBadge(view, metric)))
    }
    if (word === "rss") {
      return part("rss", (view) => embedded(rss, renderRss(view, env.BASE_URL)))
    }
    return null
  }
}

const metrics = z.enum(["state", "uptime"])

/** @throws {DomainError} validation_failed, whatever the page. */
function readMetric(query: URLSearchParams) {
  const metric = metrics.safeParse(query.get("metric") ?? "state")
  if (!metric.success) {
    throw new DomainError("validation_failed", "The parameter metric must be state or uptime.")
  }
  return metric.data
}
