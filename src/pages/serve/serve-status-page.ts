import type { IncomingMessage, ServerResponse } from "node:http"
import { publicPagesOf, type ShownPage } from "../../graphql/status-pages/status-page/live-pages.ts"
import type { Services } from "../../platform/services.ts"
import {
  headsOf,
  makeCachedResponse,
  sendCachedResponse,
  writeCachedResponse,
  type CachedResponse,
  type Heads,
} from "../../http/cached-response.ts"
import { createSubscribe } from "../subscribe/handle-subscription.ts"
import { waysOf } from "../subscribe/subscription-channels.ts"
import { createHosts, originOfHost } from "../status-page/hosts.ts"
import { createAccessCheck, sendAccessForm } from "../status-page/check-access.ts"
import { renderNothing } from "../status-page/render-nothing.ts"
import { renderSavedTexts } from "../status-page/rendered-texts.ts"
import { createRenderings, type Rendering } from "./renderings.ts"
import {
  createPageVisibility,
  type ActorOf,
  type PageVisibility,
} from "../status-page/visible-page.ts"
import { localeOf } from "../status-page/locale.ts"
import { readLocale, settingOf } from "../status-page/read-locale.ts"

const prefix = "/status/"
const maxResponses = 1000
/** Links of an earlier version end in /door. */
const accessPaths: ReadonlySet<string> = new Set(["access", "door"])

/** The view a response was rendered from; weak, so that the cache does not keep old views alive. */
type Of = WeakRef<ShownPage>
type Answer = {
  slug: string
  of: Of
  response: CachedResponse
  heads: Heads | null
  untilMs: number
}

/** Cache time on custom domains, whose owner can change without a change of the page. */
const ownMs = 2000

type PageRequest = { req: IncomingMessage; res: ServerResponse; path: string; peer: string }

type Place = {
  slug: string
  /** Prefix of links on the page: /status/<slug>, or empty on a custom domain. */
  path: string
  segments: string[]
  /** Origin of the custom domain. */
  own?: string | null
}

