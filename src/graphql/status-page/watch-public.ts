import type { Context } from "../context.ts"
import { DomainError, notFound } from "../errors.ts"
import { createInbox, leavable } from "../inbox.ts"
import type { ShownPage } from "./live-pages.ts"
import { publicPagesOf } from "./live-pages.ts"

/**
 * A public page as it stands, and again as it stands after each change; a reader who is slow misses what lies
 * between. Whoever asks may be anybody.
 *
 * @throws {DomainError} not_found for a page that is not public and one that never was; so ends the stream of a
 *   page that goes. Unavailable where it cannot be read for a while: what is shown is not live then.
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
      throw new DomainError("unavailable", "The page cannot be read anew; try again in a while.")
    }
    return page
  }

  async function* run(): AsyncGenerator<ShownPage> {
    let told: string | null = null
    const unwatch = pages.watch(slug, () => inbox.push("read"))
    try {
      do {
        const page = await read()
        if (page.version === told) continue
        told = page.version
        yield page
      } while ((await inbox.next(1)) !== null)
    } finally {
      unwatch()
    }
  }

  return leavable(run(), inbox)
}
