import fc from "fast-check"
import { expect, test } from "vitest"
import type { Assertion } from "../../src/convert/conversion.ts"
import { convert } from "../../src/convert/convert.ts"
import { relabel } from "../../src/convert/relabel.ts"
import { readAssertion } from "../../src/graphql/monitoring/config/rules/assertion-words.ts"
import { assertion as schema } from "../../src/graphql/monitoring/monitor/rules/monitor-settings.ts"
import { evaluate, withDefaults, type Seen } from "../../src/probe/assert.ts"
import { describeResult, describeFrom } from "./fixtures.ts"

/** A condition is converted exactly or left out with a note, judged by the prober's behavior. */

const well: Seen = { durationMs: 10, now: new Date(), status: 200, headers: new Map() }

function holds(assertions: Assertion[] | undefined, seen: Partial<Seen>): boolean {
  const stored = (assertions ?? []).map((one) => schema.parse(readAssertion(one as never)))
  const all = { ...well, ...seen }
  return evaluate(withDefaults(stored, all), all).failure === null
}

const endpoint = (...conditions: string[]) => ({
  endpoints: [{ name: "a", url: "https://a.example", conditions }],
})

const convertGatus = (...conditions: string[]) =>
  convert(JSON.stringify(endpoint(...conditions)), "gatus")

const assertionsOf = (...conditions: string[]) =>
  convertGatus(...conditions).document.monitors[0]?.assertions

const compared = {
  "==": (a: number, b: number) => a === b,
  "!=": (a: number, b: number) => a !== b,
  "<": (a: number, b: number) => a < b,
  "<=": (a: number, b: number) => a <= b,
  ">": (a: number, b: number) => a > b,
  ">=": (a: number, b: number) => a >= b,
}
type Sign = keyof typeof compared
const statuses = Array.from({ length: 500 }, (_, at) => 100 + at)

test("Gatus: conditions on the status accept exactly the codes that meet all of them", () => {
  const one = fc.record({
    sign: fc.constantFrom(...(Object.keys(compared) as Sign[])),
    code: fc.oneof(
      fc.constantFrom(100, 200, 299, 300, 400, 599),
      fc.integer({ min: 90, max: 610 }),
    ),
  })
  fc.assert(
    fc.property(fc.array(one, { minLength: 1, maxLength: 3 }), (given) => {
      const wanted = statuses.filter((status) =>
        given.every(({ sign, code }) => compared[sign](status, code)),
      )
      const { document, notes } = convertGatus(
        ...given.map(({ sign, code }) => `[STATUS] ${sign} ${code}`),
      )
      const [monitor] = document.monitors
      const taken = statuses.filter((status) => holds(monitor?.assertions, { status }))
      expect(monitor === undefined ? [] : taken).toEqual(wanted)
      expect(JSON.stringify(notes).includes("contradict each other")).toBe(wanted.length === 0)
    }),
    { numRuns: 100 },
  )
})

test("Gatus: a 200 is 200, a redirect range ends before errors, and patterns are expanded", () => {
  const codes = (...conditions: string[]) =>
    assertionsOf(...conditions)?.flatMap((one) => (one.kind === "status" ? one.codes : []))
  expect([
    codes("[STATUS] == 200"),
    codes("[STATUS] >= 200", "[STATUS] < 400"),
    codes("[STATUS] == any(200, 201, 429)"),
    codes("[STATUS] != any(500, 503)"),
    codes("[STATUS] == pat(2*)", "[STATUS] != 204"),
    codes("[STATUS] == pat(40?)"),
    codes("[CONNECTED] == true"),
  ]).toEqual([
    ["200"],
    ["200-399"],
    ["200-201,429"],
    ["100-499,501-502,504-599"],
    ["200-203,205-299"],
    ["400-409"],
    ["100-599"],
  ])
  // A plain monitor accepts every 2xx without an assertion.
  expect(assertionsOf("[STATUS] >= 200", "[STATUS] < 300")).toBeUndefined()
})

