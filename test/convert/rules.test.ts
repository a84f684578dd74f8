import fc from "fast-check"
import { expect, test } from "vitest"
import { CORE_SCHEMA, load, mergeTag } from "js-yaml"
import { ConvertError, providerNames, type ProviderName } from "../../src/convert/conversion.ts"
import { convert } from "../../src/convert/convert.ts"
import { providers } from "../../src/convert/providers.ts"
import { readSource } from "../../src/convert/source.ts"
import { createGuard } from "../../src/platform/guard.ts"
import { readEntry } from "../../src/graphql/monitoring/config/read-entry.ts"
import { parseInterval } from "../../src/graphql/monitoring/monitor/rules/monitor-interval.ts"
import { fixtures, readFixture, describeResult, describeFrom } from "./fixtures.ts"

/** Properties of every product's export. */

const froms = [...providerNames, "auto"] as const

test("every export is recognized as its own product's and no other's", () => {
  for (const [name, provider] of Object.entries(fixtures)) {
    const source = readSource(readFixture(name))
    const found = providerNames.filter((one) => providers[one].detect(source))
    expect([name, found]).toEqual([name, [provider]])
  }
})

test("each provider has its own name and a title", () => {
  for (const name of providerNames) {
    expect(providers[name]).toMatchObject({ name, title: expect.stringMatching(/^[A-Z]/) })
  }
})

test("every monitor of every export is accounted for, and an import accepts every entry", () => {
  for (const name of Object.keys(fixtures)) {
    expect(soundWords(readFixture(name), "auto")).toContain("in the export of")
  }
})

test("no secret of an export reaches the document or a note", () => {
  for (const name of Object.keys(fixtures)) {
    const text = readFixture(name)
    const conversion = JSON.stringify(convert(text, "auto"))
    expect([name, conversion]).toEqual([name, expect.not.stringContaining("S3CR3T")])
  }
})

/** Any text is refused with a message, or its conversion is valid. */
function soundWords(text: string, from: ProviderName | "auto"): string {
  try {
    const { document, notes, counts } = convert(text, from)
    const { source, entries, dropped, extra } = counts
    expect(source + extra).toBe(entries + dropped)
    expect(document.monitors).toHaveLength(entries)
    expect(notes.filter(({ kind }) => kind === "dropped")).toHaveLength(dropped)
    for (const entry of document.monitors) {
      expect(readEntry(entry, createGuard(["0.0.0.0/0", "::/0"])).result.fault).toBeNull()
      expect(parseInterval(entry.monitoring_interval ?? "1m")).not.toBeNull()
    }
    const words = describeResult({ document, notes })
    expect(words).not.toMatch(/[^\P{Cc}\n]/u)
    return words
  } catch (error) {
    if (!(error instanceof ConvertError)) throw error
    return error.message
  }
}

test("a conversion fails only with a message for a person, whatever the input", () => {
  const sign = fc.constantFrom(...Array.from("{}[]\",:;-&*!|>#%@ \n\t'\\a1?<=$~"))
  const mark = fc.constantFrom('"a":', "<<: *a", "\n- ", "targets", "monitorList")
  const text = fc.oneof(
    fc.string({ unit: "binary-ascii", maxLength: 200 }),
    fc.json(),
    fc.string({ unit: fc.oneof(sign, mark), maxLength: 60 }),
  )
  const property = fc.property(text, fc.constantFrom(...froms), (given, from) => {
    expect(soundWords(given, from)).not.toBe("")
  })
  fc.assert(property, { numRuns: 300 })
})

/** Every path in a value, including the deepest. */
const places = (value: unknown, at: (string | number)[] = []): (string | number)[][] => [
  at,
  ...(typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([name, one]) =>
        places(one, [...at, Array.isArray(value) ? Number(name) : name]),
      )
    : []),
]

function replaced(value: unknown, [name, ...rest]: (string | number)[], by: unknown): unknown {
  if (name === undefined) return by
  if (Array.isArray(value)) {
    return value.map((one: unknown, at) => (at === name ? replaced(one, rest, by) : one))
  }
  const held = value as Record<string, unknown>
  return { ...held, [name]: replaced(held[name], rest, by) }
}

const parsed = Object.entries(fixtures).flatMap(([name, provider]) => {
  const source = name.endsWith(".csv") ? null : readSource(readFixture(name))
  return source?.kind === "values"
    ? [{ provider, values: source.values.map(({ value }) => value) }]
    : []
})

