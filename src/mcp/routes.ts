import type { Executor } from "../graphql/execution/execute.ts"
import type { Route } from "../http/route.ts"
import type { Services } from "../platform/services.ts"
import type { KeyHolder } from "./handle.ts"
import { createMcp } from "./handle.ts"

/** The route of the Model Context Protocol, which refuses methods in its own form. */
export function createMcpRoutes(
  services: Services,
  executor: Executor,
  keyHolder: KeyHolder,
  stopping: AbortSignal,
): Route[] {
  const handle = createMcp({ services, executor, keyHolder, stopping })
  return [{ path: "/mcp", methods: null, refusals: "problem", handle }]
}