const body = (given: unknown): Partial<Seen> => ({
  body: { text: typeof given === "string" ? given : JSON.stringify(given), whole: true },
})

test.each([
  ["[BODY].status == UP", [{ status: "UP" }], [{ status: "DOWN" }, {}, "UP"]],
  ["[BODY].status != DOWN", [{ status: "UP" }, {}], [{ status: "DOWN" }]],
  ["[BODY].data[0].id == 1", [{ data: [{ id: 1 }] }], [{ data: [] }, { data: [{ id: 2 }] }]],
  ["[BODY][0].name == a", [[{ name: "a" }]], [[{ name: "b" }], []]],
  ["[BODY].a-b.c == true", [{ "a-b": { c: true } }], [{ "a-b": { c: false } }]],
  ["[BODY].n > 5", [{ n: 6 }, { n: "6" }], [{ n: 5 }, {}]],
  ["[BODY].n >= 5", [{ n: 5 }, { n: 6 }], [{ n: 4 }, {}]],
  ["[BODY].n <= 5", [{ n: 5 }], [{ n: 6 }, {}]],
  ["[BODY].s == any(UP, 1)", [{ s: "UP" }, { s: 1 }, { s: "1" }], [{ s: "DOWN" }, {}]],
  ["len([BODY].items) > 1", [{ items: [1, 2] }], [{ items: [1] }, {}]],
  ["len([BODY]) == 2", [[1, 2]], [[1], []]],
  ["len([BODY].items) == 0", [{ items: [] }], [{ items: [1] }, {}]],
  ["has([BODY].errors) == false", [{}], [{ errors: [] }]],
  ["has([BODY].data) == true", [{ data: null }], [{}]],
  ["[BODY] == OK", ["OK", " OK\n"], ["OK!", ""]],
  ["[BODY] == pat(*ready*)", ["all ready now"], ["not yet"]],
  ["[BODY] != pat(*error*)", ["fine"], ["an error"]],
  ["[BODY] == pat(v?.*)", ["v1.2", "v1.\n2"], ["v12", "a v1.2"]],
  ["[BODY] == any(OK, ready)", ["OK", "ready\n"], ["OK ready"]],
])("Gatus: %s is judged by the response as in Gatus", (condition, good, bad) => {
  const assertions = assertionsOf(condition)
  for (const one of good) expect([one, holds(assertions, body(one))]).toEqual([one, true])
  for (const one of bad) expect([one, holds(assertions, body(one))]).toEqual([one, false])
  expect(JSON.stringify(convertGatus(condition).notes)).not.toContain("was left out")
})

test("Gatus: conditions that cannot be converted exactly are left out with a note each", () => {
  const conditions = [
    "[CERTIFICATE_EXPIRATION] > 36h",
    "[DOMAIN_EXPIRATION] > 720h",
    "[RESPONSE_TIME] > 5",
    "[RESPONSE_TIME] < 90000",
    "[IP] == 192.0.2.1",
    "[BODY].state == pat(UP*)",
    "[BODY].list == [a b]",
    "[BODY].x == null",
    "[BODY] == pat([a-z]*)",
    "len([BODY]) < 5",
    "[STATUS] == pat([2-3]*)",
    "[STATUS] == OK",
    "[UNHEARD] == 1",
    "something",
  ]
  const { document, notes } = convertGatus("[STATUS] == 200", ...conditions)
  expect(document.monitors[0]?.assertions).toEqual([{ kind: "status", codes: "200" }])
  expect(notes.slice(1).map(({ detail }) => detail)).toEqual(
    conditions.map((one) => `The condition "${one}" was not imported.`),
  )
})

