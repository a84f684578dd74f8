import type { Table } from "../../src/convert/account.ts"
import { heartbeatTable, monitorTable } from "../../src/convert/better-stack-members.ts"
import { jobTable, moduleTable } from "../../src/convert/blackbox-members.ts"
import { cachetTable } from "../../src/convert/cachet-members.ts"
import { checkTable } from "../../src/convert/checkly-members.ts"
import type { ProviderName } from "../../src/convert/conversion.ts"
import { freshpingTable } from "../../src/convert/freshping-members.ts"
import { endpointTable, externalTable } from "../../src/convert/gatus-members.ts"
import { healthchecksTable } from "../../src/convert/healthchecks-members.ts"
import { hetrixTable } from "../../src/convert/hetrixtools-members.ts"
import { kenerTable } from "../../src/convert/kener-members.ts"
import { openStatusTable } from "../../src/convert/openstatus-members.ts"
import { pingdomTable } from "../../src/convert/pingdom-members.ts"
import { statusCakeTable } from "../../src/convert/statuscake-members.ts"
import { siteTable } from "../../src/convert/upptime-members.ts"
import { monitorTable as kumaTable } from "../../src/convert/uptime-kuma-members.ts"
import { tableV2, tableV3 } from "../../src/convert/uptimerobot-members.ts"

/** For each table a minimal monitor, and meaningful values for members where any value would not do. */
export type Subject = {
  name: string
  provider: ProviderName
  table: Table
  wrap: (members: unknown) => unknown
  base: Record<string, unknown>
  /** By path: a meaningful value, and the members it depends on. */
  set: Record<string, [value: unknown, beside?: Record<string, unknown>]>
}

const url = "https://a.example"

const kuma: Subject = {
  name: "Uptime Kuma",
  provider: "uptime-kuma",
  table: kumaTable,
  wrap: (one) => ({ monitorList: [one] }),
  base: {
    name: "a",
    type: "http",
    url,
    interval: 60,
    timeout: 10,
    maxretries: 0,
    tags: [{ name: "live" }],
  },
  set: {
    type: ["ping"],
    hostname: ["b.example", { type: "ping" }],
    port: [25, { type: "port", hostname: "b.example" }],
    interval: [120],
    timeout: [12],
    maxretries: [3],
    retryInterval: [20],
    active: [false],
    upsideDown: [true],
    "tags.name": ["other"],
    "tags.value": ["x"],
    authMethod: ["basic"],
    accepted_statuscodes: [["204"]],
    maxredirects: [3],
    ignoreTls: [true],
    keyword: ["ok", { type: "keyword" }],
    invertKeyword: [true, { type: "keyword", keyword: "ok" }],
    jsonPath: ["$.a", { type: "json-query", expectedValue: "1" }],
    expectedValue: ["2", { type: "json-query", jsonPath: "$.a" }],
    jsonPathOperator: ["!=", { type: "json-query", jsonPath: "$.a", expectedValue: "2" }],
    packetSize: [100, { type: "ping", hostname: "b.example" }],
    dns_resolve_type: ["MX", { type: "dns", hostname: "b.example" }],
    dns_resolve_server: ["9.9.9.9", { type: "dns", hostname: "b.example", dns_resolve_type: "A" }],
    conditions: [[{}], { type: "dns", hostname: "b.example", dns_resolve_type: "A" }],
  },
}

const robotKeyword = { type: 2, keyword_type: 2, keyword_value: "ok" }
const robotV2: Subject = {
  name: "UptimeRobot v2",
  provider: "uptimerobot",
  table: tableV2,
  wrap: (one) => ({ monitors: [one] }),
  base: { friendly_name: "a", type: 1, url, interval: 300 },
  set: {
    type: [3],
    sub_type: [2, { type: 4, url: "b.example", port: 70 }],
    port: [25, { type: 4, url: "b.example", sub_type: 99 }],
    keyword_type: [1, robotKeyword],
    keyword_case_type: [1, robotKeyword],
    keyword_value: ["no", robotKeyword],
    http_method: [3],
    interval: [60],
    timeout: [20],
    status: [0],
    "ssl.ignore_errors": [1],
  },
}

