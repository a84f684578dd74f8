import type { IncomingMessage, ServerResponse } from "node:http"
import type { ShownPage } from "../../graphql/status-page/live-pages.ts"
import { publicPagesOf } from "../../graphql/status-page/live-pages.ts"
import type { Services } from "../../services.ts"
import type { Face, Heads } from "../face.ts"
import { headsOf, makeFace, sendFace, writeFace } from "../face.ts"
import { createSubscribe } from "../subscribe/take.ts"
import { waysOf } from "../subscribe/ways.ts"
import { createHosts, originOfHost } from "./hosts.ts"
import { createKnock, sendDoor } from "./knock.ts"
import { renderNothing } from "./render.ts"
import type { Rendering } from "./renderings.ts"
import { createRenderings } from "./renderings.ts"
import type { ActorOf, Sight } from "./sight.ts"
import { createSight } from "./sight.ts"
import { speechOf } from "./speech.ts"
import { readWish, settingOf } from "./wish.ts"

const prefix = "/status/"
const facesAtMost = 1000

/** What a face was made of, held so that states of before do not stay for the sake of their faces. */
type Of = WeakRef<ShownPage>
type Answer = { slug: string; of: Of; face: Face; heads: Heads | null; untilMs: number }

/** Whose a domain is may change without a change of the page. */
const ownMs = 2000

type Asked = { req: IncomingMessage; res: ServerResponse; path: string; peer: string }

type Place = {
  slug: string
  /** What links on the page begin with: /status/<slug>, or nothing on a domain of its own. */
  path: string
  words: string[]
  /** The origin of that domain. */
  own?: string | null
}

