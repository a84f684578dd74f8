import type { Monitor } from "../../../../../prisma/generated/client.ts"
import { builder } from "../../../kernel/builder.ts"
import { MonitorAssertion } from "./monitor-assertion.graph.ts"
import { DnsRecordType, HttpMethod } from "../monitor-enums.graph.ts"
import type { KindField } from "../rules/kinds/kind.ts"
import { listed } from "../row-columns.ts"
import { apiKinds, hasField } from "../rules/monitor-kinds.ts"
import { readSettings } from "../rules/read-target.ts"
import { revealBody, revealHeaders, revealHeartbeatUrl } from "./reveal-target.ts"
import { TelemetryConditionType } from "./telemetry-condition.graph.ts"
import type { Settings } from "../rules/monitor-settings.ts"

const Header = builder.objectRef<{ name: string; value: string }>("Header").implement({
  description: "A header of a request.",
  fields: (t) => ({
    name: t.exposeString("name", { description: "Its name." }),
    value: t.exposeString("value", {
      description: "Its value; [hidden] without monitors:write.",
    }),
  }),
})

/** A setting; null if monitors of this kind do not have it. */
const setting = <K extends keyof Settings & KindField>(
  monitor: Monitor,
  name: K,
): Settings[K] | null =>
  hasField(monitor.kind, name) ? readSettings(monitor.settings)[name] : null

builder.prismaObjectFields("Monitor", (t) => ({
  url: t.exposeString("url", { nullable: true, description: "HTTP: the URL." }),
  host: t.exposeString("host", {
    nullable: true,
    description: `${apiKinds("host")}: the name or address.`,
  }),
  port: t.exposeInt("port", { nullable: true, description: `${apiKinds("port")}: the port.` }),
  dnsRecordType: t.expose("dnsRecordType", {
    type: DnsRecordType,
    nullable: true,
    description: "DNS: the record type.",
  }),
  heartbeatIntervalMinutes: t.exposeInt("heartbeatIntervalMinutes", {
    nullable: true,
    description: "HEARTBEAT: how often the job should call.",
  }),
  heartbeatGraceMinutes: t.exposeInt("heartbeatGraceMinutes", {
    nullable: true,
    description: "HEARTBEAT: how late a ping may be.",
  }),
  heartbeatUrl: t.string({
    nullable: true,
    description: "HEARTBEAT: the ping URL; null without monitors:write.",
    extensions: { isSecret: true },
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
    extensions: { isSecret: true },
    resolve: (monitor, _args, ctx) => revealHeaders(ctx, monitor),
  }),
  body: t.string({
    nullable: true,
    description: "HTTP: the body that is sent; [hidden] without monitors:write.",
    extensions: { isSecret: true },
    resolve: (monitor, _args, ctx) =>
      hasField(monitor.kind, "body") ? revealBody(ctx, monitor) : null,
  }),
  maxRedirects: t.int({
    nullable: true,
    description: "HTTP: maximum number of redirects; 0 checks the first response.",
    resolve: (monitor) => setting(monitor, "maxRedirects"),
  }),
  assertions: t.field({
    type: [MonitorAssertion],
    description: "Conditions in addition to the kind's defaults.",
    resolve: (monitor) => setting(monitor, "assertions") ?? [],
  }),
  resolver: t.string({
    nullable: true,
    description: "DNS: the name server to query; null for the system's.",
    resolve: (monitor) => setting(monitor, "resolver"),
  }),
  expectedValues: t.stringList({
    description: "DNS: values that must be among the answers.",
    resolve: (monitor) => setting(monitor, "expectedValues") ?? [],
  }),
  serverName: t.string({
    nullable: true,
    description: "TLS: the server name to request and verify; null for the host.",
    resolve: (monitor) => setting(monitor, "serverName"),
  }),
  telemetry: t.field({
    type: TelemetryConditionType,
    nullable: true,
    description: `${apiKinds("telemetry")}: when it fails.`,
    ...listed(({ telemetry }) => telemetry),
    resolve: (monitor) => setting(monitor, "telemetry"),
  }),
}))
