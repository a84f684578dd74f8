import type { IncomingMessage, ServerResponse } from "node:http"
import { z } from "zod"
import { DomainError } from "../../graphql/errors.ts"
import type { PageView } from "../../graphql/status-page/view.ts"
import { readLogo } from "../../graphql/status-page/view-logo.ts"
import type { Services } from "../../services.ts"
import { renderBadge } from "../badge.ts"
import type { Face, Rendered } from "../face.ts"
import { makeFace, sendFace } from "../face.ts"
import { renderRss } from "../feed.ts"
import type { Page } from "./layout.ts"
import { renderIncident, renderNothing, renderPage } from "./render.ts"
import { createHosts } from "./hosts.ts"
import { createViews } from "./views.ts"

const prefix = "/status/"
const facesAtMost = 1000

type Asked = { req: IncomingMessage; res: ServerResponse }

type Rendering = {
  /** Tells it from the others of its page and place. */
  name: string
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
  body: text,
})
const embedded = (type: string, body: string | Buffer): Rendered => ({
  type,
  policy,
  body,
})

/** What stands below /status/<slug>: for everybody, and only while the page is public. */
export function createStatusPages(services: Services) {
  const { env, clock } = services
  const views = createViews(services)
  const slugOfHost = createHosts(services)
  const faces = new Map<string, { view: PageView; face: Face }>()
  const nothing = renderNothing()

  function renderingOf(path: string, words: string[], query: URLSearchParams): Rendering | null {
    const [word, id, ...more] = words
    if (more.length > 0 || (id !== undefined && word !== "incidents")) return null
    if (word === undefined) {
      return { name: "page", render: (view) => asHtml(renderPage(view, path)) }
    }
    if (word === "incidents" && id !== undefined) {
      const render = (view: PageView) => {
        const all = [...view.openIncidents, ...view.pastIncidents]
        const incident = all.find((one) => one.id === id)
        return incident === undefined ? null : asHtml(renderIncident(view, incident, path))
      }
      return { name: `incident ${id}`, render }
    }
    if (word === "logo") return { name: "logo", render: logoOf }
    if (word === "badge") {
      const metric = readMetric(query)
      return { name: `badge ${metric}`, render: (view) => embedded(svg, renderBadge(view, metric)) }
    }
    if (word === "rss") {
      return { name: "rss", render: (view) => embedded(rss, renderRss(view, env.BASE_URL)) }
    }
    return null
  }

  async function logoOf(view: PageView): Promise<Rendered | null> {
    const logo = view.logoTag === null ? null : await readLogo(services, view.id)
    return logo && embedded(logo.type, logo.bytes)
  }

  async function faceOf(
    view: PageView,
    path: string,
    { name, render }: Rendering,
  ): Promise<Face | null> {
    const key = `${view.slug} ${path} ${name}`
    const last = faces.get(key)
    if (last?.view === view) return last.face
    const rendered = await render(view)
    faces.delete(key)
    if (rendered === null) return null
    const face = makeFace(rendered, last?.face, clock.now())
    faces.set(key, { view, face })
    const oldest = faces.size > facesAtMost ? faces.keys().next().value : undefined
    if (oldest !== undefined) faces.delete(oldest)
    return face
  }

  /** @param path what links on the page begin with. */
  async function show(
    { req, res }: Asked,
    slug: string,
    path: string,
    words: string[],
  ): Promise<boolean> {
    const query = new URLSearchParams(req.url?.split("?", 2)[1] ?? "")
    const rendering = renderingOf(path, words, query)
    if (rendering === null) return false
    const view = await views.read(slug)
    const face = view === null ? null : await faceOf(view, path, rendering)
    if (face !== null) sendFace(req, res, face)
    else if (words.length > 0 && words[0] !== "incidents") return false
    else sendNothing(req, res)
    return true
  }

  return {
    /** @returns false where there is nothing, also for a page that is not public; an HTML page says so itself. */
    handle(req: IncomingMessage, res: ServerResponse, path: string): Promise<boolean> {
      const [slug = "", ...words] = path.slice(prefix.length).split("/")
      return show({ req, res }, slug, `${prefix}${slug}`, words)
    },
    /** All of a domain of its own: its page and what stands below it; false for every other name. */
    async handleOwn(req: IncomingMessage, res: ServerResponse, path: string): Promise<boolean> {
      const slug = await slugOfHost(req.headers.host)
      if (slug === null || (await views.read(slug)) === null) return false
      const words = path === "/" ? [] : path.slice(1).split("/")
      if (!(await show({ req, res }, slug, "", words))) sendNothing(req, res)
      return true
    },
    /** Whether a proxy may ask for a certificate of this name. */
    isShown: async (host: string): Promise<boolean> => (await slugOfHost(host)) !== null,
    stop: () => views.stop(),
  }

  function sendNothing(req: IncomingMessage, res: ServerResponse): void {
    res.writeHead(404, {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": nothing.policy,
      "cache-control": "no-store",
      "content-length": Buffer.byteLength(nothing.text),
    })
    res.end(req.method === "HEAD" ? undefined : nothing.text)
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