const strange = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<unknown>(
    -1,
    0,
    1e300,
    0.1,
    "",
    " ",
    "\u0000",
    "\u001b[31m",
    "\ud800",
    "a".repeat(6000),
    "[::1]:x",
    "https://",
    "http://[",
    "https://a b",
    "javascript:alert(1)",
    "://",
    "a..b",
    "1.2.3",
    "*",
    "${X}",
    "{{X}}",
    "99999999999999999999",
    "1h1h",
    "__proto__",
    "2xx",
    "(?i",
    "*.example",
  ),
)

test("any member of any export may have any value: it is noted, and no other monitor is lost", () => {
  const damaged = fc.constantFrom(...parsed).chain(({ provider, values }) =>
    fc.tuple(
      fc.constant(provider),
      fc.constant(values),
      fc.array(fc.tuple(fc.constantFrom(...places(values).slice(1)), strange), {
        minLength: 1,
        maxLength: 3,
      }),
    ),
  )
  fc.assert(
    fc.property(damaged, ([provider, values, changes]) => {
      const [given, ...others] = changes.reduce<unknown[]>((held, [path, by]) => {
        const isThere = places(held).some((one) => String(one) === String(path))
        return isThere ? (replaced(held, path, by) as unknown[]) : held
      }, values)
      const text = [given, ...others].map((one) => JSON.stringify(one)).join("\n")
      // The URL of a heartbeat is a target like any other if its type says so.
      expect(soundWords(text, provider)).not.toMatch(/S3CR3T-(?!ping|token|uuid)/)
    }),
    { numRuns: 300 },
  )
})

test("unknown members are ignored, and their secrets with them", () => {
  const marker = "S3CR3T-planted"
  const add = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(add)
    if (typeof value !== "object" || value === null) return value
    // Labels are a map, so an unknown member there is a label.
    const all = Object.entries(value).map(([name, one]) => [
      name,
      name.endsWith("labels") || name === "tags" ? one : add(one),
    ])
    return {
      ...(Object.fromEntries(all) as object),
      unheard_of: marker,
      apiToken: { nested: marker },
    }
  }
  for (const { provider, values } of parsed) {
    const text = values.map((one) => JSON.stringify(add(one))).join("\n")
    expect(soundWords(text, provider)).not.toContain(marker)
  }
})

test("user name and password of a URL are removed from URL, name, description and notes", () => {
  const address = "https://ops:S3CR3T-a@example.org/x?token=S3CR3T-b"
  const monitor = {
    name: address,
    type: "http",
    url: "https://ops:S3CR3T-a@example.org/x",
    description: `see ${address}`,
  }
  expect(describeFrom("uptime-kuma", [{ ...monitor, interval: 60, maxretries: 1 }]))
    .toMatchInlineSnapshot(`
    "{"name":"https://example.org/x?token=…","monitor_type":"http","description":"see https://example.org/x?token=…","url":"https://example.org/x","monitoring_interval":"1m","request_timeout_seconds":48,"failure_threshold":2}
    general: 1 monitor in the export of Uptime Kuma: 1 in the document.
    lossy https://example.org/x?token=… [http] #/0: Its name contains what looks like a secret, which was removed.
    lossy https://example.org/x?token=… [http] #/0: The user name or password in its URL was removed: add an Authorization header by hand."
  `)
  const cases: [ProviderName, unknown][] = [
    [
      "uptimerobot",
      { monitors: [{ friendly_name: "a", type: 1, url: "http://u:S3CR3T@[::1", interval: 60 }] },
    ],
    [
      "uptimerobot",
      { monitors: [{ friendly_name: "a", type: 3, url: "u:S3CR3T@host", interval: 60 }] },
    ],
    ["blackbox", [{ targets: ["https://u:S3CR3T@a.example", "u:S3CR3T@b.example"] }]],
    ["gatus", { endpoints: [{ name: "a", url: "ssh://u:S3CR3T@a.example:22", conditions: [] }] }],
    ["checkly", [{ name: "a", checkType: "https://u:S3CR3T@a.example", frequency: 1 }]],
  ]
  for (const [provider, value] of cases)
    expect(describeFrom(provider, value)).not.toContain("S3CR3T")
})

function refused(text: string, from: ProviderName | "auto" = "auto") {
  try {
    return convert(text, from).provider
  } catch (error) {
    return error instanceof ConvertError ? error.message : error
  }
}

