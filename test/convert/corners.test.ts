import fc from "fast-check"
import { expect, test } from "vitest"
import { fitInterval, fitMinutes, fitTimeout, goDuration } from "../../src/convert/durations.ts"
import { convert } from "../../src/convert/convert.ts"
import { printCodes, readCodes } from "../../src/convert/codes.ts"
import {
  parseInterval,
  printInterval,
} from "../../src/graphql/monitoring/monitor/rules/monitor-interval.ts"
import { describeResult, describeFrom } from "./fixtures.ts"

/** Special cases of single formats, and units that all formats share. */

test("an interval is rounded up to whole minutes, at least one, and every change is noted", () => {
  const seconds = fc.oneof(
    fc.integer({ min: -10, max: 200_000 }),
    fc.double({ noNaN: true, max: 1e9 }),
  )
  fc.assert(
    fc.property(seconds, (given) => {
      const { value, note } = fitInterval(given)
      const made = parseInterval(value) ?? 0
      expect(printInterval(made)).toBe(value)
      expect(made).toBeGreaterThanOrEqual(Math.min(given, 86_400))
      expect(made - given < 60 || made === 60 || given > 86_400).toBe(true)
      expect(note === null).toBe(made === given)
    }),
  )
  const describeResult = [20, 60, 61, 227, 367, 3600, 5400, 86_400, 90_000].map(fitInterval)
  expect(describeResult.map(({ value }) => value)).toEqual([
    "1m",
    "1m",
    "2m",
    "4m",
    "7m",
    "1h",
    "90m",
    "24h",
    "24h",
  ])
})

test("timeouts and heartbeat intervals are rounded up, and a grace period may be zero", () => {
  expect([0.2, 1, 12.5, 60, 293.6].map((one) => fitTimeout(one).value)).toEqual([1, 1, 13, 60, 60])
  expect([0, 30, 60, 301].map((one) => fitMinutes(one, 1).value)).toEqual([1, 1, 1, 6])
  expect([0, 30, 60].map((one) => fitMinutes(one, 0))).toEqual([
    { value: 0, note: null },
    { value: 1, note: "is 30 s and was changed to 1 min" },
    { value: 1, note: null },
  ])
})

test("durations are parsed as Go and Prometheus write them", () => {
  expect(["30s", "1h30m", "1.5h", "500ms", "1d", "0"].map(goDuration)).toEqual([
    30, 5400, 5400, 0.5, 86_400, 0,
  ])
  expect(["", "5", "m", "1 h", "-5s", "1h-", "5M"].map(goDuration)).toEqual(Array(7).fill(null))
})

test("status codes are parsed as numbers, ranges and families", () => {
  const codes = readCodes([200, "201-204", "3xx", "200"])
  expect(codes === null ? null : printCodes(codes)).toBe("200-204,300-399")
  for (const wrong of [[], ["ok"], [600], ["299-200"], [200, null]]) {
    expect(readCodes(wrong)).toBeNull()
  }
})

test("Uptime Kuma: a bare list, without tags and with numbers for flags", () => {
  const ping = {
    name: "a",
    type: "ping",
    hostname: "a.example",
    interval: 60,
    maxretries: 0,
    active: 1,
  }
  expect(
    describeFrom("uptime-kuma", [
      ping,
      { ...ping, name: "b", active: 0, timeout: 5 },
      "no monitor",
    ]),
  ).toMatchInlineSnapshot(`
    "{"name":"a","monitor_type":"ping","host":"a.example","monitoring_interval":"1m","request_timeout_seconds":48,"failure_threshold":1}
    {"name":"b","monitor_type":"ping","host":"a.example","monitoring_interval":"1m","request_timeout_seconds":5,"failure_threshold":1,"paused":true}
    general: 3 monitors in the export of Uptime Kuma: 2 in the document, 1 dropped.
    dropped  [] #/2: It is not an object."
  `)
})

const page = (name: string, offset: number) => ({
  stat: "ok",
  pagination: { offset, limit: 1, total: 2 },
  monitors: [{ friendly_name: name, type: 3, url: "a.example", interval: 60 }],
})

test("UptimeRobot: concatenated pages are one export, also in the older envelope", () => {
  const pages = [page("a", 0), page("b", 1)].map((one) => JSON.stringify(one)).join("\n")
  expect(describeResult(convert(pages, "auto"))).toMatchInlineSnapshot(`
    "{"name":"a","monitor_type":"ping","host":"a.example","monitoring_interval":"1m"}
    {"name":"b","monitor_type":"ping","host":"a.example","monitoring_interval":"1m"}
    general: 2 monitors in the export of UptimeRobot: 2 in the document."
  `)
  const older = {
    monitors: [{ friendlyName: "a", type: "PING", url: "a.example", interval: 60 }],
    nextCursorId: null,
  }
  expect(describeFrom("uptimerobot", older)).toMatchInlineSnapshot(`
    "{"name":"a","monitor_type":"ping","host":"a.example","monitoring_interval":"1m"}
    general: 1 monitor in the export of UptimeRobot: 1 in the document."
  `)
})

