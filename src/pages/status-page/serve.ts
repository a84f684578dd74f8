import type { IncomingMessage, ServerResponse } from "node:http"
import type { ShownPage } from "../../graphql/status-page/live-pages.ts"
import type { Services } from "../../services.ts"
import type { Face } from "../face.ts"
import { makeFace, sendFace } from "../face.ts"
import { createHosts } from "./hosts.ts"
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

type Asked = { req: IncomingMessage; res: ServerResponse; path: string; peer: string }

type Place = {
  slug: string
  /** What links on the page begin with: /status/<slug>, or nothing on a domain of its own. */
  path: string
  words: string[]
}

/** What stands below /status/<slug> and on the domains of pages: for everybody, or for who may see it. */
export function createStatusPages(services: Services, actorOf: ActorOf) {
  const { clock } = services
  const sight = createSight(services, actorOf)
  const knock = createKnock(services, sight.tickets)
  const renderingOf = createRenderings(services)
  const slugOfHost = createHosts(services)
  const faces = new Map<string, { view: ShownPage; face: Promise<Face | null> }>()

  /** Made once of each view, however many ask meanwhile. */
  function faceOf(
    view: ShownPage,
    path: string,
    { name, render }: Rendering,
  ): Promise<Face | null> {
    const key = `${view.slug} ${path} ${name}`
    const last = faces.get(key)
    if (last?.view === view) return last.face
    const face = anew(key, view, render, last?.face)
    faces.delete(key)
    faces.set(key, { view, face })
    const oldest = faces.size > facesAtMost ? faces.keys().next().value : undefined
    if (oldest !== undefined) faces.delete(oldest)
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

  async function show({ req, res }: Asked, place: Place, seen: Sight): Promise<boolean> {
    const { path, words } = place
    const wish = readWish(req)
    if (seen.kind === "door") {
      sendDoor(req, res, settingOf(path, wish, seen.entrance.language), null)
      return true
    }
    const rendering = renderingOf(path, words, wish)
    if (rendering === null) return false
    const face = seen.kind === "open" ? await faceOf(seen.view, path, rendering) : null
    if (seen.kind === "open" && face !== null) sendFace(req, res, face, seen.audience)
    else if (rendering.isDocument) sendNothing(req, res)
    else return false
    return true
  }

  const look = (req: IncomingMessage, { slug, words }: Place): Promise<Sight> =>
    sight.look(req, slug, words.length === 0)

  /** @returns false where there is no such door. */
  async function comeIn(asked: Asked, { slug, path }: Place): Promise<boolean> {
    const entrance = await sight.entrance(slug)
    if (entrance === null) return false
    await knock(asked, entrance, settingOf(path, readWish(asked.req), entrance.language))
    return true
  }

  return {
    /** @returns false where there is nothing, also for a page that is not public; a document says so itself. */
    async handle(asked: Asked): Promise<boolean> {
      const [slug = "", ...words] = asked.path.slice(prefix.length).split("/")
      const place = { slug, path: `${prefix}${slug}`, words }
      if (asked.req.method === "POST") return comeIn(asked, place)
      return show(asked, place, await look(asked.req, place))
    },
    /** All of a domain of its own: its page and what stands below it; false for every other name. */
    async handleOwn(asked: Asked): Promise<boolean> {
      const { req, res, path } = asked
      const slug = await slugOfHost(req.headers.host)
      if (slug === null) return false
      const place = { slug, path: "", words: path === "/" ? [] : path.slice(1).split("/") }
      if (req.method === "POST") return comeIn(asked, place)
      const seen = await look(req, place)
      if (seen.kind === "nothing") return false
      if (!(await show(asked, place, seen))) sendNothing(req, res)
      return true
    },
    /** Whether a path takes what a door's form sends. */
    isDoor: (path: string): boolean => path === "/door" || /^\/status\/[^/]*\/door$/.test(path),
    /** Whether a proxy may ask for a certificate of this name. */
    isShown: async (host: string): Promise<boolean> => (await slugOfHost(host)) !== null,
  }
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
