import type { Monitor } from "../../../prisma/generated/client.ts"
import { builder } from "../builder.ts"
import { MonitorAssertion } from "./graph-assertion.ts"
import { DnsRecordType, HttpMethod } from "./graph-enum.ts"
import type { KindField } from "./kinds.ts"
import { hasField } from "./kinds.ts"
import { readSettings } from "./read-target.ts"
import { revealBody, revealHeaders, revealHeartbeatUrl } from "./reveal.ts"
import type { Settings } from "./settings.ts"

const Header = builder.objectRef<{ name: string; value: string }>("Header").implement({
  description: "A header of a request.",
  fields: (t) => ({
    name: t.exposeString("name", { description: "Its name." }),
    value: t.exposeString("value", {
      description: "Its value; [hidden] without monitors:write.",
    }),
  }),
})

/** A setting, or null where monitors of this kind have no such thing. */
const setting = <K extends keyof Settings & KindField>(
  monitor: Monitor,
  name: K,
): Settings[K] | null =>
  hasField(monitor.kind, name) ? readSettings(monitor.settings)[name] : null

builder.prismaObjectFields("Monitor", (t) => ({
  url: t.exposeString("url", { nullable: true, description: "HTTP: the URL." }),
  host: t.exposeString("host", {
    nullable: true,
    description: "TCP, PING, DNS, TLS: the name or address.",
  }),
  port: t.exposeInt("port", { nullable: true, description: "TCP, TLS: the port." }),
  dnsRecordType: t.expose("dnsRecordType", {
    type: DnsRecordType,
    nullable: true,
    description: "DNS: the record to ask for.",
  }),
  heartbeatIntervalMinutes: t.exposeInt("heartbeatIntervalMinutes", {
    nullable: true,
    description: "HEARTBEAT: how often the job should call.",
  }),
  heartbeatGraceMinutes: t.exposeInt("heartbeatGraceMinutes", {
    nullable: true,
    description: "HEARTBEAT: how late it may be.",
  }),
  heartbeatUrl: t.string({
    nullable: true,
    description: "HEARTBEAT: where the job calls; null without monitors:write.",
    resolve: (monitor, _args, ctx) => revealHeartbeatUrl(ctx, monitor),
  }),
  method: t.field({
    type: HttpMethod,
    nullable: true,
    description: "HTTP: the method.",
    resolve: (monitor) => setting(monitor, "method"),
  }),
  headers: t.field({
    type: [Header],
    description: "HTTP: headers that are sent along.",
    resolve: (monitor, _args, ctx) => revealHeaders(ctx, monitor),
  }),
  body: t.string({
    nullable: true,
    description: "HTTP: the body that is sent; [hidden] without monitors:write.",
    resolve: (monitor, _args, ctx) => (monitor.kind === "http" ? revealBody(ctx, monitor) : null),
  }),
  maxRedirects: t.int({
    nullable: true,
    description: "HTTP: how many redirects are followed; 0 judges the first answer.",
    resolve: (monitor) => setting(monitor, "maxRedirects"),
  }),
  assertions: t.field({
    type: [MonitorAssertion],
    description: "Conditions on what is seen, beside the defaults of the kind.",
    resolve: (monitor) => setting(monitor, "assertions") ?? [],
  }),
  resolver: t.string({
    nullable: true,
    description: "DNS: the name server that is asked; null for the system's own.",
    resolve: (monitor) => setting(monitor, "resolver"),
  }),
  expectedValues: t.stringList({
    description: "DNS: values that must be among the answers.",
    resolve: (monitor) => setting(monitor, "expectedValues") ?? [],
  }),
  serverName: t.string({
    nullable: true,
    description: "TLS: the name to ask for and to check; null for the host.",
    resolve: (monitor) => setting(monitor, "serverName"),
  }),
}))