test("Gatus: time and certificate conditions apply to every kind that supports them", () => {
  const endpoints = [
    {
      name: "web",
      url: "https://a.example",
      conditions: ["[RESPONSE_TIME] < 500", "[CERTIFICATE_EXPIRATION] > 168h"],
    },
    {
      name: "tls",
      url: "tls://a.example:465",
      conditions: ["[CONNECTED] == true", "[CERTIFICATE_EXPIRATION] >= 48h"],
    },
    { name: "ping", url: "icmp://a.example", conditions: ["[RESPONSE_TIME] <= 100ms"] },
    {
      name: "dns",
      url: "9.9.9.9",
      dns: { "query-name": "a.example", "query-type": "A" },
      conditions: ["[DNS_RCODE] == NOERROR", "[BODY] == 192.0.2.1", "[RESPONSE_TIME] < 50"],
    },
    {
      name: "loose",
      url: "tls://a.example:465",
      client: { insecure: true },
      conditions: ["[CERTIFICATE_EXPIRATION] > 48h"],
    },
  ]
  expect(describeFrom("gatus", { endpoints })).toMatchInlineSnapshot(`
    "{"name":"web","monitor_type":"http","url":"https://a.example","monitoring_interval":"1m","request_timeout_seconds":10,"assertions":[{"kind":"status","codes":"100-599"},{"kind":"response_time","max_ms":500,"level":"offline"},{"kind":"certificate_days","min_days":7,"level":"offline"}]}
    {"name":"tls","monitor_type":"tls","host":"a.example","port":465,"monitoring_interval":"1m","request_timeout_seconds":10,"assertions":[{"kind":"certificate_days","min_days":2,"level":"offline"}]}
    {"name":"ping","monitor_type":"ping","host":"a.example","monitoring_interval":"1m","request_timeout_seconds":10,"assertions":[{"kind":"response_time","max_ms":100,"level":"offline"}]}
    {"name":"dns","monitor_type":"dns","host":"a.example","dns_record_type":"A","monitoring_interval":"1m","request_timeout_seconds":10,"resolver":"9.9.9.9","expected_values":["192.0.2.1"],"assertions":[{"kind":"response_time","max_ms":50,"level":"offline"}]}
    {"name":"loose","monitor_type":"tcp","host":"a.example","port":465,"monitoring_interval":"1m","request_timeout_seconds":10}
    general: 5 monitors in the export of Gatus: 5 in the document.
    lossy loose [tls] #/endpoints/4/url: It ignores certificate errors; only the connection is checked.
    lossy loose [tls] #/endpoints/4/conditions/0: The condition "[CERTIFICATE_EXPIRATION] > 48h" was not imported."
  `)
})

const alerting = (name: string, ...alerts: object[]) => ({
  name,
  url: "https://a.example",
  conditions: ["[STATUS] == 200"],
  alerts,
})

test("Gatus: an alert's thresholds default to those of its kind, then to those of Gatus", () => {
  const kinds = {
    slack: { "default-alert": { "failure-threshold": 5, "success-threshold": 4 } },
    email: { "default-alert": { enabled: false } },
  }
  const endpoints = [
    alerting("default", { type: "slack" }),
    alerting("own", { type: "slack", "success-threshold": 1 }),
    alerting("none", { type: "discord" }),
    alerting("off", { type: "email" }),
    alerting("one of two", { type: "email", "failure-threshold": 1 }, { type: "slack" }),
  ]
  const { document, notes } = convert(JSON.stringify({ alerting: kinds, endpoints }), "gatus")
  expect(
    document.monitors.map(
      ({ name, failure_threshold: failures, recovery_threshold: successes }) => [
        name,
        failures,
        successes,
      ],
    ),
  ).toEqual([
    ["default", 5, 4],
    ["own", 5, undefined],
    ["none", 3, 2],
    ["off", 3, 2],
    ["one of two", 5, 4],
  ])
  expect(notes.filter(({ kind }) => kind === "lossy")).toMatchObject([
    {
      name: "off",
      detail: "Its alerts are disabled in the export: mute it after the import.",
    },
  ])
})

