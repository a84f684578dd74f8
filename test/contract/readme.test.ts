import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, test } from "vitest"
import { readEnv, settingNames } from "../../src/env.ts"

const read = (name: string) => readFile(join(import.meta.dirname, "../..", name), "utf8")

test("the README lists every setting with its default, and no other", async () => {
  const rows = [...(await read("README.md")).matchAll(/^\| `([A-Z_]+)` +\| (\S+) +\|/gm)]
  const told = Object.fromEntries(rows.map(([, name, value]) => [name, value?.replaceAll("`", "")]))
  expect(Object.keys(told)).toEqual(settingNames)

  const env = new Map(Object.entries(readEnv({})))
  const real = Object.fromEntries(
    settingNames.map((name) => [name, [env.get(name) ?? []].flat().join(",") || "–"]),
  )
  expect(told).toEqual({ ...real, BASE_URL: "http://localhost:PORT", DATA_DIR: "./data" })
  expect(real).toMatchObject({
    BASE_URL: "http://localhost:3000",
    DATA_DIR: join(process.cwd(), "data"),
  })
})

test("compose.yaml gives the program only settings that exist, and starts each role once", async () => {
  const text = await read("compose.yaml")
  const program = text.slice(text.indexOf("x-watchkeeper:"), text.indexOf("depends_on:"))
  const given = [...program.matchAll(/^ {4}([A-Z_]+):/gm)].map(([, name]) => name)
  expect(given).toEqual(["DATABASE_URL", "REDIS_URL", "SECRET_KEY", "BASE_URL", "LOG_LEVEL"])
  expect(settingNames).toEqual(expect.arrayContaining(given))
  const roles = [...text.matchAll(/"--roles", "(\w+)"/g)].map(([, role]) => role)
  expect(roles).toEqual(["api", "probe", "notify"])
})
