import type { IncomingMessage, ServerResponse } from "node:http"
import { readPreview } from "../../graphql/status-pages/status-page/view-preview.ts"
import type { Services } from "../../platform/services.ts"
import { makeCachedResponse, sendCachedResponse } from "../../http/cached-response.ts"
import { createRenderings } from "./renderings.ts"
import { readLocale } from "../status-page/read-locale.ts"

export const previewPrefix = "/status/preview/"

/** The dashboard shows previews in a frame; no other page may be framed. */
const framed = "frame-ancestors 'self'"

/** Previews of unsaved page settings by signed links, read again for each request. */
export function createPreviews(services: Services) {
  const renderingOf = createRenderings(services)

  /** @returns false for invalid and expired links, and for paths that the page does not have. */
  return async (req: IncomingMessage, res: ServerResponse, path: string): Promise<boolean> => {
    const [token = "", ...words] = path.slice(previewPrefix.length).split("/")
    const rendering = renderingOf(`${previewPrefix}${token}`, words, readLocale(req))
    const view = rendering && (await readPreview(services, token))
    const rendered = view && (await rendering?.render(view))
    if (!rendered) return false
    res.setHeader("x-robots-tag", "noindex, nofollow")
    res.setHeader("referrer-policy", "no-referrer")
    res.setHeader("x-frame-options", "SAMEORIGIN")
    const policy = rendered.policy.replace("frame-ancestors 'none'", framed)
    sendCachedResponse(
      req,
      res,
      makeCachedResponse({ ...rendered, policy }, undefined, services.clock.now()),
      "admitted",
    )
    return true
  }
}
