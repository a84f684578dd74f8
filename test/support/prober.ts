import { systemClock, type Clock } from "../../src/clock.ts"
import type { Target } from "../../src/graphql/monitor/target.ts"
import { createGuard } from "../../src/guard.ts"
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

/** A prober's tools for loopback, with an own name server where one is given. */
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

type Of<K extends Target["kind"]> = Extract<Target, { kind: K }>

export const httpTarget = (url: string, more: Partial<Of<"http">> = {}): Of<"http"> => ({
  ...common,
  kind: "http",
  url,
  method: "GET",
  headers: {},
  body: "",
  maxRedirects: 10,
  ...more,
})

export const tcpTarget = (port: number, more: Partial<Of<"tcp">> = {}): Of<"tcp"> => ({
  ...common,
  kind: "tcp",
  host: "127.0.0.1",
  port,
  ...more,
})

export const tlsTarget = (port: number, more: Partial<Of<"tls">> = {}): Of<"tls"> => ({
  ...common,
  kind: "tls",
  host: "127.0.0.1",
  port,
  serverName: null,
  ...more,
})

/** A signal that never fires. */
export const noDeadline = () => new AbortController().signal
