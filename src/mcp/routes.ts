import type { Executor } from "../graphql/execution/execute.ts"
import type { Route } from "../http/route.ts"
import type { Services } from "../platform/services.ts"
import type { Exchange } from "../http/exchange.ts"
import type { KeyHolder } from "./handle.ts"

/** The route of the Model Context Protocol, which refuses methods in its own form. */
export function createMcpRoutes(
  services: Services,
  executor: Executor,
  keyHolder: KeyHolder,
  stopping: AbortSignal,
): Route[] {
  let handler: Promise<(exchange: Exchange) => Promise<void>> | null = null
  const load = async () =>
    (await import("./handle.ts")).createMcp({ services, executor, keyHolder, stopping })
  // Loaded with the first request: the protocol's library is large, and many installations have no agents.
  const handle = async (exchange: Exchange) => (await (handler ??= load()))(exchange)
  return [{ path: "/mcp", methods: null, refusals: "problem", handle }]
}
