import type { IncomingMessage } from "node:http"
import type { Actor } from "../../graphql/access.ts"
import { createAccess } from "../../graphql/access.ts"
import { DomainError } from "../../graphql/errors.ts"
import { newId } from "../../id.ts"
import type { ShownPage } from "../../graphql/status-page/live-pages.ts"
import { createLivePages, publicPagesOf } from "../../graphql/status-page/live-pages.ts"
import { readPrivatePage } from "../../graphql/status-page/view.ts"
import type { Entrance } from "../../graphql/status-page/view-entrance.ts"
import { readEntrance } from "../../graphql/status-page/view-entrance.ts"
import type { Services } from "../../services.ts"
import { createTickets } from "./ticket.ts"

/** Who sends a request; throws a DomainError for a key that opens nothing. */
export type ActorOf = (req: IncomingMessage) => Promise<Actor>

export type Doorway = Entrance & { door: NonNullable<Entrance["door"]> }

const hasDoor = (entrance: Entrance | null): entrance is Doorway =>
  entrance !== null && entrance.door !== null

export type Sight =
  | { kind: "open"; view: ShownPage; audience: "everybody" | "admitted" }
  /** The page is not to be seen, but the way in is. */
  | { kind: "door"; entrance: Doorway }
  | { kind: "nothing" }

const nothing: Sight = { kind: "nothing" }

/** What a visitor sees of a page: public ones all of it, others only who may. */
export function createSight(services: Services, actorOf: ActorOf) {
  const publicPages = publicPagesOf(services)
  const privatePages = createLivePages(services, readPrivatePage)
  const tickets = createTickets(services)

  async function isMember(req: IncomingMessage, projectId: string): Promise<boolean> {
    const { cookie, authorization } = req.headers
    if (cookie === undefined && authorization === undefined) return false
    try {
      const actor = await actorOf(req)
      await createAccess(services, actor).require(projectId, "status_pages:read")
      return true
    } catch (error) {
      // Whatever is wrong with who asks: the page answers as if it were not there.
      if (error instanceof DomainError) return false
      throw error
    }
  }

  return {
    tickets,
    /** @param isPage whether the page itself is asked for, which is where its door stands. */
    async look(req: IncomingMessage, slug: string, isPage: boolean): Promise<Sight> {
      const view = await publicPages.read(slug)
      if (view !== null) return { kind: "open", view, audience: "everybody" }
      const { cookie, authorization } = req.headers
      if (!isPage && cookie === undefined && authorization === undefined) return nothing
      const entrance = await readEntrance(services, slug)
      const isIn = hasDoor(entrance) && tickets.isGood(req, entrance)
      // Asked of a page that never was as well: the time that it takes shall not tell which of them is hidden.
      if (isIn || (await isMember(req, entrance?.projectId ?? newId()))) {
        const hidden = await privatePages.read(slug)
        return hidden === null ? nothing : { kind: "open", view: hidden, audience: "admitted" }
      }
      return isPage && hasDoor(entrance) ? { kind: "door", entrance } : nothing
    },
    /** Null for a page that has no door, or needs none. */
    async doorway(slug: string): Promise<Doorway | null> {
      const entrance = await readEntrance(services, slug)
      return hasDoor(entrance) ? entrance : null
    },
  }
}
