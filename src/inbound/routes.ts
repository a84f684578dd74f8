import { inboundPrefix } from "../graphql/incidents/source/source-url.ts"
import type { Route } from "../http/route.ts"
import type { Services } from "../platform/services.ts"
import { createInbound } from "./handle.ts"

/** The routes of senders of alerts. */
export const createInboundRoutes = (services: Services): Route[] => [
  { path: inboundPrefix, methods: null, refusals: "problem", handle: createInbound(services) },
]