const robotWord = { type: "KEYWORD", keywordType: "ALERT_NOT_EXISTS", keywordValue: "ok" }
const robotV3: Subject = {
  name: "UptimeRobot v3",
  provider: "uptimerobot",
  table: tableV3,
  wrap: (one) => ({ data: [one] }),
  base: { friendlyName: "a", type: "HTTP", url, interval: 300 },
  set: {
    type: ["PING"],
    interval: [60],
    timeout: [20],
    gracePeriod: [120, { type: "HEARTBEAT" }],
    port: [25, { type: "PORT", url: "b.example" }],
    status: ["PAUSED"],
    tags: [[{ name: "live" }]],
    httpMethodType: ["POST"],
    keywordType: ["ALERT_EXISTS", robotWord],
    keywordValue: ["no", robotWord],
    keywordCaseType: ["CaseInsensitive", robotWord],
    successHttpResponseCodes: [["2xx", "404"]],
    followRedirections: [false],
    checkSSLErrors: [false],
    responseTimeThreshold: [900],
    "config.dnsRecords": [{ A: ["192.0.2.1"] }, { type: "DNS", url: "b.example" }],
    "config.apiAssertions": [{ a: 1 }, { type: "API" }],
  },
}

const attributes = (type: string) => (one: unknown) => ({ data: [{ type, attributes: one }] })
const better: Subject = {
  name: "Better Stack",
  provider: "better-stack",
  table: monitorTable,
  wrap: attributes("monitor"),
  base: { pronounceable_name: "a", monitor_type: "status", url, check_frequency: 180 },
  set: {
    monitor_type: ["ping"],
    check_frequency: [60],
    request_timeout: [20],
    confirmation_period: [600],
    recovery_period: [600],
    status: ["paused"],
    port: ["25", { monitor_type: "tcp", url: "b.example" }],
    http_method: ["post"],
    request_method: ["post"],
    expected_status_codes: [[204], { monitor_type: "expected_status_code" }],
    required_keyword: ["ok", { monitor_type: "keyword" }],
    follow_redirects: [false],
    verify_ssl: [false],
    ssl_expiration: [30],
  },
}

const betterBeat: Subject = {
  name: "Better Stack heartbeats",
  provider: "better-stack",
  table: heartbeatTable,
  wrap: attributes("heartbeat"),
  base: { name: "a", period: 300 },
  set: { period: [600], grace: [120], status: ["paused"] },
}

const tcp = { type: { tcp: {} } }
const pingdom: Subject = {
  name: "Pingdom",
  provider: "pingdom",
  table: pingdomTable,
  wrap: (one) => ({ check: one }),
  base: {
    name: "a",
    hostname: "a.example",
    resolution: 1,
    type: { http: { encryption: true } },
  },
  set: {
    hostname: ["b.example"],
    resolution: [5],
    sendnotificationwhendown: [3],
    responsetime_threshold: [2500],
    verify_certificate: [false],
    ssl_down_days_before: [7],
    status: ["paused"],
    paused: ["true"],
    tags: [[{ name: "live" }]],
    ipv6: ["true"],
    notifyagainevery: [3],
    "type.http.encryption": ["false"],
    "type.http.port": [8443],
    "type.http.verify_certificate": ["false"],
    "type.http.ssl_down_days_before": [7],
    "type.http.requestheaders": [{ "X-Key": "S3CR3T-a" }],
    "type.tcp.port": [25, tcp],
    "type.tcp.stringtosend": ["x", { type: { tcp: { port: 25 } } }],
    "type.tcp.stringtoexpect": ["x", { type: { tcp: { port: 25 } } }],
    "type.tcp.encryption": [true, { type: { tcp: { port: 25 } } }],
    "type.tcp.username": ["x", { type: { tcp: { port: 25 } } }],
    "type.tcp.password": ["x", { type: { tcp: { port: 25 } } }],
    "type.smtp.port": [26, { type: { smtp: {} } }],
    "type.pop3.port": [26, { type: { pop3: {} } }],
    "type.imap.port": [26, { type: { imap: {} } }],
    ...Object.fromEntries(
      ["smtp", "pop3", "imap"].flatMap((kind) =>
        ["stringtosend", "stringtoexpect", "encryption", "username", "password"].map(
          (name): [string, [unknown, Record<string, unknown>]] => [
            `type.${kind}.${name}`,
            ["x", { type: { [kind]: { port: 25 } } }],
          ],
        ),
      ),
    ),
    "type.dns.nameserver": ["9.9.9.9", { type: { dns: {} } }],
    "type.dns.expectedip": ["192.0.2.1", { type: { dns: {} } }],
    "type.udp": [{ port: 5 }, { type: {} }],
    "type.httpcustom": [{ url: "/" }, { type: {} }],
  },
}

