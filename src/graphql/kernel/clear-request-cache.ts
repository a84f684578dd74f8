import { RequestCache } from "@pothos/plugin-scope-auth"
import type { Context } from "./context.ts"

/**
 * Drops the permissions that Pothos cached for this execution. The cache is keyed by the context and also refers to
 * it, so without this V8 keeps both, and everything the request holds, until the next full collection.
 */
export const clearRequestCache = (ctx: Context): void => RequestCache.clearForContext(ctx)
