import type { IncomingMessage } from "node:http"
import { createAccess, type Actor } from "../../graphql/kernel/access.ts"
import { DomainError } from "../../graphql/kernel/errors.ts"
import { newId } from "../../platform/id.ts"
import {
  createLivePages,
  publicPagesOf,
  type ShownPage,
} from "../../graphql/status-pages/status-page/live-pages.ts"
import { readPrivatePage } from "../../graphql/status-pages/status-page/view-page.ts"
import {
  readPageEntry,
  type PageEntry,
} from "../../graphql/status-pages/status-page/view-access.ts"
import type { Services } from "../../platform/services.ts"
import { createAccessCookies } from "./access-cookie.ts"

/** The sender of a request. @throws {DomainError} if its key is invalid. */
export type ActorOf = (req: IncomingMessage) => Promise<Actor>

export type ProtectedPage = PageEntry & { access: NonNullable<PageEntry["access"]> }

const hasAccess = (page: PageEntry | null): page is ProtectedPage =>
  page !== null && page.access !== null

export type PageVisibility =
  | { kind: "open"; view: ShownPage; audience: "everybody" | "admitted" }
  /** The page is hidden; its access form is not. */
  | { kind: "access_form"; page: ProtectedPage }
  | { kind: "not_found" }

const notFound: PageVisibility = { kind: "not_found" }

/** Decides what a visitor can see of a page. */
export function createPageVisibility(services: Services, actorOf: ActorOf) {
  const publicPages = publicPagesOf(services)
  const privatePages = createLivePages(services, readPrivatePage)
  const accessCookies = createAccessCookies(services)

  async function isMember(req: IncomingMessage, projectId: string): Promise<boolean> {
    const { cookie, authorization } = req.headers
    if (cookie === undefined && authorization === undefined) return false
    try {
      const actor = await actorOf(req)
      await createAccess(services, actor).require(projectId, "status_pages:read")
      return true
    } catch (error) {
      // Whatever is wrong with the credentials, the page answers as if it did not exist.
      if (error instanceof DomainError) return false
      throw error
    }
  }

  return {
    accessCookies,
    /** @param isPage whether the page itself is requested; only there is the access form shown. */
    async check(req: IncomingMessage, slug: string, isPage: boolean): Promise<PageVisibility> {
      const view = await publicPages.read(slug)
      if (view !== null) return { kind: "open", view, audience: "everybody" }
      const { cookie, authorization } = req.headers
      if (!isPage && cookie === undefined && authorization === undefined) return notFound
      const page = await readPageEntry(services, slug)
      const isAdmitted = hasAccess(page) && accessCookies.isValid(req, page)
      // Also checked for pages that do not exist, so that timing does not reveal hidden ones.
      if (isAdmitted || (await isMember(req, page?.projectId ?? newId()))) {
        const hidden = await privatePages.read(slug)
        return hidden === null ? notFound : { kind: "open", view: hidden, audience: "admitted" }
      }
      return isPage && hasAccess(page) ? { kind: "access_form", page } : notFound
    },
    /** Null if the page is public, or open to members only. */
    async findProtected(slug: string): Promise<ProtectedPage | null> {
      const page = await readPageEntry(services, slug)
      return hasAccess(page) ? page : null
    },
  }
}