const cakeWord = { find_string: "ok" }
const cakeName = { test_type: "DNS", website_url: "b.example" }
const statusCake: Subject = {
  name: "StatusCake",
  provider: "statuscake",
  table: statusCakeTable,
  wrap: (one) => ({ data: one }),
  base: { name: "a", test_type: "HTTP", website_url: url, check_rate: 300, timeout: 15 },
  set: {
    test_type: ["HEAD"],
    check_rate: [60],
    timeout: [20],
    paused: [true],
    port: [25, { test_type: "TCP", website_url: "b.example" }],
    tags: [["live"]],
    confirmation: [2],
    trigger_rate: [4],
    find_string: ["ok"],
    do_not_find: [true, cakeWord],
    follow_redirects: [false],
    status_codes: [["404"]],
    status_codes_csv: ["404"],
    dns_server: ["9.9.9.9", cakeName],
    dns_ips: [["192.0.2.1"], cakeName],
    dns_ips_csv: ["192.0.2.1", cakeName],
  },
}

const healthchecks: Subject = {
  name: "Healthchecks.io",
  provider: "healthchecks",
  table: healthchecksTable,
  wrap: (one) => ({ checks: [one] }),
  base: { name: "a", timeout: 300, grace: 60 },
  set: {
    slug: ["b", { name: "" }],
    timeout: [600],
    grace: [120],
    tz: ["UTC", { schedule: "* * * * *", tz: "Europe/Riga" }],
    status: ["paused"],
    manual_resume: [true],
  },
}

const host = { url: "icmp://b.example" }
const gatus: Subject = {
  name: "Gatus",
  provider: "gatus",
  table: endpointTable,
  wrap: (one) => ({ endpoints: [one] }),
  base: { name: "a", url, conditions: ["[STATUS] == 200"] },
  set: {
    url: [host.url],
    enabled: [false],
    interval: ["5m"],
    method: ["POST"],
    graphql: [true],
    headers: [{ "X-Key": "S3CR3T-a" }],
    conditions: [["[STATUS] == 204"]],
    "extra-labels": [{ env: "live" }],
    "dns.query-name": ["b.example", { url: "9.9.9.9", dns: { "query-type": "A" } }],
    "dns.query-type": ["MX", { url: "9.9.9.9", dns: { "query-name": "b.example" } }],
    "alerts.type": ["slack", { alerts: [{}] }],
    "alerts.enabled": [false, { alerts: [{}] }],
    "alerts.failure-threshold": [7, { alerts: [{}] }],
    "alerts.success-threshold": [7, { alerts: [{}] }],
    "alerts.send-on-resolved": [true, { alerts: [{}] }],
    "alerts.description": ["x", { alerts: [{}] }],
    "alerts.provider-override": [{ a: 1 }, { alerts: [{}] }],
    "alerts.minimum-reminder-interval": ["1h", { alerts: [{}] }],
    "client.timeout": ["20s"],
    "client.insecure": [true],
    "client.ignore-redirect": [true],
    "client.oauth2": [{ a: "x" }],
    "client.identity-aware-proxy": [{ a: "x" }],
  },
}