const assertion = (source: string, comparison: string, target: string, property = "") => ({
  source,
  comparison,
  target,
  property,
  regex: null,
})

const check = (name: string, assertions: object[], more = {}) => ({
  name,
  checkType: "API",
  frequency: 5,
  request: { method: "GET", url: "https://a.example", assertions },
  ...more,
})

const runs = (escalationType: string, more = {}) => ({
  alertSettings: {
    escalationType,
    runBasedEscalation: { failedRunThreshold: 3 },
    timeBasedEscalation: { minutesFailingThreshold: 12 },
    ...more,
  },
})

test("Checkly: assertions are converted exactly, thresholds count runs or minutes, and the rest is noted", () => {
  expect(
    describeFrom("checkly", [
      check("exact", [assertion("STATUS_CODE", "EQUALS", "200")], runs("RUN_BASED")),
      check(
        "range",
        [
          assertion("STATUS_CODE", "GREATER_THAN", "199"),
          assertion("STATUS_CODE", "LESS_THAN", "400"),
          assertion("RESPONSE_TIME", "LESS_THAN", "800"),
        ],
        runs("TIME_BASED"),
      ),
      check("never", [
        assertion("STATUS_CODE", "EQUALS", "200"),
        assertion("STATUS_CODE", "EQUALS", "404"),
      ]),
      check("answer", [
        assertion("JSON_BODY", "EQUALS", "ok", "$.state"),
        assertion("JSON_BODY", "LESS_THAN", "5", "$.queue[0].age"),
        assertion("JSON_BODY", "HAS_KEY", "id", "$.user"),
        assertion("TEXT_BODY", "CONTAINS", "Welcome"),
        assertion("TEXT_BODY", "EQUALS", "a.b"),
        assertion("HEADERS", "CONTAINS", "json", "content-type"),
        assertion("JSON_BODY", "CONTAINS", "ok", "$.state"),
        assertion("JSON_BODY", "EQUALS", "ok", "$..state"),
        assertion("TEXT_BODY", "EQUALS", "1", "v(.*)"),
      ]),
      check(
        "certificate",
        [],
        runs("RUN_BASED", { sslCertificates: { enabled: true, alertThreshold: 30 } }),
      ),
      check("account", [], { ...runs("RUN_BASED"), useGlobalAlertSettings: true }),
      check("again", [], { retryStrategy: { type: "FIXED", maxRetries: 2 } }),
    ]),
  ).toMatchInlineSnapshot(`
    "{"name":"exact","monitor_type":"http","url":"https://a.example","monitoring_interval":"5m","failure_threshold":3,"assertions":[{"kind":"status","codes":"200"}]}
    {"name":"range","monitor_type":"http","url":"https://a.example","monitoring_interval":"5m","failure_threshold":4,"assertions":[{"kind":"status","codes":"200-399"},{"kind":"response_time","max_ms":800,"level":"offline"}]}
    {"name":"answer","monitor_type":"http","url":"https://a.example","monitoring_interval":"5m","assertions":[{"kind":"json_path","path":"$.state","comparison":"equals","value":"ok"},{"kind":"json_path","path":"$.queue[0].age","comparison":"less_than","value":"5"},{"kind":"json_path","path":"$.user['id']","comparison":"exists"},{"kind":"body","comparison":"contains","value":"Welcome"},{"kind":"regex","pattern":"^a\\\\.b$","matches":true},{"kind":"header","name":"content-type","comparison":"contains","value":"json"}]}
    {"name":"certificate","monitor_type":"http","url":"https://a.example","monitoring_interval":"5m","failure_threshold":3,"assertions":[{"kind":"certificate_days","min_days":30,"level":"degraded"}]}
    {"name":"account","monitor_type":"http","url":"https://a.example","monitoring_interval":"5m"}
    {"name":"again","monitor_type":"http","url":"https://a.example","monitoring_interval":"5m"}
    general: 7 monitors in the export of Checkly: 6 in the document, 1 dropped.
    general: Not part of config documents, set up by hand: account alert settings (of 1 monitor).
    dropped never [API] #/2: Its status conditions contradict each other: no code meets all of them.
    lossy answer [API] #/3/request/assertions/6: An assertion was not imported ("JSON_BODY" "CONTAINS"): add it by hand.
    lossy answer [API] #/3/request/assertions/7: An assertion was not imported ("JSON_BODY" "EQUALS"): add it by hand.
    lossy answer [API] #/3/request/assertions/8: An assertion was not imported ("TEXT_BODY" "EQUALS"): add it by hand.
    lossy again [API] #/6/retryStrategy/type: Its retry strategy was not imported; failures are confirmed at once over a new connection."
  `)
})

