import type { IncomingMessage, ServerResponse } from "node:http"
import { z } from "zod"
import { DomainError } from "../../graphql/errors.ts"
import type { PageView } from "../../graphql/status-page/view.ts"
import type { Services } from "../../services.ts"
import { renderBadge } from "../badge.ts"
import type { Face } from "../face.ts"
import { makeFace, sendFace } from "../face.ts"
import { renderRss } from "../feed.ts"
import { pagePolicy } from "./layout.ts"
import { renderIncident, renderNothing, renderPage } from "./render.ts"
import { createViews } from "./views.ts"

const prefix = "/status/"
const facesAtMost = 3000

type Rendering = {
  /** Tells it from the others of its page. */
  name: string
  type: string
  policy: string
  /** Null where the page has no such thing. */
  render(view: PageView): string | null
}

/** Nothing may run, load or be framed. */
const policy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
const asHtml = { type: "text/html; charset=utf-8", policy: pagePolicy }
const asSvg = { type: "image/svg+xml; charset=utf-8", policy }
const asRss = { type: "application/rss+xml; charset=utf-8", policy }

/** What stands below /status/<slug>: for everybody, and only while the page is public. */
export function createStatusPages(services: Services) {
  const { env, clock } = services
  const views = createViews(services)
  const faces = new Map<string, { view: PageView; face: Face }>()
  const nothing = renderNothing(env.BASE_URL)

  function renderingOf(words: string[], query: URLSearchParams): Rendering | null {
    const [word, id, ...more] = words
    if (more.length > 0 || (id !== undefined && word !== "incidents")) return null
    if (word === undefined) {
      return { ...asHtml, name: "page", render: (view) => renderPage(view, env.BASE_URL) }
    }
    if (word === "incidents" && id !== undefined) {
      const render = (view: PageView) => {
        const all = [...view.openIncidents, ...view.pastIncidents]
        const incident = all.find((one) => one.id === id)
        return incident === undefined ? null : renderIncident(view, incident, env.BASE_URL)
      }
      return { ...asHtml, name: `incident ${id}`, render }
    }
    if (word === "badge") {
      const metric = readMetric(query)
      return { ...asSvg, name: `badge ${metric}`, render: (view) => renderBadge(view, metric) }
    }
    if (word === "rss") {
      return { ...asRss, name: "rss", render: (view) => renderRss(view, env.BASE_URL) }
    }
    return null
  }

  function faceOf(view: PageView, { name, render, ...rest }: Rendering): Face | null {
    const key = `${view.slug} ${name}`
    const last = faces.get(key)
    if (last?.view === view) return last.face
    faces.delete(key)
    const text = render(view)
    if (text === null) return null
    const face = makeFace({ ...rest, text }, last?.face, clock.now())
    faces.set(key, { view, face })
    const oldest = faces.size > facesAtMost ? faces.keys().next().value : undefined
    if (oldest !== undefined) faces.delete(oldest)
    return face
  }

  return {
    /** @returns false where there is nothing, also for a page that is not public; an HTML page says so itself. */
    async handle(req: IncomingMessage, res: ServerResponse, path: string): Promise<boolean> {
      const [slug = "", ...words] = path.slice(prefix.length).split("/")
      const query = new URLSearchParams(req.url?.split("?", 2)[1] ?? "")
      const rendering = renderingOf(words, query)
      if (rendering === null) return false
      const view = await views.read(slug)
      const face = view === null ? null : faceOf(view, rendering)
      if (face !== null) sendFace(req, res, face)
      else if (rendering.type !== asHtml.type) return false
      else sendNothing(req, res)
      return true
    },
    stop: () => views.stop(),
  }

  function sendNothing(req: IncomingMessage, res: ServerResponse): void {
    res.writeHead(404, {
      "content-type": asHtml.type,
      "content-security-policy": asHtml.policy,
      "cache-control": "no-store",
      "content-length": Buffer.byteLength(nothing),
    })
    res.end(req.method === "HEAD" ? undefined : nothing)
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
