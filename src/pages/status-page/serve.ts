import type { IncomingMessage, ServerResponse } from "node:http"
import { z } from "zod"
import { DomainError } from "../../graphql/errors.ts"
import type { PageView } from "../../graphql/status-page/view.ts"
import type { Services } from "../../services.ts"
import { renderBadge } from "../badge.ts"
import type { Face } from "../face.ts"
import { makeFace, sendFace } from "../face.ts"
import { renderRss } from "../feed.ts"
import { createViews } from "./views.ts"

const prefix = "/status/"
const facesAtMost = 3000

/** Nothing may run, load or be framed. */
const strict = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

type Rendering = { name: string; type: string; policy: string; render(view: PageView): string }

/** What stands below /status/<slug>: for everybody, and only while the page is public. */
export function createStatusPages(services: Services) {
  const { env, clock } = services
  const views = createViews(services)
  const faces = new Map<string, { view: PageView; face: Face }>()

  function faceOf(view: PageView, { name, render, ...rest }: Rendering): Face {
    const key = `${view.slug}/${name}`
    const last = faces.get(key)
    if (last?.view === view) return last.face
    const face = makeFace({ ...rest, text: render(view) }, last?.face, clock.now())
    faces.delete(key)
    faces.set(key, { view, face })
    const oldest = faces.size > facesAtMost ? faces.keys().next().value : undefined
    if (oldest !== undefined) faces.delete(oldest)
    return face
  }

  function renderingOf(word: string | undefined, query: URLSearchParams): Rendering | null {
    if (word === "badge") {
      const metric = readMetric(query)
      return {
        name: `badge ${metric}`,
        type: "image/svg+xml; charset=utf-8",
        policy: strict,
        render: (view) => renderBadge(view, metric),
      }
    }
    if (word === "rss") {
      return {
        name: "rss",
        type: "application/rss+xml; charset=utf-8",
        policy: strict,
        render: (view) => renderRss(view, env.BASE_URL),
      }
    }
    return null
  }

  return {
    /** @returns false where there is nothing: also for a page that is not public. */
    async handle(req: IncomingMessage, res: ServerResponse, path: string): Promise<boolean> {
      const [slug = "", word, ...rest] = path.slice(prefix.length).split("/")
      const query = new URLSearchParams(req.url?.split("?", 2)[1] ?? "")
      const rendering = rest.length === 0 ? renderingOf(word, query) : null
      if (rendering === null) return false
      const view = await views.read(slug)
      if (view === null) return false
      sendFace(req, res, faceOf(view, rendering))
      return true
    },
    stop: () => views.stop(),
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
