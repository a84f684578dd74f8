import { builder } from "../builder.ts"
import type { FailureClass as Class } from "./result.ts"

const descriptions: Record<Class, string> = {
  dns_temporary: "The name servers failed or did not answer.",
  dns_missing: "The name does not exist.",
  dns_answer: "The record is not what it should be.",
  no_route: "There is no way to the address.",
  connect_refused: "The address refused the connection.",
  connect_timeout: "The address did not answer.",
  reset: "The connection was cut.",
  tls: "The certificate or the handshake is wrong.",
  protocol: "The answer is not what the protocol allows.",
  http_status: "The status code is not one of those expected.",
  redirect: "A redirect led nowhere, or there were too many.",
  assertion: "An assertion did not hold.",
  certificate_days: "The certificate runs out too soon.",
  truncated: "The answer ended too early.",
  timeout: "The check took longer than it may.",
  forbidden_address: "The address is one that must not be reached from here.",
  heartbeat_missing: "The job did not call in time.",
  heartbeat_failed: "The job said that it failed.",
  internal: "A fault of our own, which never counts against the target.",
}

export const FailureClass = builder.enumType("FailureClass", {
  description: "Why a check was not fine.",
  values: Object.fromEntries(
    Object.entries(descriptions).map(([value, description]) => [
      value.toUpperCase(),
      { value, description },
    ]),
  ) as Record<Uppercase<Class>, { value: Class; description: string }>,
})
