import { systemClock, type Clock } from "../../src/platform/clock.ts"
import type { Target } from "../../src/graphql/monitoring/monitor/rules/monitor-target.ts"
import { createGuard } from "../../src/platform/guard.ts"
import { createDialer } from "../../src/probe/dial.ts"
import type { Resolver } from "../../src/probe/probe.ts"
import { createResolver } from "../../src/probe/resolve.ts"

export type ToolOptions = {
  ranges?: string[]
  servers?: string[]
  ca?: string[]
  clock?: Clock
  resolver?: Resolver
}

/** A prober's dependencies for loopback, with its own name server if given. */
export function makeTools(options: ToolOptions = {}) {
  const guard = createGuard(options.ranges ?? ["127.0.0.0/8", "::1/128"])
  const clock = options.clock ?? systemClock
  const servers = options.servers ?? ["127.0.0.1:9"]
  const resolver = options.resolver ?? createResolver({ servers, timeoutMs: 500 })
  const dialer = createDialer({ guard, resolver, clock, ca: options.ca ?? [] })
  return { guard, resolver, clock, dialer }
}

const common = {
  monitorId: "0190f5fe-0000-7000-8000-000000000001",
  monitorSeq: 1,
  projectId: "0190f5fe-0000-7000-8000-000000000002",
  name: "target",
  intervalSeconds: 60,
  timeoutSeconds: 10,
  checkRequestedAt: null,
  assertions: [],
}

export const httpTarget = (url: string, more: Partial<Target<"http">> = {}): Target<"http"> => ({
  ...common,
  kind: "http",
  url,
  method: "GET",
  headers: {},
  body: "",
  maxRedirects: 10,
  ...more,
})

export const tcpTarget = (port: number, more: Partial<Target<"tcp">> = {}): Target<"tcp"> => ({
  ...common,
  kind: "tcp",
  host: "127.0.0.1",
  port,
  ...more,
})

export const tlsTarget = (port: number, more: Partial<Target<"tls">> = {}): Target<"tls"> => ({
  ...common,
  kind: "tls",
  host: "127.0.0.1",
  port,
  serverName: null,
  ...more,
})

/** A signal that never aborts. */
export const noDeadline = () => new AbortController().signal
