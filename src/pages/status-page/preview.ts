import type { IncomingMessage, ServerResponse } from "node:http"
import { readPreview } from "../../graphql/status-page/view-preview.ts"
import type { Services } from "../../services.ts"
import { makeFace, sendFace } from "../face.ts"
import { createRenderings } from "./renderings.ts"
import { readWish } from "./wish.ts"

export const previewPrefix = "/status/preview/"

/** Pages as their editors would like them, by signed links: the page itself, read anew for each request. */
export function createPreviews(services: Services) {
  const renderingOf = createRenderings(services)

  /** @returns false for a link that is none of ours or expired, and for what the page does not have. */
  return async (req: IncomingMessage, res: ServerResponse, path: string): Promise<boolean> => {
    const [token = "", ...words] = path.slice(previewPrefix.length).split("/")
    const rendering = renderingOf(`${previewPrefix}${token}`, words, readWish(req))
    const view = rendering && (await readPreview(services, token))
    const rendered = view && (await rendering?.render(view))
    if (!rendered) return false
    res.setHeader("x-robots-tag", "noindex, nofollow")
    res.setHeader("referrer-policy", "no-referrer")
    sendFace(req, res, makeFace(rendered, undefined, services.clock.now()), "admitted")
    return true
  }
}