test("UptimeRobot: a keyword is searched in a response that has a body", () => {
  const monitor = {
    friendlyName: "a",
    type: "KEYWORD",
    url: "https://a.example",
    interval: 60,
    httpMethodType: "HEAD",
    keywordType: "ALERT_NOT_EXISTS",
    keywordValue: "ok",
  }
  const unsure = { ...monitor, friendlyName: "b", keywordType: "SOMETHING" }
  expect(describeFrom("uptimerobot", { data: [monitor, unsure] })).toMatchInlineSnapshot(`
    "{"name":"a","monitor_type":"http","url":"https://a.example","monitoring_interval":"1m","assertions":[{"kind":"body","comparison":"contains","value":"ok"}]}
    {"name":"b","monitor_type":"http","url":"https://a.example","monitoring_interval":"1m","method":"HEAD"}
    general: 2 monitors in the export of UptimeRobot: 2 in the document.
    lossy a [KEYWORD] #/data/0: HEAD was changed to GET, because its conditions need a body.
    lossy b [KEYWORD] #/data/1/keywordType: Its keyword "ok" was not imported: the type "SOMETHING" does not say whether it must or must not exist."
  `)
})

const check = (name: string, type: object) => ({
  check: { name, hostname: "a.example", resolution: 5, type },
})

test("Pingdom: a DNS check names its server, and mail checks have their default ports", () => {
  expect(
    describeFrom("pingdom", [
      check("zone", { dns: { nameserver: "9.9.9.9", expectedip: "192.0.2.1" } }),
      check("named", { dns: { nameserver: "ns.example" } }),
      check("pop", { pop3: { port: "1110" } }),
      check("imap", { imap: {} }),
    ]),
  ).toMatchInlineSnapshot(`
    "{"name":"zone","monitor_type":"dns","host":"a.example","dns_record_type":"A","monitoring_interval":"5m","resolver":"9.9.9.9","expected_values":["192.0.2.1"]}
    {"name":"named","monitor_type":"dns","host":"a.example","dns_record_type":"A","monitoring_interval":"5m"}
    {"name":"pop","monitor_type":"tcp","host":"a.example","port":1110,"monitoring_interval":"5m"}
    {"name":"imap","monitor_type":"tcp","host":"a.example","port":143,"monitoring_interval":"5m"}
    general: 4 monitors in the export of Pingdom: 4 in the document.
    lossy named [dns] #/1/check/type/dns/nameserver: Its name server is not an IP address and was not imported.
    lossy named [dns] #/1/check: The export does not contain its record type: A was assumed.
    lossy pop [pop3] #/2/check: POP3 is not supported; only the connection is checked.
    lossy imap [imap] #/3/check: IMAP is not supported; only the connection is checked.
    lossy imap [imap] #/3/check: The export does not contain its port: 143 was assumed."
  `)
})

test("Gatus: old configurations say services, and kinds of alerts have their own thresholds", () => {
  const services = [
    {
      name: "a",
      url: "https://a.example",
      conditions: ["[STATUS] < 300", "[STATUS] != 204"],
      alerts: [{ type: "slack" }],
    },
    {
      name: "b",
      url: "https://b.example",
      interval: "soon",
      conditions: ["[STATUS] >= 400", 7],
      alerts: [{ type: "email" }],
    },
  ]
  const alerting = { slack: { "default-alert": { "failure-threshold": 7 } } }
  expect(describeFrom("gatus", { alerting, services })).toMatchInlineSnapshot(`
    "{"name":"a","monitor_type":"http","url":"https://a.example","monitoring_interval":"1m","request_timeout_seconds":10,"failure_threshold":7,"recovery_threshold":2,"assertions":[{"kind":"status","codes":"100-203,205-299"}]}
    {"name":"b","monitor_type":"http","url":"https://b.example","request_timeout_seconds":10,"failure_threshold":3,"recovery_threshold":2,"assertions":[{"kind":"status","codes":"400-599"}]}
    general: 2 monitors in the export of Gatus: 2 in the document.
    general: The settings of alerting are not part of config documents.
    general: Not part of config documents, set up by hand: alerts (of 2 monitors).
    lossy b [https] #/services/1/conditions/1: A condition that is not text was not imported.
    lossy b [https] #/services/1/interval: "interval" should be a duration such as 5m and was not imported.
    lossy b [https] #/services/1: The export does not contain its interval; it is checked every minute."
  `)
})

