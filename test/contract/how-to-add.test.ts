import { execFile } from "node:child_process"
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { expect, test } from "vitest"
import { ChannelKind, MonitorKind } from "../../prisma/generated/enums.ts"

const root = join(import.meta.dirname, "../..")

/** What CONTRIBUTING.md lists, what may name several kinds all the same and why, and how a file is recognized. */
const guides = {
  monitor: {
    heading: "**A monitor kind.**",
    mostFiles: 9,
    enumName: "MonitorKind",
    isPerKind: (kinds: Set<string>) => kinds.has("heartbeat") || kinds.size > 2,
    kinds: Object.keys(MonitorKind),
    exceptions: {
      "src/convert/": "Converters name what other products' types become; a new kind needs none.",
      "src/cli/demo/demo-targets.ts": "The demo's monitors are samples.",
      "src/web/monitor/heartbeat.tsx": "The id of a heading.",
    },
  },
  channel: {
    heading: "**A channel kind.**",
    mostFiles: 6,
    enumName: "ChannelKind",
    isPerKind: (kinds: Set<string>) => kinds.size > 1,
    // "email" is also the name of a field of accounts and forms.
    kinds: Object.keys(ChannelKind).filter((kind) => kind !== "email"),
    exceptions: {
      "src/graphql/status-pages/subscriber/enqueue-subscriber-news.ts":
        "Subscribers have kinds of their own, which share the slots of channels.",
      "src/pages/docs/chat-docs.ts": "The documentation of Slack and Discord.",
    },
  },
} as const
const names = ["monitor", "channel"] as const

async function listed(name: keyof typeof guides): Promise<string[]> {
  const text = await readFile(join(root, "CONTRIBUTING.md"), "utf8")
  const [, section = ""] = text.split(guides[name].heading)
  const lines = section.split("\n\n").find((part) => part.startsWith("1. ")) ?? ""
  return [...lines.matchAll(/^\d\. `([^`]+)`/gm)].map(([, path = ""]) => path)
}

/** A path of the list as a pattern: a place to fill in stands for any name. */
const patternOf = (path: string) =>
  new RegExp(`^${path.replaceAll(".", String.raw`\.`).replaceAll(/<[^>]+>/g, "[a-z0-9_-]+")}$`)

const sources = async (): Promise<string[]> =>
  (await readdir(join(root, "src"), { recursive: true }))
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => `src/${path}`)

const isNamed = (kind: string, text: string): boolean => {
  const either = `(?:${kind}|${kind.toUpperCase()})`
  return new RegExp(`["']${either}["']|^ +${either}:`, "m").test(text)
}

const namedIn = (text: string, kinds: readonly string[]): Set<string> =>
  new Set(kinds.filter((kind) => isNamed(kind, text)))

test.each(names)("the list of files for a %s kind is short, and each file exists", async (name) => {
  const list = await listed(name)
  expect(list.length).toBeGreaterThan(3)
  expect(list.length).toBeLessThanOrEqual(guides[name].mostFiles)
  const paths = [
    ...(await sources()),
    ...(await readdir(join(root, "prisma"), { recursive: true })).map((path) => `prisma/${path}`),
  ]
  expect(list.filter((path) => !paths.some((one) => patternOf(path).test(one)))).toEqual([])
})

test.each(names)(
  "no other file names several %s kinds, except those with a stated reason",
  async (name) => {
    const { kinds, isPerKind, exceptions } = guides[name]
    const patterns = (await listed(name)).map((path) => patternOf(path))
    const needed = new Set<string>()
    const others: string[] = []
    for (const path of await sources()) {
      const text = await readFile(join(root, path), "utf8")
      if (!isPerKind(namedIn(text, kinds)) || patterns.some((one) => one.test(path))) continue
      const exception = Object.keys(exceptions).find((start) => path.startsWith(start))
      if (exception === undefined) others.push(path)
      else needed.add(exception)
    }
    expect(others).toEqual([])
    expect([...needed].toSorted()).toEqual(Object.keys(exceptions).toSorted())
  },
)

test("for a kind without a record the compiler reports the files that list kinds, and no others", async () => {
  const folder = await mkdtemp(join(tmpdir(), "watchkeeper-kinds-"))
  try {
    for (const name of ["src", "schema", "prisma/generated", "package.json", "tsconfig.json"]) {
      await cp(join(root, name), join(folder, name), { recursive: true })
    }
    await symlink(join(root, "node_modules"), join(folder, "node_modules"))
    const enums = join(folder, "prisma/generated/enums.ts")
    const planted = names.reduce(
      (text, name) =>
        text.replace(
          `export const ${guides[name].enumName} = {`,
          (head) => `${head}\n  planted_${name}: 'planted_${name}',`,
        ),
      await readFile(enums, "utf8"),
    )
    await writeFile(enums, planted)
    const said = await compile(folder)
    for (const name of names) {
      const list = (await listed(name)).filter((path) => !path.includes("<"))
      const blamed = said.flatMap((line) =>
        line.includes(`'planted_${name}' is missing`) ? [line.replace(/\(.*/, "")] : [],
      )
      expect([...new Set(blamed)].toSorted()).toEqual(
        list.filter((path) => path.startsWith("src/")).toSorted(),
      )
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}, 240_000)

/** The errors of the compiler, one a line. */
async function compile(folder: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)(
    join(root, "node_modules/.bin/tsc"),
    ["-p", ".", "--pretty", "false", "--incremental", "false"],
    { cwd: folder, maxBuffer: 64 * 1024 * 1024 },
  ).catch(
    // It exits with 2 where it found something, which is what is wanted here.
    (error: { stdout: string }) => error,
  )
  return stdout.split("\n")
}
