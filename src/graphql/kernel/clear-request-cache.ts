import { RequestCache } from "@pothos/plugin-scope-auth"
import type { Context } from "./context.ts"
import { forgetChecked } from "./last-checked.ts"

/** Drops the permissions that were cached for this execution. */
export function clearRequestCache(ctx: Context): void {
  RequestCache.clearForContext(ctx)
  forgetChecked()
}