test("Freshping: an export with other names for the same fields", () => {
  const checks = [
    {
      check_name: "a",
      check_type: "http",
      check_url: "https://a.example",
      monitoring_interval: 60,
    },
    {
      name: "b",
      check_type: "TCP",
      host: "b.example",
      port: "22",
      check_interval: 90,
      tags: [{ name: "x" }],
    },
  ]
  expect(describeFrom("freshping", { checks })).toMatchInlineSnapshot(`
    "{"name":"a","monitor_type":"http","url":"https://a.example","monitoring_interval":"1m"}
    {"name":"b","monitor_type":"tcp","host":"b.example","port":22,"monitoring_interval":"2m","labels":["x"]}
    general: 2 monitors in the export of Freshping: 2 in the document.
    lossy b [TCP] #/checks/1: Its interval is 90 s and was rounded up to 2m."
  `)
})

const job = (name: string, module: string, targets: string[]) => ({
  job_name: name,
  metrics_path: "/probe",
  scrape_interval: "2m",
  params: { module: [module] },
  static_configs: [{ targets }],
})

const jobOf = (module: string) => ({
  metrics_path: "/probe",
  params: { module: [module] },
  static_configs: [{ targets: ["https://a.example"] }],
})

const notesOf = (...values: unknown[]) =>
  convert(values.map((one) => JSON.stringify(one)).join("\n"), "auto").notes.map(
    ({ kind, detail }) => `${kind}: ${detail}`,
  )

test("blackbox: a module that nobody can know is refused, and one that is missing among others too", () => {
  for (const module of ["http_401", "http_4xx", "http_not_found", "tcp_closed"]) {
    expect(notesOf({ scrape_configs: [jobOf(module)] })).toContain(
      `dropped: The module "${module}" is unknown: append blackbox.yml to prometheus.yml and convert again.`,
    )
  }
  expect(
    notesOf({ scrape_configs: [jobOf("http_2xx")] }, { modules: { icmp: { prober: "icmp" } } }),
  ).toContain(
    'dropped: The module "http_2xx" is not among those of the export: append the blackbox.yml that has it and convert again.',
  )
})

test("blackbox: without the modules their default names are used, and a file of targets uses the job's modules", () => {
  const reader = {
    job_name: "files",
    metrics_path: "/probe",
    scrape_interval: "10m",
    params: { module: ["http_2xx"] },
    file_sd_configs: [{ files: ["targets.json"] }],
  }
  const config = {
    scrape_configs: [
      job("posts", "http_post_2xx", ["https://a.example"]),
      job("banners", "ssh_banner", ["a.example:22"]),
      job("names", "dns_soa", ["9.9.9.9"]),
      reader,
    ],
  }
  const files = [{ targets: ["b.example"], labels: { env: "prod" } }]
  const text = [config, files].map((one) => JSON.stringify(one)).join("\n")
  expect(describeResult(convert(text, "auto"))).toMatchInlineSnapshot(`
    "{"name":"https://a.example","monitor_type":"http","url":"https://a.example","monitoring_interval":"2m"}
    {"name":"a.example:22","monitor_type":"tcp","host":"a.example","port":22,"monitoring_interval":"2m"}
    {"name":"b.example","monitor_type":"http","url":"http://b.example","monitoring_interval":"10m","labels":["env=prod"]}
    general: 4 monitors in the export of Prometheus blackbox: 3 in the document, 1 dropped.
    general: The job "posts" has no relabel_configs: its targets themselves were imported.
    general: The job "banners" has no relabel_configs: its targets themselves were imported.
    general: The job "names" has no relabel_configs: its targets themselves were imported.
    lossy https://a.example [http_post_2xx] #/0/scrape_configs/0/static_configs/0/targets/0: The request and conditions of the module "http_post_2xx" are not in the export; every 2xx is accepted.
    lossy a.example:22 [ssh_banner] #/0/scrape_configs/1/static_configs/0/targets/0: The queries and expected responses of the module "ssh_banner" were not imported; only the connection is checked.
    dropped 9.9.9.9 [dns_soa] #/0/scrape_configs/2/static_configs/0/targets/0: The name to look up is in the module "dns_soa": append blackbox.yml to prometheus.yml and convert again.
    lossy b.example [http_2xx] #/1/0/targets/0: The module "http_2xx" is not in the export and was read as the exporter's own of that name: append blackbox.yml and convert again to be exact."
  `)
})

