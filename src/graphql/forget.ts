import { RequestCache } from "@pothos/plugin-scope-auth"
import type { Context } from "./context.ts"

/**
 * Ends what an execution remembers of rights. It is remembered by its context, which it names itself: until the next
 * large collection V8 would take both for alive, and whatever a request holds with them.
 */
export const forget = (ctx: Context): void => RequestCache.clearForContext(ctx)
