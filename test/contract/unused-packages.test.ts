import { existsSync, readdirSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import type Twilio from "twilio"
import { expect, test } from "vitest"
import { z } from "zod"
import { unusedForms, usedByBuild } from "../../src/cli/unused-packages.ts"

const root = join(import.meta.dirname, "../..")
const packages = join(root, "node_modules")
const isThere = (folder: string) => existsSync(join(folder, "package.json"))

/** Tools of contributors, which no command runs, and what only they import. */
const contributors = [
  "src/cli/artefacts.ts",
  "src/cli/migration.ts",
  "src/cli/write-migration.ts",
  "src/platform/catalog-adapter.ts",
  "src/platform/schema-script.ts",
]

/** What all but the dashboard imports, except by tools that only contributors use. */
function importedPackages(): Set<string> {
  const files = ["src", "bin", "prisma/generated"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.[jt]s$/.test(name))
      .map((name) => join(folder, name)),
  )
  const served = files.filter(
    (name) => !name.startsWith("src/web/") && !contributors.includes(name),
  )
  const names = served.flatMap((file) => {
    const text = readFileSync(join(root, file), "utf8")
    const imports = text.matchAll(
      /(?:from|import|(?:import|require|resolve|\))\()\s*["']([@\w][^"'\s]*)["']/g,
    )
    return [...imports].map(([, from = ""]) => /^(?:@[^/]+\/)?[^/]+/.exec(from)?.[0] ?? "")
  })
  return new Set(names.filter((name) => isThere(join(packages, name))))
}

const dependencies = z.record(z.string(), z.string()).default({})
const manifest = z.object({ dependencies, optionalDependencies: dependencies })

/** Folders of packages that these depend on, and of those that those do. */
function closure(names: Iterable<string>): string[] {
  const found = new Set<string>()
  const find = (name: string, from: string): string | null => {
    const folder = join(from, "node_modules", name)
    if (isThere(folder)) return folder
    return from === root ? null : find(name, dirname(from))
  }
  const visit = (folder: string): void => {
    if (found.has(folder)) return
    found.add(folder)
    const text = readFileSync(join(folder, "package.json"), "utf8")
    const { dependencies, optionalDependencies } = manifest.parse(JSON.parse(text))
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const next = find(name, folder)
      if (next !== null) visit(next)
    }
  }
  for (const name of names) visit(join(packages, name))
  return [...found].map((folder) => folder.slice(packages.length + 1))
}

const isDeleted = (name: string) =>
  usedByBuild.some((one) =>
    one.endsWith("*") ? name.startsWith(one.slice(0, -1)) : `${name}/`.startsWith(`${one}/`),
  )

test("nothing that an installation deletes can be loaded by a role or the command line", () => {
  const imported = importedPackages()
  expect([...imported]).toEqual(expect.arrayContaining(["pg", "better-auth", "twilio", "ws"]))
  const loaded = closure(imported)
  expect(loaded).toEqual(expect.arrayContaining(["pg-protocol", "@better-auth/core"]))
  expect(loaded.filter(isDeleted)).toEqual([])
})

test("nothing of Twilio's library that is used is in the folders that an installation deletes", () => {
  const require = createRequire(import.meta.url)
  const twilio = require("twilio") as typeof Twilio
  const client = twilio(`AC${"0".repeat(32)}`, "token")
  expect([client.messages, client.calls].every((one) => typeof one.create === "function")).toBe(
    true,
  )
  const loaded = Object.keys(require.cache).filter((path) => path.includes("/node_modules/twilio/"))
  expect(loaded.some((path) => path.includes("/twilio/lib/rest/api/"))).toBe(true)
  const deleted = unusedForms.filter((one) => one.startsWith("twilio/"))
  expect(deleted.every((one) => existsSync(join(packages, one)))).toBe(true)
  expect(loaded.filter((path) => deleted.some((one) => path.includes(`/${one}/`)))).toEqual([])
})

test("of Twilio's library, the program uses messages and calls, and no other product", () => {
  const folder = join(root, "src/channels/twilio")
  const uses = readdirSync(folder).flatMap((name) =>
    [...readFileSync(join(folder, name), "utf8").matchAll(/\.client\.(\w+)/g)].map(
      ([, one]) => one,
    ),
  )
  expect(new Set(uses)).toEqual(new Set(["calls", "messages"]))
})
