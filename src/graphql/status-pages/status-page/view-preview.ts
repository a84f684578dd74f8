import type { Services } from "../../../platform/services.ts"
import { given } from "../../kernel/input.ts"
import { readToken } from "./preview-link.ts"
import { previewChanges } from "./page-preview.ts"
import { readAnyPage, type PageView } from "./view-page.ts"

/** A page as its editor would like it; null for a link that we did not sign, and for one that is expired. */
export async function readPreview(
  services: Pick<Services, "database" | "vault" | "clock">,
  token: string,
): Promise<PageView | null> {
  const { database, vault, clock } = services
  const id = readToken(vault, token)
  if (id === null) return null
  const preview = await database.prisma.statusPagePreview.findUnique({ where: { id } })
  const now = clock.now()
  if (preview === null || preview.expiresAt <= now) return null
  const { name, description, language, ...look } = given(previewChanges.parse(preview.changes))
  const view = await readAnyPage(services, preview.pageId, now, look)
  return view && { ...view, ...given({ name, description, language }) }
}
