import { carried, ignored, noted, type Table } from "./account.ts"

/** Members of Checkly's checks. */

const script = { lost: "Its setup or teardown script was not imported" }
const variables = { lost: "Its variables were not imported" }
const repeated = { lost: "Repeated alerts were not imported: use escalation rules" }

const request: Table = {
  ...carried`
    method url hostname host port query recordType nameServer followRedirects assertions
  `,
  protocol: {
    lost: "Its DNS protocol was not imported; UDP is tried first",
    unless: ["UDP"],
  },
  ...noted`skipSSL body headers queryParameters basicAuth shouldFail data`,
  bodyType: "ignored",
  ipFamily: { lost: "Restricting it to one address family is not supported" },
  pingCount: { lost: "Its number of packets was not imported", unless: [10] },
}

export const checkTable: Table = {
  ...ignored`
    id groupOrder sslCheck script scriptPath dependencies browserVersion playwrightConfig runtimeId
    created_at updated_at createdAt updatedAt
  `,
  ...carried`
    name description checkType frequency frequencyOffset activated maxResponseTime
    degradedResponseTime tags
  `,
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
      ...ignored`baseBackoffSeconds maxRetries maxDurationSeconds sameRegion onlyOn`,
    },
  },
  degradedPacketLossThreshold: { lost: "Its limits on packet loss were not imported" },
  maxPacketLossThreshold: { lost: "Its limits on packet loss were not imported" },
  request: { in: request },
  tcp: { in: request },
  heartbeat: {
    in: {
      ...carried`period periodUnit grace graceUnit`,
      ...ignored`pingToken pingUrl alertSettings`,
    },
  },
  locations: { beside: "locations" },
  privateLocations: { beside: "private locations" },
  groupId: { beside: "groups" },
  alertChannelSubscriptions: { beside: "alert channels" },
  alertChannels: { beside: "alert channels" },
  useGlobalAlertSettings: { beside: "account alert settings" },
  alertSettings: {
    in: {
      ...carried`escalationType runBasedEscalation timeBasedEscalation sslCertificates`,
      reminders: { in: { amount: repeated, interval: "ignored" } },
      parallelRunFailureThreshold: {
        in: {
          enabled: { lost: "Its number of failing locations was not imported" },
          percentage: "ignored",
        },
      },
    },
  },
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
  runParallel: { lost: "Checking from all locations at once is not supported" },
  triggerIncident: { beside: "incident triggers" },
}
