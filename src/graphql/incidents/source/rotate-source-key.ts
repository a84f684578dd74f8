import type { Context } from "../../kernel/context.ts"
import { recordAudit } from "../../workspace/audit/record-audit.ts"
import { changeSource } from "./change-source.ts"
import type { CreatedSource } from "./create-source.ts"
import { newSourceKey, storedKey } from "./source-key.ts"
import { sourceUrl } from "./source-url.ts"

/** Gives a source a new key. The previous one is refused at once, and requests with it are counted. */
export function rotateSourceKey(ctx: Context, sourceId: string): Promise<CreatedSource> {
  return changeSource(ctx, sourceId, async (tx, { id, kind, keyHash }) => {
    const key = newSourceKey()
    const source = await tx.db.source.update({
      where: { id },
      data: { ...storedKey(key), isKeyGiven: false, previousKeyHash: keyHash },
    })
    await recordAudit(tx, ctx.actor, "source.key_rotated", source)
    return { source, key, url: sourceUrl(ctx.env.BASE_URL, kind, key) }
  })
}