const external: Subject = {
  name: "Gatus external endpoints",
  provider: "gatus",
  table: externalTable,
  wrap: (one) => ({ "external-endpoints": [one] }),
  base: { name: "a", heartbeat: { interval: "5m" } },
  set: {
    enabled: [false],
    "heartbeat.interval": ["10m"],
    interval: ["10m", { heartbeat: {} }],
    "extra-labels": [{ env: "live" }],
  },
}

const request = { url }
const name = { checkType: "DNS", request: { query: "b.example", recordType: "A" } }
const place = { checkType: "TCP", request: { hostname: "b.example", port: 25 } }
const beat = { checkType: "HEARTBEAT", heartbeat: { period: 1, periodUnit: "days" } }
const escalation = { alertSettings: { runBasedEscalation: { failedRunThreshold: 1 } } }
const onRequest: Subject["set"] = {
  method: ["POST", { request }],
  url: ["https://b.example"],
  hostname: ["c.example", place],
  host: ["c.example", { checkType: "TCP", request: { port: 25 } }],
  port: [26, place],
  query: ["c.example", name],
  recordType: ["MX", name],
  nameServer: ["9.9.9.9", name],
  protocol: ["TCP", name],
  followRedirects: [false],
  skipSSL: [true],
  headers: [[{ key: "X-Key", value: "S3CR3T-a" }]],
  queryParameters: [[{ key: "a", value: "S3CR3T-a" }]],
  basicAuth: [{ username: "S3CR3T-a" }],
  assertions: [[{ source: "STATUS_CODE", comparison: "EQUALS", target: "201" }]],
  shouldFail: [true],
  data: ["x", place],
  pingCount: [5],
}
const onTcp = Object.fromEntries(
  Object.entries(onRequest).map(([path, [value, beside]]): [string, Subject["set"][string]] => {
    const { request: held, ...rest } = { request, ...beside }
    return [`tcp.${path}`, [value, { ...rest, request: undefined, tcp: held }]]
  }),
)
const checkly: Subject = {
  name: "Checkly",
  provider: "checkly",
  table: checkTable,
  wrap: (one) => [one],
  base: { name: "a", checkType: "API", frequency: 5, request },
  set: {
    checkType: ["ICMP"],
    frequency: [10],
    frequencyOffset: [90, { frequency: 0 }],
    activated: [false],
    muted: [true],
    shouldFail: [true],
    maxResponseTime: [2500],
    degradedResponseTime: [900],
    tags: [["live"]],
    useGlobalAlertSettings: [true],
    "alertSettings.escalationType": [
      "TIME_BASED",
      {
        alertSettings: {
          ...escalation.alertSettings,
          timeBasedEscalation: { minutesFailingThreshold: 20 },
        },
      },
    ],
    "alertSettings.runBasedEscalation": [{ failedRunThreshold: 3 }],
    "alertSettings.timeBasedEscalation": [
      { minutesFailingThreshold: 20 },
      { alertSettings: { escalationType: "TIME_BASED" } },
    ],
    "alertSettings.reminders.amount": [2],
    "alertSettings.sslCertificates": [{ enabled: true, alertThreshold: 30 }],
    "alertSettings.parallelRunFailureThreshold.enabled": [true],
    "heartbeat.period": [2, beat],
    "heartbeat.periodUnit": ["hours", beat],
    "heartbeat.grace": [2, { ...beat, heartbeat: { ...beat.heartbeat, graceUnit: "hours" } }],
    "heartbeat.graceUnit": ["hours", { ...beat, heartbeat: { ...beat.heartbeat, grace: 2 } }],
    ...Object.fromEntries(Object.entries(onRequest).map(([path, one]) => [`request.${path}`, one])),
    ...onTcp,
    "tcp.body": ["x", { request: undefined, tcp: request }],
    "tcp.bodyType": ["RAW", { request: undefined, tcp: request }],
  },
}

