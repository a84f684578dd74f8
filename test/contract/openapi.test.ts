import { readFile } from "node:fs/promises"
import { createConfig, lintFromString } from "@redocly/openapi-core"
import type { RulesetDefinition } from "@stoplight/spectral-core"
import spectral from "@stoplight/spectral-core"
import rulesets from "@stoplight/spectral-rulesets"
import { expect, test } from "vitest"

const path = new URL("../../schema/openapi.json", import.meta.url)

test("the OpenAPI document is clean to redocly's recommended rules", async () => {
  const config = await createConfig({ extends: ["recommended-strict"] })
  const source = await readFile(path, "utf8")
  const found = await lintFromString({ source, absoluteRef: path.pathname, config })
  expect(
    found.map(({ ruleId, message, location }) => ({ ruleId, message, at: location[0]?.pointer })),
  ).toEqual([])
})

test("the OpenAPI document is clean to spectral's rules", async () => {
  const judge = new spectral.Spectral()
  judge.setRuleset(rulesets.oas as RulesetDefinition)
  const found = await judge.run(await readFile(path, "utf8"))
  expect(found.map(({ code, message, path }) => ({ code, message, at: path.join(".") }))).toEqual(
    [],
  )
})
