import type { IncomingMessage, ServerResponse } from "node:http"

/** One request and its answer, as every route gets it. */
export type Exchange = {
  req: IncomingMessage
  res: ServerResponse
  /** Without the query, not decoded. */
  path: string
  /** The address that asks, as far as our own proxies can be believed. */
  peer: string
  /** Also in the header X-Request-Id of the answer. */
  requestId: string
}
