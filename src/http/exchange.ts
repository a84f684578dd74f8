import type { IncomingMessage, ServerResponse } from "node:http"

/** A request and its response, as passed to every route. */
export type Exchange = {
  req: IncomingMessage
  res: ServerResponse
  /** Without the query, not decoded. */
  path: string
  /** The client's address, from trusted proxies where set. */
  peer: string
  /** Also sent as X-Request-Id. */
  requestId: string
}