const scrape = (job: object) => ({
  scrape_configs: [{ job_name: "web", metrics_path: "/probe", scrape_interval: "1m", ...job }],
})
const exporter = { target_label: "__address__", replacement: "exporter:9115" }

test("blackbox: rules define what the exporter probes, and the exporter itself is never monitored", () => {
  const usual = [
    { source_labels: ["__address__"], target_label: "__param_target" },
    { source_labels: ["__param_target"], target_label: "instance" },
    exporter,
  ]
  const split = [
    {
      source_labels: ["__address__"],
      regex: "(.+);(.+);(.+)",
      target_label: "__param_module",
      replacement: "${2}",
    },
    {
      source_labels: ["__address__"],
      regex: "(.+);(.+);(.+)",
      target_label: "env",
      replacement: "$1",
    },
    {
      source_labels: ["__address__"],
      regex: "(.+);(.+);(.+)",
      target_label: "__param_target",
      replacement: "https://$3/health",
    },
    exporter,
  ]
  const text = [
    scrape({
      params: { module: ["http_2xx"] },
      relabel_configs: usual,
      static_configs: [{ targets: ["https://a.example"] }],
    }),
    scrape({ relabel_configs: split, static_configs: [{ targets: ["prod;http_2xx;b.example"] }] }),
    scrape({
      params: { module: ["http_2xx"], target: ["https://c.example"], hostname: ["www.example"] },
      static_configs: [{ targets: ["exporter:9115"] }],
    }),
    scrape({
      params: { module: ["http_2xx"] },
      relabel_configs: [{ source_labels: ["env"], regex: "prod", action: "keep" }, ...usual],
      static_configs: [
        { targets: ["https://d.example"], labels: { env: "prod" } },
        { targets: ["https://e.example"], labels: { env: "test" } },
      ],
    }),
    scrape({
      params: { module: ["http_2xx"] },
      relabel_configs: [exporter],
      static_configs: [{ targets: ["https://f.example"] }],
    }),
    scrape({
      params: { module: ["http_2xx"] },
      relabel_configs: [{ action: "hashmod", modulus: 2, target_label: "__tmp" }, ...usual],
      static_configs: [{ targets: ["https://g.example"] }],
    }),
  ]
  expect(describeResult(convert(text.map((one) => JSON.stringify(one)).join("\n"), "blackbox")))
    .toMatchInlineSnapshot(`
      "{"name":"https://a.example","monitor_type":"http","url":"https://a.example","monitoring_interval":"1m"}
      {"name":"https://b.example/health","monitor_type":"http","url":"https://b.example/health","monitoring_interval":"1m","labels":["env=prod"]}
      {"name":"https://c.example","monitor_type":"http","url":"https://c.example","monitoring_interval":"1m"}
      {"name":"https://d.example","monitor_type":"http","url":"https://d.example","monitoring_interval":"1m","labels":["env=prod"]}
      general: 7 monitors in the export of Prometheus blackbox: 4 in the document, 3 dropped.
      general: The targets of the job "web" are exporters: the target in its parameter "target" was imported.
      lossy https://a.example [http_2xx] #/0/scrape_configs/0/static_configs/0/targets/0: The module "http_2xx" is not in the export and was read as the exporter's own of that name: append blackbox.yml and convert again to be exact.
      lossy https://b.example/health [http_2xx] #/1/scrape_configs/0/static_configs/0/targets/0: The module "http_2xx" is not in the export and was read as the exporter's own of that name: append blackbox.yml and convert again to be exact.
      lossy https://c.example [http_2xx] #/2/scrape_configs/0/static_configs/0/targets/0: The module "http_2xx" is not in the export and was read as the exporter's own of that name: append blackbox.yml and convert again to be exact.
      lossy https://c.example [http_2xx] #/2/scrape_configs/0/static_configs/0/targets/0: Its host name "www.example" was not imported: add a Host header by hand.
      lossy https://d.example [http_2xx] #/3/scrape_configs/0/static_configs/0/targets/0: The module "http_2xx" is not in the export and was read as the exporter's own of that name: append blackbox.yml and convert again to be exact.
      dropped https://e.example [http_2xx] #/3/scrape_configs/0/static_configs/1/targets/0: Rule 1 of its relabel_configs does not keep the target.
      dropped https://f.example [http_2xx] #/4/scrape_configs/0/static_configs/0/targets/0: Its relabel_configs give the exporter no target.
      dropped https://g.example [http_2xx] #/5/scrape_configs/0/static_configs/0/targets/0: Rule 1 of its relabel_configs has the action "hashmod", which is not supported."
    `)
})