test("an unreadable flag that would invert a condition is never guessed", () => {
  const kuma = {
    name: "a",
    type: "keyword",
    url: "https://a.example",
    keyword: "ok",
    interval: 60,
    timeout: 10,
  }
  const check = { name: "a", checkType: "URL", frequency: 1, request: { url: "https://a.example" } }
  const cake = {
    name: "a",
    test_type: "HTTP",
    website_url: "https://a.example",
    check_rate: 60,
    find_string: "ok",
  }
  expect(
    [
      describeFrom("uptime-kuma", [
        { ...kuma, maxretries: 0, upsideDown: "perhaps" },
        { ...kuma, maxretries: 0, invertKeyword: [] },
      ]),
      describeFrom("checkly", [{ ...check, shouldFail: "perhaps" }]),
      describeFrom("statuscake", { data: [{ ...cake, do_not_find: 7 }] }),
    ].join("\n\n"),
  ).toMatchInlineSnapshot(`
    "{"name":"a","monitor_type":"http","url":"https://a.example","monitoring_interval":"1m","request_timeout_seconds":10,"failure_threshold":1}
    general: 2 monitors in the export of Uptime Kuma: 1 in the document, 1 dropped.
    dropped a [keyword] #/0/upsideDown: "upsideDown" should be true or false.
    lossy a [keyword] #/1/invertKeyword: Its keyword "ok" was not imported: "invertKeyword" should be true or false.

    general: 1 monitor in the export of Checkly: 0 in the document, 1 dropped.
    dropped a [URL] #/0: "shouldFail" should be true or false.

    {"name":"a","monitor_type":"http","url":"https://a.example","monitoring_interval":"1m"}
    general: 1 monitor in the export of StatusCake: 1 in the document.
    general: A list of tests does not contain timeouts, ports and conditions: convert the responses of /uptime/{test_id} to include them.
    lossy a [HTTP] #/data/0/do_not_find: Its keyword "ok" was not imported: "do_not_find" should be true or false."
  `)
})

const endpoint = (name: string, conditions: string[], more = {}) => ({
  name,
  url: "https://a.example",
  conditions,
  ...more,
})

test("Gatus: a forbidden status becomes all other codes, and a target that should be absent is left out", () => {
  const dns = { url: "9.9.9.9", dns: { "query-name": "old.example", "query-type": "A" } }
  const endpoints = [
    endpoint("other", ["[STATUS] != 200"]),
    endpoint("narrowed", ["[STATUS] < 500", "[STATUS] == 200"]),
    endpoint("gone", ["[DNS_RCODE] == NXDOMAIN"], dns),
    endpoint("silent", ["[DNS_RCODE] != NOERROR"], dns),
    endpoint("there", ["[DNS_RCODE] == NOERROR"], dns),
    endpoint("labelled", ["[STATUS] == 200"], {
      "extra-labels": { critical: true },
      "maintenance-windows": [{ start: "01:00", duration: "1h" }],
    }),
  ]
  expect(describeFrom("gatus", { endpoints })).toMatchInlineSnapshot(`
    "{"name":"other","monitor_type":"http","url":"https://a.example","monitoring_interval":"1m","request_timeout_seconds":10,"assertions":[{"kind":"status","codes":"100-199,201-599"}]}
    {"name":"narrowed","monitor_type":"http","url":"https://a.example","monitoring_interval":"1m","request_timeout_seconds":10,"assertions":[{"kind":"status","codes":"200"}]}
    {"name":"there","monitor_type":"dns","host":"old.example","dns_record_type":"A","monitoring_interval":"1m","request_timeout_seconds":10,"resolver":"9.9.9.9"}
    {"name":"labelled","monitor_type":"http","url":"https://a.example","monitoring_interval":"1m","request_timeout_seconds":10,"labels":["critical=true"],"assertions":[{"kind":"status","codes":"200"}]}
    general: 6 monitors in the export of Gatus: 4 in the document, 2 dropped.
    general: Not part of config documents, set up by hand: maintenance windows (of 1 monitor).
    dropped gone [dns] #/endpoints/2/conditions/0: It expects the target to be down, which is not supported.
    dropped silent [dns] #/endpoints/3/conditions/0: It expects the target to be down, which is not supported."
  `)
})

const checkly = (name: string, checkType: string, request: object) => ({
  name,
  checkType,
  frequency: 1,
  request,
})
const lookup = (name: string, more: object) =>
  checkly(name, "DNS", { query: "shop.example", recordType: "A", ...more })