test("a password longer than any name is removed before truncation", () => {
  const long = `https://u:${"p".repeat(6000)}@shop.example/`
  const monitor = { type: long, name: `at ${long}`, description: long, tags: [{ name: long }] }
  const kuma = {
    version: "1.23.16",
    monitorList: [monitor, { ...monitor, type: "http", url: "https://a.example" }],
  }
  const { document, notes } = convert(JSON.stringify(kuma), "uptime-kuma")
  expect(JSON.stringify({ document, notes })).not.toContain("ppp")
  expect(document.monitors).toMatchObject([
    { name: "at https://shop.example/", description: "https://shop.example/" },
  ])
})

test("texts of any length are scanned once, not once per character", () => {
  for (const part of ["a", "a:", "?a_", "https://", "${", "a.", "&b"]) {
    const text = part.repeat(100_000)
    const monitor = { type: text, name: text, description: text, url: text, keyword: text }
    const kuma = { version: "1.23.16", monitorList: [monitor, { ...monitor, type: "keyword" }] }
    expect(convert(JSON.stringify(kuma), "uptime-kuma").counts.source).toBe(2)
    const gatus = { endpoints: [{ name: text, url: text, conditions: [text] }] }
    expect(convert(JSON.stringify(gatus), "gatus").counts.source).toBe(1)
  }
})

test("an invalid text is refused with its position and never quoted", () => {
  const aliases = `a: &a [1,1,1,1,1,1,1,1,1]\n${"bcdefgh"
    .split("")
    .map((name, at) => `${name}: &${name} [${Array(9).fill(`*${"abcdefg"[at]}`).join(",")}]`)
    .join("\n")}`
  expect([
    refused(""),
    refused('{"monitorList": [{"pushToken": "S3CR3T'),
    refused('{"a": 1}\n{"pushToken": S3CR3T}'),
    refused("endpoints:\n  - name: S3CR3T\n url: *nothing"),
    refused("token: *S3CR3T"),
    refused(aliases),
    refused("[".repeat(100_000)),
    refused("SQLite format 3\u0000"),
    refused("just some words"),
    refused('{"version": 1, "monitors": []}'),
    refused(
      JSON.stringify({
        monitors: [{ friendly_name: "a", type: 1 }],
        checks: [{ checkType: "API" }],
      }),
    ),
  ]).toMatchInlineSnapshot(`
    [
      "The export is empty.",
      "The export is invalid JSON: at line 1 column 39.",
      "The export is invalid JSON: in the value that starts on line 2.",
      "The export is not valid JSON, YAML or CSV: line 3, column 2 (wrong indentation).",
      "The export is not valid JSON, YAML or CSV: line 1, column 9 (an alias to an undefined anchor).",
      "The export cannot be read as YAML: its aliases are circular or expand to too many values.",
      "The export is nested more than 100 levels deep.",
      "The export is not valid JSON, YAML or CSV: line 1, column 16 (a syntax error).",
      "Could not detect the product of this export. Name it with --from: uptime-kuma, uptimerobot, better-stack, pingdom, statuscake, healthchecks, gatus, checkly, freshping, hetrixtools, blackbox, prometheus-operator, upptime, openstatus, kener, cachet.",
      "This is already a Watchkeeper document and needs no conversion.",
      "This could be an export from UptimeRobot and Checkly. Name the product with --from: uptime-kuma, uptimerobot, better-stack, pingdom, statuscake, healthchecks, gatus, checkly, freshping, hetrixtools, blackbox, prometheus-operator, upptime, openstatus, kener, cachet.",
    ]
  `)
})

test("an export of another product than the named one is refused with what was expected", () => {
  expect([
    ...providerNames.map((name) => refused('{"nothing": "of this"}', name)),
    refused(readFixture("checkly.json"), "pingdom"),
  ]).toMatchInlineSnapshot(`
    [
      "This is not an export from Uptime Kuma: expected an object with "monitorList", or a list of its monitors.",
      "This is not an export from UptimeRobot: expected an API response with "monitors" or "data", or its CSV with the columns Type, Friendly Name and URL/IP.",
      "This is not an export from Better Stack: expected an API response with monitors or heartbeats in "data".",
      "This is not an export from Pingdom: expected an API response with "checks" or "check".",
      "This is not an export from StatusCake: expected an API response with uptime tests in "data".",
      "This is not an export from Healthchecks.io: expected an API response with "checks".",
      "This is not an export from Gatus: expected a configuration with "endpoints" or "external-endpoints".",
      "This is not an export from Checkly: expected the list of checks from its API.",
      "This is not an export from Freshping: expected an export with "checks", or an API response with "results".",
      "This is not an export from HetrixTools: expected an API response with "monitors".",
      "This is not an export from Prometheus blackbox: expected prometheus.yml with scrape_configs, or a file of targets.",
      "This is not an export from Prometheus Operator: expected Probe resources followed by blackbox.yml.",
      "This is not an export from Upptime: expected its .upptimerc.yml with "sites".",
      "This is not an export from OpenStatus: expected its YAML, each monitor with "kind", "frequency" and "request".",
      "This is not an export from Kener: expected its monitors.yaml, or an API response with "tag" and "monitor_type".",
      "This is not an export from Cachet: expected an API response with components in "data".",
      "This is not an export from Pingdom: expected an API response with "checks" or "check". It looks like an export from Checkly.",
    ]
  `)
})