/** Serves /status/<slug>, everything below it, and custom domains of pages. */
export function createStatusPages(services: Services, actorOf: ActorOf) {
  const { clock, env } = services
  const publicPages = publicPagesOf(services)
  const visibility = createPageVisibility(services, actorOf)
  const access = createAccessCheck(services, visibility.accessCookies)
  const subscribe = createSubscribe(services)
  const renderingOf = createRenderings(services)
  renderSavedTexts(services)
  const slugOfHost = createHosts(services)
  const responses = new Map<string, { of: Of; response: Promise<CachedResponse | null> }>()
  /** Responses by the exact request, which saves parsing it again. */
  const answers = new Map<string, Answer>()

  /** Renders each view once; concurrent readers share it. */
  function responseOf(
    view: ShownPage,
    path: string,
    { name, render }: Rendering,
  ): Promise<CachedResponse | null> {
    const key = `${env.BASE_URL} ${view.slug} ${path} ${name}`
    const last = responses.get(key)
    if (last?.of.deref() === view) return last.response
    const response = renderResponse(key, view, render, last?.response)
    responses.delete(key)
    responses.set(key, { of: new WeakRef(view), response })
    dropOldest(responses)
    return response
  }

  async function renderResponse(
    key: string,
    view: ShownPage,
    render: Rendering["render"],
    last: Promise<CachedResponse | null> | undefined,
  ): Promise<CachedResponse | null> {
    try {
      const [before, rendered] = await Promise.all([last?.catch(() => null), render(view)])
      if (rendered !== null) return makeCachedResponse(rendered, before ?? undefined, clock.now())
      responses.delete(key)
      return null
    } catch (error) {
      responses.delete(key)
      throw error
    }
  }

  function remember(
    req: IncomingMessage,
    { path }: Place,
    view: ShownPage,
    response: CachedResponse,
  ): void {
    const key = keyOf(env, req)
    const untilMs = path === "" ? clock.monotonicMs() + ownMs : Infinity
    answers.delete(key)
    answers.set(key, { slug: view.slug, of: new WeakRef(view), response, heads: null, untilMs })
    dropOldest(answers)
  }

  async function show(
    { req, res }: PageRequest,
    place: Place,
    seen: PageVisibility,
  ): Promise<boolean> {
    const { path, segments, own } = place
    const locale = readLocale(req)
    if (seen.kind === "access_form") {
      const { page } = seen
      const setting = settingOf(path, locale, page.language)
      sendAccessForm(req, res, { page, setting, answer: null, baseUrl: env.BASE_URL })
      return true
    }
    const rendering = renderingOf(path, segments, locale, own)
    if (rendering === null) {
      if (seen.kind !== "open" || isForPrograms(segments)) return false
      sendNothing(req, res, homeOf(seen, path))
      return true
    }
    const response = seen.kind === "open" ? await responseOf(seen.view, path, rendering) : null
    if (seen.kind === "open" && response !== null) {
      sendCachedResponse(req, res, response, seen.audience)
      if (seen.audience === "everybody") remember(req, place, seen.view, response)
    } else if (rendering.isDocument) sendNothing(req, res, homeOf(seen, path))
    else return false
    return true
  }

  const visibilityOf = (req: IncomingMessage, { slug, segments }: Place): Promise<PageVisibility> =>
    visibility.check(req, slug, segments.length === 0)

  /** @returns false if no form posts to this path. */
  async function handlePost(request: PageRequest, place: Place): Promise<boolean> {
    if (place.segments[0] !== "subscribe") return submitAccess(request, place)
    const seen = await visibilityOf(request.req, place)
    // Only public pages have subscribers.
    if (seen.kind !== "open" || seen.audience !== "everybody") return false
    const setting = settingOf(place.path, readLocale(request.req), seen.view.language)
    await subscribe(request, seen.view, { ...setting, ...waysOf(services, place.path, place.slug) })
    return true
  }

  /** @returns false if the page has no access form. */
  async function submitAccess(request: PageRequest, { slug, path }: Place): Promise<boolean> {
    const page = await visibility.findProtected(slug)
    if (page === null) return false
    await access.submit(request, page, settingOf(path, readLocale(request.req), page.language))
    return true
  }

  /** @returns false if the path is not an access link. */
  async function openLink(request: PageRequest, { slug, path, segments }: Place): Promise<boolean> {
    if (!accessPaths.has(segments.join("/"))) return false
    const locale = readLocale(request.req)
    const token = locale.query.get("token")
    const page = token === null ? null : await visibility.findProtected(slug)
    if (token === null || page === null) return false
    access.openLink(request, page, settingOf(path, locale, page.language), token)
    return true
  }

  return {
    /**
     * Sends a cached response if the page has not changed since; otherwise returns false.
     *
     * @param guards headers of every response, the same at each call.
     * @param more headers of this response only.
     */
    recall(
      req: IncomingMessage,
      res: ServerResponse,
      guards: readonly (readonly [string, string])[],
      more: readonly string[],
    ): boolean {
      const answer = answers.get(keyOf(env, req))
      if (answer === undefined || clock.monotonicMs() >= answer.untilMs) return false
      const shown = publicPages.peek(answer.slug)
      if (shown === null || shown !== answer.of.deref()) return false
      answer.heads ??= headsOf(answer.response, "everybody", guards)
      writeCachedResponse(req, res, answer.response, answer.heads, more)
      return true
    },
    /** @returns false if nothing was sent. Documents send their own 404, also for private pages. */
    async handle(request: PageRequest): Promise<boolean> {
      // A trailing slash is ignored.
      const rest = request.path.slice(prefix.length).replace(/^([^/]*)\/$/, "$1")
      const [slug = "", ...segments] = rest.split("/")
      const place = { slug, path: `${prefix}${slug}`, segments }
      if (request.req.method === "POST") return handlePost(request, place)
      if (await openLink(request, place)) return true
      return show(request, place, await visibilityOf(request.req, place))
    },
    /** Serves a custom domain: its page and everything below. Returns false for any other host. */
    async handleOwn(request: PageRequest): Promise<boolean> {
      const { req, res, path } = request
      const slug = await slugOfHost(req.headers.host)
      if (slug === null) return false
      const segments = path === "/" ? [] : path.slice(1).split("/")
      const place = { slug, path: "", segments, own: originOfHost(env, req.headers.host) }
      if (req.method === "POST") return handlePost(request, place)
      if (await openLink(request, place)) return true
      const seen = await visibilityOf(req, place)
      if (seen.kind === "not_found") return false
      if (!(await show(request, place, seen))) sendNothing(req, res, homeOf(seen, ""))
      return true
    },
    /** Whether forms can post to this path. */
    takesForm: (path: string): boolean =>
      /^(?:\/status\/[^/]*)?\/(?:access|door|subscribe)$/.test(path),
    /** Whether a host is a custom domain of a page, so that a proxy may request its certificate. */
    isOwn: async (host: string | undefined): Promise<boolean> => (await slugOfHost(host)) !== null,
  }
}

/** Everything a response depends on. Only GET and HEAD responses are cached. */
const keyOf = ({ BASE_URL }: Services["env"], { method, url, headers }: IncomingMessage): string =>
  `${BASE_URL} ${method === "HEAD" ? "GET" : method} ${headers.host} ${url} ${headers["accept-language"]}`

function dropOldest(responses: Map<string, unknown>): void {
  const oldest = responses.size > maxResponses ? responses.keys().next().value : undefined
  if (oldest !== undefined) responses.delete(oldest)
}

/** Programs get a problem document where a page has nothing. */
const isForPrograms = (segments: readonly string[]): boolean =>
  segments[0] === "api" || segments.some((segment) => segment.includes("."))

type Home = { name: string; href: string }

/** Where the visitor can go on; null if that would reveal that a page exists. */
const homeOf = (seen: PageVisibility, path: string): Home | null =>
  seen.kind === "open" ? { name: seen.view.name, href: path === "" ? "/" : path } : null

/** In the visitor's language, not the page's, which would reveal that a page exists. */
function sendNothing(req: IncomingMessage, res: ServerResponse, home: Home | null): void {
  const nothing = renderNothing(localeOf(readLocale(req).language ?? "en"), home)
  res.writeHead(404, {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": nothing.policy,
    "cache-control": "no-store",
    "content-length": Buffer.byteLength(nothing.text),
  })
  res.end(req.method === "HEAD" ? undefined : nothing.text)
}