const freshping: Subject = {
  name: "Freshping",
  provider: "freshping",
  table: freshpingTable,
  wrap: (one) => ({ checks: [one] }),
  base: { check_type: "HTTPS", check_interval: 60 },
  set: {
    check_type: ["PING", { url: "b.example" }],
    host: ["b.example", { check_type: "PING", name: "a" }],
    url: ["b.example", { check_type: "PING", name: "a" }],
    check_url: ["b.example", { check_type: "PING", name: "a" }],
    name: ["b", { url }],
    check_name: ["b", { url }],
    port: [25, { check_type: "PORT", url: "b.example", name: "a" }],
    check_interval: [120, { url, name: "a" }],
    monitoring_interval: [120, { url, name: "a", check_interval: undefined }],
    request_timeout: [20, { url, name: "a" }],
    status: ["paused", { url, name: "a" }],
    tags: [["live"], { url, name: "a" }],
  },
}
for (const path of Object.keys(freshpingTable)) {
  freshping.set[path] ??= ["S3CR3T-strange", { url, name: "a" }]
}

const website = { type: "website" }
const hetrix: Subject = {
  name: "HetrixTools",
  provider: "hetrixtools",
  table: hetrixTable,
  wrap: (one) => ({ monitors: [one] }),
  base: { name: "a", type: "website", target: url, check_frequency: 1 },
  set: {
    type: ["ping"],
    port: [25, { type: "service", target: "b.example" }],
    timeout: [5],
    grace: [120, { type: "heartbeat", timeout: 300 }],
    check_frequency: [5],
    check_frequency_seconds: [300],
    number_of_tries: [3],
    fails_before_alert: [3],
    monitor_status: ["paused"],
    method: ["POST", website],
    http_method: ["HEAD", website],
    max_redirects: [3],
    follow_redirects: [false],
    accepted_http_codes: [[200, 404]],
    verify_ssl_certificate: [false],
    verify_ssl_host: [false],
    verify_ssl_hostname: [false],
    alert_after: ["5m"],
    alert_minutes: [5],
  },
}

const job: Subject = {
  name: "a job of Prometheus",
  provider: "blackbox",
  table: jobTable,
  wrap: (one) => ({ scrape_configs: [one] }),
  base: {
    job_name: "a",
    metrics_path: "/probe",
    params: { module: ["http_2xx"] },
    static_configs: [{ targets: [url] }],
  },
  set: {
    metrics_path: ["/metrics"],
    job_name: [1, { job_name: 1 }],
    scrape_interval: ["5m"],
    scrape_timeout: ["5s"],
    "params.module": [["icmp"]],
    "params.target": [["https://b.example"]],
    "params.hostname": [["b.example"]],
    "static_configs.targets": [["https://b.example"]],
    "static_configs.labels": [{ env: "live" }],
    relabel_configs: [[{ target_label: "__param_target", replacement: "https://b.example" }]],
    file_sd_configs: [[{ files: ["a.json"] }]],
  },
}

const probers: Record<string, string> = {
  http: url,
  tcp: "b.example:25",
  icmp: "b.example",
  dns: "9.9.9.9",
}
const module: Subject = {
  name: "a module of the blackbox exporter",
  provider: "blackbox",
  table: moduleTable,
  wrap: (one) => [
    {
      scrape_configs: [
        {
          metrics_path: "/probe",
          params: { module: ["m"] },
          static_configs: [{ targets: [probers[String(Object(one)["prober"])] ?? "b.example"] }],
        },
      ],
    },
    { modules: { m: one } },
  ],
  base: { prober: "http", http: {} },
  set: {
    prober: ["icmp"],
    timeout: ["5s"],
    "http.method": ["POST"],
    "http.valid_status_codes": [[204]],
    "http.follow_redirects": [false],
    "http.no_follow_redirects": [true],
    "http.fail_if_body_matches_regexp": [["a"]],
    "http.fail_if_body_not_matches_regexp": [["a"]],
    "http.headers": [{ "X-Key": "S3CR3T-a" }],
    "http.ip_protocol_fallback": [false],
    "http.tls_config.insecure_skip_verify": [true],
    "dns.query_name": ["b.example", { prober: "dns", dns: { query_type: "A" } }],
    "dns.query_type": ["MX", { prober: "dns", dns: { query_name: "b.example" } }],
    "dns.valid_rcodes": [["NXDOMAIN"], dnsModule()],
    "dns.ip_protocol_fallback": [false, dnsModule()],
    "tcp.ip_protocol_fallback": [false, { prober: "tcp", tcp: {} }],
    "icmp.ip_protocol_fallback": [false, { prober: "icmp", icmp: {} }],
  },
}
function dnsModule() {
  return { prober: "dns", dns: { query_name: "b.example", query_type: "A" } }
}
for (const prober of ["tcp", "icmp", "dns"]) {
  const table = moduleTable[prober]
  const held = typeof table === "object" && "in" in table ? Object.keys(table.in) : []
  for (const name of held) {
    const beside = prober === "dns" ? dnsModule() : { prober, [prober]: {} }
    module.set[`${prober}.${name}`] ??= ["S3CR3T-strange", beside]
  }
}