/** What stands below /status/<slug> and on the domains of pages: for everybody, or for who may see it. */
export function createStatusPages(services: Services, actorOf: ActorOf) {
  const { clock } = services
  const baseUrl = services.env.BASE_URL
  const publicPages = publicPagesOf(services)
  const sight = createSight(services, actorOf)
  const doors = createKnock(services, sight.tickets)
  const subscribe = createSubscribe(services)
  const renderingOf = createRenderings(services)
  const slugOfHost = createHosts(services)
  const faces = new Map<string, { of: Of; face: Promise<Face | null> }>()
  /** The same by what was asked for, letter by letter, so that nothing has to be understood again. */
  const answers = new Map<string, Answer>()

  /** Made once of each view, however many ask meanwhile. */
  function faceOf(
    view: ShownPage,
    path: string,
    { name, render }: Rendering,
  ): Promise<Face | null> {
    const key = `${view.slug} ${path} ${name}`
    const last = faces.get(key)
    if (last?.of.deref() === view) return last.face
    const face = anew(key, view, render, last?.face)
    faces.delete(key)
    faces.set(key, { of: new WeakRef(view), face })
    dropOldest(faces)
    return face
  }

  async function anew(
    key: string,
    view: ShownPage,
    render: Rendering["render"],
    last: Promise<Face | null> | undefined,
  ): Promise<Face | null> {
    try {
      const [before, rendered] = await Promise.all([last?.catch(() => null), render(view)])
      if (rendered !== null) return makeFace(rendered, before ?? undefined, clock.now())
      faces.delete(key)
      return null
    } catch (error) {
      faces.delete(key)
      throw error
    }
  }

  function remember(req: IncomingMessage, { path }: Place, view: ShownPage, face: Face): void {
    const key = keyOf(req)
    const untilMs = path === "" ? clock.monotonicMs() + ownMs : Infinity
    answers.delete(key)
    answers.set(key, { slug: view.slug, of: new WeakRef(view), face, heads: null, untilMs })
    dropOldest(answers)
  }

  async function show({ req, res }: Asked, place: Place, seen: Sight): Promise<boolean> {
    const { path, words, own } = place
    const wish = readWish(req)
    if (seen.kind === "door") {
      const { entrance } = seen
      const setting = settingOf(path, wish, entrance.language)
      sendDoor(req, res, { entrance, setting, answer: null, baseUrl })
      return true
    }
    const rendering = renderingOf(path, words, wish, own)
    if (rendering === null) return false
    const face = seen.kind === "open" ? await faceOf(seen.view, path, rendering) : null
    if (seen.kind === "open" && face !== null) {
      sendFace(req, res, face, seen.audience)
      if (seen.audience === "everybody") remember(req, place, seen.view, face)
    } else if (rendering.isDocument) sendNothing(req, res)
    else return false
    return true
  }

  const look = (req: IncomingMessage, { slug, words }: Place): Promise<Sight> =>
    sight.look(req, slug, words.length === 0)

  /** @returns false where no form of ours sends to that place. */
  async function take(asked: Asked, place: Place): Promise<boolean> {
    if (place.words[0] !== "subscribe") return comeIn(asked, place)
    const seen = await look(asked.req, place)
    // Only of pages that are for everybody is anybody told.
    if (seen.kind !== "open" || seen.audience !== "everybody") return false
    const setting = settingOf(place.path, readWish(asked.req), seen.view.language)
    await subscribe(asked, seen.view, { ...setting, ...waysOf(services, place.path, place.slug) })
    return true
  }

  /** @returns false where there is no such door. */
  async function comeIn(asked: Asked, { slug, path }: Place): Promise<boolean> {
    const entrance = await sight.doorway(slug)
    if (entrance === null) return false
    await doors.knock(asked, entrance, settingOf(path, readWish(asked.req), entrance.language))
    return true
  }

  /** @returns false where no such link is opened. */
  async function openLink(asked: Asked, { slug, path, words }: Place): Promise<boolean> {
    if (words.join("/") !== "door") return false
    const wish = readWish(asked.req)
    const token = wish.query.get("token")
    const entrance = token === null ? null : await sight.doorway(slug)
    if (token === null || entrance === null) return false
    doors.openLink(asked, entrance, settingOf(path, wish, entrance.language), token)
    return true
  }

  return {
    /**
     * Answers what was asked for before of a page that did not change since; false for all else.
     *
     * @param guards what goes out with every answer, the same at each call.
     * @param more headers of this answer alone.
     */
    recall(
      req: IncomingMessage,
      res: ServerResponse,
      guards: readonly (readonly [string, string])[],
      more: readonly string[],
    ): boolean {
      const answer = answers.get(keyOf(req))
      if (answer === undefined || clock.monotonicMs() >= answer.untilMs) return false
      const shown = publicPages.peek(answer.slug)
      if (shown === null || shown !== answer.of.deref()) return false
      answer.heads ??= headsOf(answer.face, "everybody", guards)
      writeFace(req, res, answer.face, answer.heads, more)
      return true
    },
    /** @returns false where there is nothing, also for a page that is not public; a document says so itself. */
    async handle(asked: Asked): Promise<boolean> {
      // With a slash behind it the address is still the page's.
      const rest = asked.path.slice(prefix.length).replace(/^([^/]*)\/$/, "$1")
      const [slug = "", ...words] = rest.split("/")
      const place = { slug, path: `${prefix}${slug}`, words }
      if (asked.req.method === "POST") return take(asked, place)
      if (await openLink(asked, place)) return true
      return show(asked, place, await look(asked.req, place))
    },
    /** All of a domain of its own: its page and what stands below it; false for every other name. */
    async handleOwn(asked: Asked): Promise<boolean> {
      const { req, res, path } = asked
      const slug = await slugOfHost(req.headers.host)
      if (slug === null) return false
      const words = path === "/" ? [] : path.slice(1).split("/")
      const place = { slug, path: "", words, own: originOfHost(services.env, req.headers.host) }
      if (req.method === "POST") return take(asked, place)
      if (await openLink(asked, place)) return true
      const seen = await look(req, place)
      if (seen.kind === "nothing") return false
      if (!(await show(asked, place, seen))) sendNothing(req, res)
      return true
    },
    /** Whether a path takes what a form of a page sends. */
    takesForm: (path: string): boolean => /^(?:\/status\/[^/]*)?\/(?:door|subscribe)$/.test(path),
    /** Whether a proxy may ask for a certificate of this name. */
    isShown: async (host: string): Promise<boolean> => (await slugOfHost(host)) !== null,
  }
}

/** All that an answer depends on; of methods that send something nothing is remembered. */
const keyOf = ({ method, url, headers }: IncomingMessage): string =>
  `${method === "HEAD" ? "GET" : method} ${headers.host} ${url} ${headers["accept-language"]}`

function dropOldest(faces: Map<string, unknown>): void {
  const oldest = faces.size > facesAtMost ? faces.keys().next().value : undefined
  if (oldest !== undefined) faces.delete(oldest)
}

/** In the visitor's language, and never in the page's: nobody shall learn that there is one. */
function sendNothing(req: IncomingMessage, res: ServerResponse): void {
  const nothing = renderNothing(speechOf(readWish(req).language ?? "en"))
  res.writeHead(404, {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": nothing.policy,
    "cache-control": "no-store",
    "content-length": Buffer.byteLength(nothing.text),
  })
  res.end(req.method === "HEAD" ? undefined : nothing.text)
}
