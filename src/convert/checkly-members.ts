import type { Table } from "./account.ts"

/** Members of Checkly's checks. */

const script = { lost: "Its setup or teardown script was not imported" }
const variables = { lost: "Its variables were not imported" }
const repeated = { lost: "Repeated alerts were not imported: use escalation rules" }

const request: Table = {
  method: "carried",
  url: "carried",
  hostname: "carried",
  host: "carried",
  port: "carried",
  query: "carried",
  recordType: "carried",
  nameServer: "carried",
  protocol: {
    lost: "Its DNS protocol was not imported; UDP is tried first",
    unless: ["UDP"],
  },
  followRedirects: "carried",
  skipSSL: "noted",
  body: "noted",
  bodyType: "ignored",
  headers: "noted",
  queryParameters: "noted",
  basicAuth: "noted",
  assertions: "carried",
  shouldFail: "noted",
  data: "noted",
  ipFamily: { lost: "Restricting it to one address family is not supported" },
  pingCount: { lost: "Its number of packets was not imported", unless: [10] },
}

export const checkTable: Table = {
  id: "ignored",
  name: "carried",
  description: "carried",
  checkType: "carried",
  frequency: "carried",
  frequencyOffset: "carried",
  activated: "carried",
  muted: "noted",
  shouldFail: "noted",
  doubleCheck: {
    lost: "Confirming failures from another location is not supported; they are confirmed at once over a new connection",
  },
  retryStrategy: {
    in: {
      type: {
        lost: "Its retry strategy was not imported; failures are confirmed at once over a new connection",
        unless: ["NO_RETRIES", "NONE"],
      },
      baseBackoffSeconds: "ignored",
      maxRetries: "ignored",
      maxDurationSeconds: "ignored",
      sameRegion: "ignored",
      onlyOn: "ignored",
    },
  },
  maxResponseTime: "carried",
  degradedResponseTime: "carried",
  degradedPacketLossThreshold: { lost: "Its limits on packet loss were not imported" },
  maxPacketLossThreshold: { lost: "Its limits on packet loss were not imported" },
  tags: "carried",
  request: { in: request },
  tcp: { in: request },
  heartbeat: {
    in: {
      period: "carried",
      periodUnit: "carried",
      grace: "carried",
      graceUnit: "carried",
      pingToken: "ignored",
      pingUrl: "ignored",
      alertSettings: "ignored",
    },
  },
  locations: { beside: "locations" },
  privateLocations: { beside: "private locations" },
  groupId: { beside: "groups" },
  groupOrder: "ignored",
  alertChannelSubscriptions: { beside: "alert channels" },
  alertChannels: { beside: "alert channels" },
  useGlobalAlertSettings: { beside: "account alert settings" },
  alertSettings: {
    in: {
      escalationType: "carried",
      runBasedEscalation: "carried",
      timeBasedEscalation: "carried",
      reminders: { in: { amount: repeated, interval: "ignored" } },
      sslCertificates: "carried",
      parallelRunFailureThreshold: {
        in: {
          enabled: { lost: "Its number of failing locations was not imported" },
          percentage: "ignored",
        },
      },
    },
  },
  sslCheck: "ignored",
  sslCheckDomain: {
    lost: "Its certificate check was not imported: create a tls monitor",
  },
  environmentVariables: variables,
  setupSnippetId: script,
  tearDownSnippetId: script,
  localSetupScript: script,
  localTearDownScript: script,
  setupScriptPath: script,
  tearDownScriptPath: script,
  script: "ignored",
  scriptPath: "ignored",
  dependencies: "ignored",
  browserVersion: "ignored",
  playwrightConfig: "ignored",
  runtimeId: "ignored",
  runParallel: { lost: "Checking from all locations at once is not supported" },
  triggerIncident: { beside: "incident triggers" },
  created_at: "ignored",
  updated_at: "ignored",
  createdAt: "ignored",
  updatedAt: "ignored",
}
