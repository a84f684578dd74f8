import type { Executor } from "../graphql/execution/execute.ts"
import type { Route } from "../http/route.ts"
import type { Services } from "../platform/services.ts"
import { createRest, type KeyHolder } from "./handle.ts"

/** The routes of /v1. */
export function createRestRoutes(
  services: Services,
  executor: Executor,
  keyHolder: KeyHolder,
): Route[] {
  const handle = createRest(services, executor, keyHolder)
  return ["/v1", "/v1/"].map((path) => ({ path, methods: null, refusals: "problem", handle }))
}
