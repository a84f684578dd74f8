import type { Context } from "../../kernel/context.ts"
import { DomainError, notFound } from "../../kernel/errors.ts"
import { createInbox, leavable } from "../../live/inbox.ts"
import { publicPagesOf, type ShownPage } from "./live-pages.ts"

/**
 * Streams a public page: its current state, then its state after each change; slow readers skip intermediate
 * states. For anonymous callers.
 * @throws {DomainError} not_found for private and unknown pages, also when a page becomes one. unavailable if it
 * cannot be read for a while, because it is no longer live.
 */
export async function watchPublicPage(
  ctx: Context,
  slug: string,
): Promise<AsyncIterableIterator<ShownPage>> {
  const pages = publicPagesOf(ctx)
  await read()
  const inbox = createInbox(1, "read")

  async function read(): Promise<ShownPage> {
    const page = await pages.read(slug)
    if (page === null) throw notFound("status page")
    if (pages.isOld(slug)) {
      throw new DomainError("unavailable", "The page is temporarily unavailable. Try again later.")
    }
    return page
  }

  async function* run(): AsyncGenerator<ShownPage> {
    let sentVersion: string | null = null
    const unwatch = pages.watch(slug, () => inbox.push("read"))
    try {
      do {
        const page = await read()
        if (page.version === sentVersion) continue
        sentVersion = page.version
        yield page
      } while ((await inbox.next(1)) !== null)
    } finally {
      unwatch()
    }
  }

  return leavable(run(), inbox)
}
