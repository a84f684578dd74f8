import { readFile } from "node:fs/promises"
import { createConfig, lintFromString } from "@redocly/openapi-core"
import spectral, { type RulesetDefinition } from "@stoplight/spectral-core"
import owasp from "@stoplight/spectral-owasp-ruleset"
import rulesets from "@stoplight/spectral-rulesets"
import { Ajv2020 } from "ajv/dist/2020.js"
import formats from "ajv-formats"
import { expect, test } from "vitest"
import { z } from "zod"

const path = new URL("../../schema/openapi.json", import.meta.url)

test("the OpenAPI document passes redocly's recommended rules", async () => {
  const config = await createConfig({ extends: ["recommended-strict"] })
  const source = await readFile(path, "utf8")
  const found = await lintFromString({ source, absoluteRef: path.pathname, config })
  expect(
    found.map(({ ruleId, message, location }) => ({ ruleId, message, at: location[0]?.pointer })),
  ).toEqual([])
})

test("the OpenAPI document passes spectral's rules", async () => {
  const judge = new spectral.Spectral()
  judge.setRuleset(rulesets.oas as RulesetDefinition)
  const found = await judge.run(await readFile(path, "utf8"))
  expect(found.map(({ code, message, path }) => ({ code, message, at: path.join(".") }))).toEqual(
    [],
  )
})

/** Its types declare a default export that the module does not have. */
const owaspRules: unknown = owasp

/** OWASP rules that this document breaks on purpose: where and why. */
const exceptions: { code: string; at: RegExp; why: string }[] = [
  {
    code: "owasp:api4:2023-array-limit",
    at: /(MonitorConfigDocument|export\.get\..*)\.properties\.monitors$/,
    why: "an export holds every monitor, and a project on Pro may have any number",
  },
  {
    code: "owasp:api4:2023-rate-limit",
    at: /^paths\./,
    why: "it wants one family of headers, and every answer carries RateLimit and X-RateLimit-* both",
  },
  {
    code: "owasp:api4:2023-rate-limit-responses-429",
    at: /^paths\.\/v1\/usage\.get\.responses$/,
    why: "usage is never denied",
  },
  {
    code: "owasp:api4:2023-string-restricted",
    at: /./,
    why: "names, notes and details are free text in any script: a pattern would refuse what people write",
  },
  {
    code: "owasp:api8:2023-define-cors-origin",
    at: /\.headers$/,
    why: "keys are secrets of servers: no page of another origin is let in unless ALLOWED_ORIGINS names it",
  },
]

test("the OpenAPI document passes OWASP's rules, except for documented exceptions", async () => {
  const judge = new spectral.Spectral()
  judge.setRuleset(owaspRules as RulesetDefinition)
  const found = await judge.run(await readFile(path, "utf8"))
  const used = new Set<string>()
  const left = found.filter((one) => {
    const excuse = exceptions.find(
      ({ code, at }) => code === one.code && at.test(one.path.join(".")),
    )
    if (excuse !== undefined) used.add(excuse.code)
    return excuse === undefined
  })
  expect(left.map(({ code, path }) => ({ code, at: path.join(".") }))).toEqual([])
  expect([...used].toSorted()).toEqual(exceptions.map(({ code }) => code))
})

async function validatorOf(name: string) {
  const raw: unknown = JSON.parse(await readFile(path, "utf8"))
  const ajv = new Ajv2020({ strict: false })
  formats.default(ajv)
  ajv.addSchema(raw as object, "document")
  return ajv.compile({ $ref: `document#/components/schemas/${name}` })
}

test("a mute has exactly one deadline, and an update changes at least one field", async () => {
  const mute = await validatorOf("Mute")
  const until = { alerts_muted_until: "2026-11-22T09:30:00Z" }
  const minutes = { duration_minutes: 90 }
  expect([{}, until, minutes, { ...until, ...minutes }].map((one) => mute(one))).toEqual([
    false,
    true,
    true,
    false,
  ])
  for (const name of ["StatusPageChanges", "WebhookEndpointChanges"]) {
    const changes = await validatorOf(name)
    expect([{}, { description: null }].map((one) => changes(one))).toEqual([false, true])
  }
})

test("what an import accepts is what its schema allows", async () => {
  const entry = await validatorOf("MonitorConfigInput")
  const spelled = [
    { monitor_type: "HTTP" },
    { monitor_type: "Website", method: "get" },
    { monitor_type: "ssl certificate", parent_monitor: "Line", parent_monitor_type: "ICMP" },
    { monitor_type: "dns", dns_record_type: "mx", monitoring_interval: "*/5 * * * *" },
  ]
  expect(spelled.map((one) => entry({ name: "Shop", ...one }))).toEqual([true, true, true, true])
})

const withServers = z.object({ servers: z.array(z.object({ variables: z.unknown() })) })

test("a server variable has a default and nothing that generators refuse", async () => {
  const { servers } = withServers.parse(JSON.parse(await readFile(path, "utf8")))
  expect(servers.map(({ variables }) => variables)).toEqual([
    { base_url: { default: "http://localhost:3000" } },
  ])
})