test("relabeling: every action works as in Prometheus", () => {
  const start = { __address__: "a.example:80", __meta_env: "Prod", env: "live", zone: "live" }
  const after = (...rules: object[]) => {
    const { labels, fault } = relabel(new Map(Object.entries(start)), rules)
    return labels === null ? fault : Object.fromEntries(labels)
  }
  const from = { source_labels: ["__address__"] }
  expect([
    after({ ...from, regex: "(?P<host>[^:]+):.*", replacement: "${host}$$", target_label: "h" }),
    after({ ...from, regex: "other", target_label: "h" }),
    after({ ...from, source_labels: ["env", "zone"], separator: "/", target_label: "h" }),
    after({ regex: "__meta_(.+)", action: "labelmap" }),
    after({ regex: "__.*|zone", action: "labeldrop" }),
    after({ regex: "env", action: "labelkeep" }),
    after({ source_labels: ["__meta_env"], action: "lowercase", target_label: "env" }),
    after({ target_label: "env", replacement: "" }),
    after({ source_labels: ["env"], target_label: "zone", action: "dropequal" }),
    after({ source_labels: ["env"], target_label: "zone", action: "keepequal" }),
    after({ regex: "(" }),
    after("no rule" as never),
  ]).toMatchInlineSnapshot(`
    [
      {
        "__address__": "a.example:80",
        "__meta_env": "Prod",
        "env": "live",
        "h": "a.example$",
        "zone": "live",
      },
      {
        "__address__": "a.example:80",
        "__meta_env": "Prod",
        "env": "live",
        "zone": "live",
      },
      {
        "__address__": "a.example:80",
        "__meta_env": "Prod",
        "env": "live",
        "h": "live/live",
        "zone": "live",
      },
      {
        "__address__": "a.example:80",
        "__meta_env": "Prod",
        "env": "Prod",
        "zone": "live",
      },
      {
        "env": "live",
      },
      {
        "env": "live",
      },
      {
        "__address__": "a.example:80",
        "__meta_env": "Prod",
        "env": "prod",
        "zone": "live",
      },
      {
        "__address__": "a.example:80",
        "__meta_env": "Prod",
        "zone": "live",
      },
      "rule 1 of its relabel_configs drops the target",
      {
        "__address__": "a.example:80",
        "__meta_env": "Prod",
        "env": "live",
        "zone": "live",
      },
      "rule 1 of its relabel_configs has an invalid regular expression",
      "rule 1 of its relabel_configs is not an object",
    ]
  `)
})
