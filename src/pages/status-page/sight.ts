import type { IncomingMessage } from "node:http"
import type { Actor } from "../../graphql/access.ts"
import { createAccess } from "../../graphql/access.ts"
import { DomainError } from "../../graphql/errors.ts"
import type { Door } from "../../graphql/status-page/door.ts"
import type { ShownPage } from "../../graphql/status-page/live-pages.ts"
import { createLivePages, publicPagesOf } from "../../graphql/status-page/live-pages.ts"
import type { PrivateView } from "../../graphql/status-page/view.ts"
import { readPrivatePage } from "../../graphql/status-page/view.ts"
import type { Services } from "../../services.ts"
import { createTickets } from "./ticket.ts"

/** Who sends a request; throws a DomainError for a key that opens nothing. */
export type ActorOf = (req: IncomingMessage) => Promise<Actor>

export type Entrance = PrivateView & { door: Door }

export type Sight =
  | { kind: "open"; view: ShownPage; audience: "everybody" | "admitted" }
  /** The page is not to be seen, but the way in is. */
  | { kind: "door"; entrance: Entrance }
  | { kind: "nothing" }

const nothing: Sight = { kind: "nothing" }

/** What a visitor sees of a page: public ones all of it, others only who may. */
export function createSight(services: Services, actorOf: ActorOf) {
  const publicPages = publicPagesOf(services)
  const privatePages = createLivePages(services, readPrivatePage)
  const tickets = createTickets(services)

  async function isMember(req: IncomingMessage, { projectId }: PrivateView): Promise<boolean> {
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
      const hidden = await privatePages.read(slug)
      if (hidden === null) return nothing
      const { door } = hidden
      const isIn = door !== null && tickets.isGood(req, { ...hidden, door })
      if (isIn || (await isMember(req, hidden))) {
        return { kind: "open", view: hidden, audience: "admitted" }
      }
      return isPage && door !== null ? { kind: "door", entrance: { ...hidden, door } } : nothing
    },
    /** The page behind a door; null where there is none. */
    async entrance(slug: string): Promise<Entrance | null> {
      const hidden = await privatePages.read(slug)
      return hidden?.door ? { ...hidden, door: hidden.door } : null
    },
  }
}
