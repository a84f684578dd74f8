import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, test } from "vitest"
import { strangersPerMinute } from "../../src/api/authenticate-request.ts"
import { fieldsPerMinute } from "../../src/api/budget.ts"
import { documentLimits, maxTokens } from "../../src/graphql/execution/limits/limits.ts"
import { maxBrackets } from "../../src/graphql/execution/limits/nesting.ts"
import { readEnv, settingNames } from "../../src/platform/env.ts"
import { answerSeconds } from "../../src/platform/send-post.ts"

const read = (name: string) => readFile(join(import.meta.dirname, "../..", name), "utf8")

test("docs/settings.md lists every setting with its default, and no other", async () => {
  const rows = [...(await read("docs/settings.md")).matchAll(/^\| `([A-Z_]+)` +\| (\S+) +\|/gm)]
  const received = Object.fromEntries(
    rows.map(([, name, value]) => [name, value?.replaceAll("`", "")]),
  )
  expect(Object.keys(received)).toEqual(settingNames)

  const env = new Map(Object.entries(readEnv({})))
  const real = Object.fromEntries(
    settingNames.map((name) => [name, [env.get(name) ?? []].flat().map(String).join(",") || "–"]),
  )
  const listed = "[verdict.md](verdict.md#what-is-asked)"
  expect(received).toEqual({
    ...real,
    BASE_URL: "http://localhost:PORT",
    DATA_DIR: "./data",
    EGRESS_ANCHORS: listed,
    RESOLVER_NAMES: listed,
    PORTAL_CHECKS: listed,
  })
  const verdict = await read("docs/verdict.md")
  const { EGRESS_ANCHORS: anchors, RESOLVER_NAMES, PORTAL_CHECKS } = readEnv({})
  const asked = [
    ...anchors.filter((one) => !one.startsWith("[")).map((one) => one.replace(/:.*/, "")),
    ...RESOLVER_NAMES.map(({ name }) => name).filter((name) => name !== "."),
    ...PORTAL_CHECKS.map(({ url }) => new URL(url).hostname),
  ]
  expect(asked.filter((one) => !verdict.includes(`\`${one}\``))).toEqual([])
  expect(real).toMatchObject({
    BASE_URL: "http://localhost:3000",
    DATA_DIR: join(process.cwd(), "data"),
  })
})

test("compose.yaml passes on every setting of .env and sets only what its containers decide", async () => {
  const text = await read("compose.yaml")
  const program = text.slice(text.indexOf("x-watchkeeper:"), text.indexOf("depends_on:"))
  expect(program).toMatch(/^ {2}env_file: \.env$/m)
  const given = [...program.matchAll(/^ {4}([A-Z_]+):/gm)].map(([, name]) => name)
  const decided = [
    "PORT",
    "HOST",
    "DATA_DIR",
    "DATABASE_URL",
    "REDIS_URL",
    "SECRET_KEY",
    "BASE_URL",
  ]
  expect(given).toEqual(decided)
  expect(settingNames).toEqual(expect.arrayContaining(decided))
  const roles = [...text.matchAll(/"--roles", "(\w+)"/g)].map(([, role]) => role)
  expect(roles).toEqual(["api", "probe", "notify"])
})

const inWords = (value: number) => value.toLocaleString("en")

test("README.md states the limits of GraphQL and webhooks that the code has", async () => {
  const text = await read("README.md")
  const { depth, cost } = documentLimits
  expect(text).toContain(
    `at most ${inWords(maxTokens)} tokens, ${depth} levels of fields and ${maxBrackets} of brackets, ` +
      `and can select at most ${inWords(cost)} fields. A person can select at most ${inWords(fieldsPerMinute)} ` +
      `fields a minute; a key has the limits of its plan. An anonymous client can send at most ` +
      `${strangersPerMinute} requests a minute`,
  )
  expect(text).toContain(`A receiver has ${answerSeconds} seconds to answer`)
})