const code = (comparison: string, target: string) => ({
  assertions: [{ source: "RESPONSE_CODE", comparison, target }],
})

test("Checkly: a lookup uses its own server, and one that expects a missing name is left out", () => {
  const status = { source: "STATUS_CODE", comparison: "NOT_EQUALS", target: "503" }
  expect(
    describeFrom("checkly", [
      lookup("beside", { nameServer: "9.9.9.9", port: 5353 }),
      lookup("behind", { nameServer: "1.1.1.1:53" }),
      lookup("inside", { nameServer: { host: "2620:fe::fe", port: 5353 } }),
      lookup("named", { nameServer: "dns.example:53" }),
      lookup("gone", code("EQUALS", "NXDOMAIN")),
      lookup("there", code("EQUALS", "NOERROR")),
      checkly("other", "API", { url: "https://a.example", assertions: [status] }),
    ]),
  ).toMatchInlineSnapshot(`
    "{"name":"beside","monitor_type":"dns","host":"shop.example","dns_record_type":"A","monitoring_interval":"1m","resolver":"9.9.9.9:5353"}
    {"name":"behind","monitor_type":"dns","host":"shop.example","dns_record_type":"A","monitoring_interval":"1m","resolver":"1.1.1.1"}
    {"name":"inside","monitor_type":"dns","host":"shop.example","dns_record_type":"A","monitoring_interval":"1m","resolver":"[2620:fe::fe]:5353"}
    {"name":"named","monitor_type":"dns","host":"shop.example","dns_record_type":"A","monitoring_interval":"1m"}
    {"name":"there","monitor_type":"dns","host":"shop.example","dns_record_type":"A","monitoring_interval":"1m"}
    {"name":"other","monitor_type":"http","url":"https://a.example","monitoring_interval":"1m","assertions":[{"kind":"status","codes":"100-502,504-599"}]}
    general: 7 monitors in the export of Checkly: 6 in the document, 1 dropped.
    lossy named [DNS] #/3/request/nameServer: Its name server is not an IP address and was not imported.
    dropped gone [DNS] #/4/request/assertions: It expects the name not to exist, which is not supported."
  `)
})

test("related objects without a counterpart are noted once, or once each", () => {
  const cake = { test_type: "HTTP", website_url: "https://a.example", check_rate: 60 }
  const kuma = { type: "ping", hostname: "a.example", interval: 600, maxretries: 0 }
  const robot = { type: "PING", url: "a.example", interval: 60, groupId: 7 }
  const pingdom = { hostname: "a.example", resolution: 1, ipv6: true, type: { ping: {} } }
  expect(
    [
      describeFrom("uptimerobot", { data: [{ friendlyName: "a", ...robot }] }),
      describeFrom("pingdom", [{ check: { name: "a", ...pingdom } }]),
      describeFrom("statuscake", { data: [{ name: "a", ...cake }] }),
      describeFrom("statuscake", {
        data: { name: "a", ...cake, timeout: 15, enable_ssl_alert: true },
      }),
      describeFrom("uptime-kuma", [{ name: "a", ...kuma }]),
    ].join("\n\n"),
  ).toMatchInlineSnapshot(`
    "{"name":"a","monitor_type":"ping","host":"a.example","monitoring_interval":"1m"}
    general: 1 monitor in the export of UptimeRobot: 1 in the document.
    general: Not part of config documents, set up by hand: groups (of 1 monitor).

    {"name":"a","monitor_type":"ping","host":"a.example","monitoring_interval":"1m"}
    general: 1 monitor in the export of Pingdom: 1 in the document.
    lossy a [ping] #/0/check/ipv6: Restricting it to IPv6 is not supported; both address families are checked.

    {"name":"a","monitor_type":"http","url":"https://a.example","monitoring_interval":"1m"}
    general: 1 monitor in the export of StatusCake: 1 in the document.
    general: A list of tests does not contain timeouts, ports and conditions: convert the responses of /uptime/{test_id} to include them.

    {"name":"a","monitor_type":"http","url":"https://a.example","monitoring_interval":"1m","request_timeout_seconds":15}
    general: 1 monitor in the export of StatusCake: 1 in the document.
    lossy a [HTTP] #/data/enable_ssl_alert: Its certificate warnings were not imported; it is degraded if the certificate expires in less than 14 days.

    {"name":"a","monitor_type":"ping","host":"a.example","monitoring_interval":"10m","request_timeout_seconds":60,"failure_threshold":1}
    general: 1 monitor in the export of Uptime Kuma: 1 in the document.
    lossy a [ping] #/0: Its timeout is 8 min, but the maximum is 60 s."
  `)
})