const upptime: Subject = {
  name: "Upptime",
  provider: "upptime",
  table: siteTable,
  wrap: (one) => ({ owner: "a", sites: [one] }),
  base: { name: "a", url },
  set: {
    url: ["https://b.example"],
    check: ["icmp-ping", { url: "b.example" }],
    port: [25, { check: "tcp-ping", url: "b.example" }],
    method: ["POST"],
    headers: [["X-Key: S3CR3T-a"]],
    maxResponseTime: [900],
    maxRedirects: [0],
    expectedStatusCodes: [[204]],
    __dangerous__insecure: [true],
    __dangerous__disable_verify_peer: [true],
    __dangerous__disable_verify_host: [true],
  },
}

const openStatus: Subject = {
  name: "OpenStatus",
  provider: "openstatus",
  table: openStatusTable,
  wrap: (one) => ({ a: one }),
  base: { name: "a", kind: "http", frequency: "5m", request: { url } },
  set: {
    kind: ["icmp"],
    frequency: ["10m"],
    active: [false],
    timeout: [4500],
    degradedAfter: [900],
    assertions: [[{ kind: "statusCode", compare: "eq", target: 204 }]],
    "request.url": ["https://b.example"],
    "request.uri": ["b.example:25", { kind: "tcp", request: {} }],
    "request.host": ["b.example", { kind: "tcp", request: { port: 25 } }],
    "request.port": [25, { kind: "tcp", request: { host: "b.example" } }],
    "request.method": ["POST"],
    "request.headers": [{ "X-Key": "S3CR3T-a" }],
    "request.followRedirects": [false],
  },
}

const kener: Subject = {
  name: "Kener",
  provider: "kener",
  table: kenerTable,
  wrap: (one) => [one],
  base: { name: "a", tag: "a", api: { url } },
  set: {
    cron: ["*/5 * * * *"],
    status: ["INACTIVE"],
    monitor_type: ["PING"],
    type_data: [{ url: "https://b.example" }],
    api: [{ url: "https://b.example" }],
    ...Object.fromEntries(
      ["ping", "tcp", "dns", "ssl"].map((kind): [string, [unknown, Record<string, unknown>]] => [
        kind,
        [{ host: "b.example" }, { api: undefined, monitor_type: kind }],
      ]),
    ),
    ping: [{ hosts: ["b.example"] }, { api: undefined, monitor_type: "ping" }],
    tcp: [{ hosts: [{ host: "b.example", port: 25 }] }, { api: undefined, monitor_type: "tcp" }],
  },
}

const cachet: Subject = {
  name: "Cachet",
  provider: "cachet",
  table: cachetTable,
  wrap: (one) => ({ data: [one] }),
  base: { name: "a", link: url, status: 1 },
  set: { link: ["https://b.example"], enabled: [false], tags: [["live"]] },
}

export const subjects: Subject[] = [
  upptime,
  openStatus,
  kener,
  cachet,
  kuma,
  robotV2,
  robotV3,
  better,
  betterBeat,
  pingdom,
  statusCake,
  healthchecks,
  gatus,
  external,
  checkly,
  freshping,
  hetrix,
  job,
  module,
]