test("an export without monitors becomes an empty document if its product is named", () => {
  const empty: [ProviderName, unknown][] = [
    ["uptime-kuma", { monitorList: [] }],
    ["uptimerobot", { data: [], nextLink: null }],
    ["better-stack", { data: [], pagination: { next: null } }],
    ["pingdom", { checks: [], counts: { total: 0 } }],
    ["statuscake", { data: [], metadata: {} }],
    ["healthchecks", { checks: [] }],
    ["gatus", { endpoints: [] }],
    ["checkly", []],
    ["freshping", { results: [] }],
    ["hetrixtools", { monitors: [] }],
    ["blackbox", { scrape_configs: [] }],
    ["upptime", { sites: [] }],
    ["openstatus", {}],
    ["kener", []],
    ["cachet", { data: [] }],
  ]
  for (const [provider, value] of empty) {
    const { document, counts } = convert(JSON.stringify(value), provider)
    expect([provider, document, counts]).toEqual([
      provider,
      { version: 1, monitors: [] },
      { source: 0, entries: 0, dropped: 0, extra: 0 },
    ])
  }
})

test("names, descriptions and labels are truncated to a monitor's limits, with a note", () => {
  const tags = Array.from({ length: 60 }, (_, at) => ({
    name: at === 0 ? "x".repeat(201) : `tag ${at}`,
  }))
  const long = { name: `  ${"n".repeat(250)} `, description: "d".repeat(6000), tags }
  const { document, notes } = convert(
    JSON.stringify([
      { ...long, type: "http", url: "https://example.org", interval: 60, maxretries: 500 },
      {
        name: "a\u0000b\u001b[31m\nc",
        type: "ping",
        hostname: "example.org",
        interval: 60,
        maxretries: 0,
      },
      { name: "far", type: "http", url: `https://example.org/${"x".repeat(2048)}`, interval: 60 },
    ]),
    "uptime-kuma",
  )
  const [first, second] = document.monitors
  expect([first?.name.length, first?.description?.length, first?.labels?.length]).toEqual([
    200, 5000, 50,
  ])
  expect(second?.name).toBe("a b [31m c")
  expect(notes.map(({ detail }) => detail)).toMatchInlineSnapshot(`
    [
      "3 monitors in the export of Uptime Kuma: 2 in the document, 1 dropped.",
      "Its name is longer than 200 characters and was truncated.",
      "Its description is longer than 5,000 characters and was truncated.",
      "Its failure threshold is 501 and was changed to 100.",
      "10 of its labels were not imported: a monitor can have at most 50, of up to 200 characters each.",
      "Characters that names cannot contain were removed from its name.",
      "Its URL is longer than 2,048 characters.",
    ]
  `)
})

test("more monitors than an import accepts are noted", () => {
  const one = { type: "ping", hostname: "example.org", interval: 60, maxretries: 0 }
  const many = Array.from({ length: 1001 }, (_, at) => ({ ...one, name: `host ${at}` }))
  const { notes } = convert(JSON.stringify(many), "auto")
  expect(notes.map(({ detail }) => detail)).toMatchInlineSnapshot(`
    [
      "1,001 monitors in the export of Uptime Kuma: 1,001 in the document.",
      "The document has 1,001 monitors, but an import accepts at most 1,000 monitors: split the export or the document and import the parts one after another. An import does not change existing monitors.",
    ]
  `)
})

test("YAML aliases and merges are resolved, and a ConfigMap is unpacked", () => {
  const config = readFixture("gatus.yaml")
  const document = load(config, { schema: CORE_SCHEMA.withTags(mergeTag) })
  const map = { kind: "ConfigMap", data: { "config.yaml": config, "notes.txt": "nothing" } }
  const plain = describeResult(convert(JSON.stringify(document), "auto"))
  expect(plain).toBe(describeResult(convert(config, "auto")))
  const pointers = /#\/data\/config\.yaml/g
  expect(describeResult(convert(JSON.stringify(map), "auto")).replaceAll(pointers, "#")).toBe(plain)
})
