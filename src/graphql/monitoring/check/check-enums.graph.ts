import { builder } from "../../kernel/builder.ts"
import { valuesOf } from "../../kernel/values-of.ts"
import type { FailureClass as Class } from "./rules/check-result.ts"

export const FailureClass = builder.enumType("FailureClass", {
  description: "Why a check failed.",
  values: valuesOf<Class>({
    dns_temporary: "The name servers failed or did not answer.",
    dns_missing: "The name does not exist.",
    dns_answer: "The record is not as expected.",
    no_route: "There is no route to the address.",
    connect_refused: "The address refused the connection.",
    connect_timeout: "The address did not respond.",
    reset: "The connection was reset.",
    tls: "The certificate or the handshake is wrong.",
    protocol: "The response violates the protocol.",
    http_status: "The status code is not one of those expected.",
    redirect: "A redirect led nowhere, or there were too many.",
    assertion: "An assertion failed.",
    certificate_days: "The certificate expires too soon.",
    truncated: "The response was incomplete.",
    timeout: "The check exceeded its timeout.",
    forbidden_address: "This installation may not connect to the address.",
    heartbeat_missing: "The job did not call in time.",
    heartbeat_failed: "The job reported a failure.",
    telemetry: "Telemetry is out of the bounds that the monitor sets.",
    no_data: "There was no telemetry to evaluate, which never counts against the target.",
    unread:
      "An assertion depends on a part of the response beyond the limit of what is read, which never counts against the target.",
    ingress: "Nothing proved that senders could reach us, so their silence does not count.",
    internal: "An internal error, which never counts against the target.",
  }),
})

export const MonitorStatus = builder.enumType("MonitorStatus", {
  description: "The status of a target.",
  values: valuesOf({
    operational: "It works.",
    degraded: "It works, but not as it should.",
    offline: "It does not work.",
    unknown: "Never checked, paused, or no conclusive data.",
  }),
})

export const OutageLevel = builder.enumType("OutageLevel", {
  description: "The severity of an outage.",
  values: valuesOf({
    degraded: "It works, but something is wrong: an alert.",
    offline: "It does not work: an incident and an alert.",
  }),
})
