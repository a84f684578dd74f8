import { carried, ignored, noted, type Table } from "./account.ts"

/** Members of Uptime Kuma's monitors; each has the members of all types. */

const repeated = { lost: "Repeated alerts were not imported: use escalation rules" }

/** Settings of unsupported types; other types contain them empty or with a default. */
const ofOthers = ignored`
  databaseConnectionString databaseQuery docker_container docker_host dns_last_result
  expectedTlsAlert game gamedigToken gamedigGivenPortOnly grpcBody grpcEnableTls grpcMetadata
  grpcMethod grpcProtobuf grpcServiceName grpcUrl kafkaProducerAllowAutoTopicCreation
  kafkaProducerBrokers kafkaProducerMessage kafkaProducerSaslOptions kafkaProducerSsl
  kafkaProducerTopic location mqttCheckType mqttPassword mqttSuccessMessage mqttTopic mqttUsername
  mqttWebsocketPath ntpRootDispersionThreshold ntpStratumThreshold ntpTimeOffsetThreshold protocol
  rabbitmqNodes rabbitmqPassword rabbitmqUsername radiusCalledStationId radiusCallingStationId
  radiusPassword radiusSecret radiusUsername remote_browser remoteBrowsersToggle screenshot
  screenshot_delay smtpSecurity snmpOid snmpV3Username snmpVersion subtype system_service_name
  wsIgnoreSecWebsocketAcceptHeader wsSubprotocol
`

export const monitorTable: Table = {
  ...ofOthers,
  ...ignored`
    id httpBodyEncoding authDomain authWorkstation tlsKey oauth_auth_method oauth_client_secret
    oauth_token_url oauth_scopes oauth_audience accepted_statuscodes_json invert_keyword
    ping_numeric pushToken manual_status childrenIDs path pathName weight maintenance
    includeSensitiveData saveResponse saveErrorResponse responseMaxLength user_id created_date
  `,
  ...carried`
    name description type url hostname port interval timeout maxretries active forceInactive method
    accepted_statuscodes maxredirects keyword invertKeyword jsonPath expectedValue jsonPathOperator
    dns_resolve_type dns_resolve_server parent
  `,
  ...noted`
    retryInterval upsideDown body headers authMethod basic_auth_user basic_auth_pass ignoreTls
    packetSize conditions
  `,
  retryOnlyOnStatusCodeFailure: {
    lost: "Retrying only wrong status codes is not supported; every failure is confirmed",
  },
  tags: { in: { name: "carried", value: "noted", ...ignoredTag() } },
  bearer_token: {
    lost: "Its credentials were not imported: add an Authorization header by hand",
  },
  tlsCa: { lost: "Its certificate authority was not imported" },
  tlsCert: { lost: "Its client certificate was not imported" },
  oauth_client_id: {
    lost: "Its credentials were not imported: add an Authorization header by hand",
  },
  expiryNotification: {
    lost: "Its certificate warnings were not imported; it is degraded if the certificate expires in less than 14 days",
  },
  domainExpiryNotification: {
    lost: "Domain expiry warnings are not supported",
  },
  resendInterval: repeated,
  proxyId: { lost: "Its proxy was not imported; checks connect directly" },
  cacheBust: { lost: "Its cache-busting parameter was not imported" },
  ipFamily: { lost: "Restricting it to one address family is not supported" },
  ping_count: { lost: "Its number of packets was not imported", unless: [1, 3] },
  ping_per_request_timeout: { lost: "Its timeout per packet was not imported", unless: [2] },
  notificationIDList: { beside: "notifications" },
}

function ignoredTag(): Table {
  const names = ["id", "tag_id", "monitor_id", "color", "new", "user_id"]
  return Object.fromEntries(names.map((name) => [name, "ignored"] as const))
}

export const backupTable: Table = {
  version: "ignored",
  monitorList: "carried",
  ...noted`notificationList proxyList database`,
}

/** What else its database holds, by table: one note each. */
export const restTables: Record<string, [one: string, many: string]> = {
  notification: ["notification", "notifications"],
  proxy: ["proxy", "proxies"],
  docker_host: ["Docker host", "Docker hosts"],
  remote_browser: ["remote browser", "remote browsers"],
  status_page: ["status page", "status pages"],
  incident: ["announcement on status pages", "announcements on status pages"],
  maintenance: ["maintenance window", "maintenance windows"],
  api_key: ["API key", "API keys"],
  heartbeat: ["check result", "check results"],
}
