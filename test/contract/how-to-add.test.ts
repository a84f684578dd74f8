import { execFile } from "node:child_process"
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { expect, test } from "vitest"
import { ChannelKind, MonitorKind } from "../../prisma/generated/enums.ts"

const root = join(import.meta.dirname, "../..")

/** The lists of CONTRIBUTING.md by heading, and the most files that each may ask for. */
const mostFiles: Record<string, number> = {
  "A monitor kind.": 9,
  "A field of monitors.": 11,
  "A channel kind.": 6,
  "A sender of alerts.": 4,
  "An event.": 4,
  "A REST operation.": 3,
  "An MCP tool.": 2,
  "A GraphQL noun.": 5,
  "A finding.": 3,
  "A scheduled job.": 2,
  "A guide.": 4,
}

/** What may name several kinds besides the files of the list, and why; and how a file is recognized. */
const guides = {
  monitor: {
    heading: "A monitor kind.",
    isPerKind: (kinds: Set<string>) => kinds.has("heartbeat") || kinds.size > 2,
    kinds: Object.keys(MonitorKind),
    exceptions: {
      "src/convert/": "Converters name what other products' types become; a new kind needs none.",
      "src/cli/demo/": "The demo's monitors are samples.",
      "src/probe/dependency.ts":
        "What of our own network an outcome depends on; a kind that it does not name depends on the failure alone.",
      "src/web/monitor-page/heartbeat.tsx": "The id of a heading.",
      "src/web/services/explored-kinds.ts":
        "Kinds whose queries telemetry's explorers write; another kind has no explorer.",
    },
  },
  channel: {
    heading: "A channel kind.",
    isPerKind: (kinds: Set<string>) => kinds.size > 1,
    // "email" is also the name of a field of accounts and forms.
    kinds: Object.keys(ChannelKind).filter((kind) => kind !== "email"),
    exceptions: {
      "src/findings/codes/delivery.ts":
        "Kinds that need settings of the installation; a kind that needs none is not among them.",
      "src/graphql/status-pages/subscriber/enqueue-subscriber-news.ts":
        "Subscribers have kinds of their own, which share the slots of channels.",
      "src/pages/docs/chat-docs.ts": "The documentation of Slack and Discord.",
    },
  },
} as const
const names = ["monitor", "channel"] as const

const contributing = await readFile(join(root, "CONTRIBUTING.md"), "utf8")

/** The sections of "How to add …" by their bold headings. */
function readSections(): Map<string, string> {
  const [, guide = ""] = /^## How to add …$(.*?)^## /ms.exec(contributing) ?? []
  const parts = guide.split(/^(?=\*\*)/m).slice(1)
  return new Map(parts.map((part) => [part.split("**", 2)[1] ?? "", part]))
}
const sections = readSections()

const listed = (heading: string): string[] =>
  [...(sections.get(heading) ?? "").matchAll(/^\d+\. `([^`]+)`/gm)].map(([, path = ""]) => path)

/** A path of a list as a pattern: a place to fill in stands for any name. */
const patternOf = (path: string) =>
  new RegExp(`^${path.replaceAll(".", String.raw`\.`).replaceAll(/<[^>]+>/g, "[a-z0-9_-]+")}$`)

const below = async (folder: string): Promise<string[]> =>
  (await readdir(join(root, folder), { recursive: true })).map((path) => `${folder}/${path}`)

const sources = async (): Promise<string[]> =>
  (await below("src")).filter((path) => /\.tsx?$/.test(path))

const isNamed = (kind: string, text: string): boolean => {
  const either = `(?:${kind}|${kind.toUpperCase()})`
  return new RegExp(`["']${either}["']|^ +${either}:`, "m").test(text)
}

const namedIn = (text: string, kinds: readonly string[]): Set<string> =>
  new Set(kinds.filter((kind) => isNamed(kind, text)))

test("each section has a short, numbered list of files", () => {
  expect([...sections.keys()]).toEqual(Object.keys(mostFiles))
  for (const [heading, section] of sections) {
    const numbers = [...section.matchAll(/^(\d+)\. /gm)].map(([, number]) => Number(number))
    expect({ [heading]: numbers }).toEqual({ [heading]: listed(heading).map((_, at) => at + 1) })
    expect(numbers.length).toBeGreaterThan(1)
    expect(numbers.length).toBeLessThanOrEqual(mostFiles[heading] ?? 0)
  }
})

test("every file and folder named in these sections exists", async () => {
  const paths = [await below("src"), await below("prisma"), await below("test")].flat()
  const named = [...sections.values()].flatMap((section) =>
    [...section.matchAll(/`((?:src|prisma|test)\/[^`\s]*)`/g)].map(([, path = ""]) =>
      path.replace(/\/$/, ""),
    ),
  )
  expect(named.length).toBeGreaterThan(40)
  expect(named.filter((path) => !paths.some((one) => patternOf(path).test(one)))).toEqual([])
})

test("the table of tests lists every folder", async () => {
  const entries = await readdir(join(root, "test"), { withFileTypes: true })
  const folders = entries.filter((one) => one.isDirectory()).map(({ name }) => `test/${name}/`)
  const rows = [...contributing.matchAll(/^\| `(test\/\w+\/)` /gm)].map(([, path = ""]) => path)
  expect(rows.toSorted()).toEqual(folders.toSorted())
})

test("the list for a field contains every file that names the example", async () => {
  const others = /^src\/(?:convert|probe|graphql\/monitoring\/monitor\/rules\/kinds\/\w+-kind)\b/
  const found: string[] = []
  for (const path of await sources()) {
    if (others.test(path)) continue
    const text = await readFile(join(root, path), "utf8")
    if (/\b(?:serverName|server_name)\b/.test(text)) found.push(path)
  }
  expect(found.toSorted()).toEqual(listed("A field of monitors.").toSorted())
})

test.each(names)(
  "no other file names several %s kinds, except those with a stated reason",
  async (name) => {
    const { heading, kinds, isPerKind, exceptions } = guides[name]
    const patterns = listed(heading).map((path) => patternOf(path))
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

/** Members planted in unions, and the files that the compiler then names besides the union's own. */
const plants = [
  {
    heading: "A monitor kind.",
    path: "prisma/generated/enums.ts",
    before: "export const MonitorKind = {",
    member: "planted_monitor: 'planted_monitor',",
    name: "planted_monitor",
  },
  {
    heading: "A channel kind.",
    path: "prisma/generated/enums.ts",
    before: "export const ChannelKind = {",
    member: "planted_channel: 'planted_channel',",
    name: "planted_channel",
  },
  {
    heading: "An event.",
    path: "src/graphql/outbox/event-kinds.ts",
    before: "export const eventKinds = [",
    member: '"planted_event",',
    name: "planted_event",
  },
]

test("for a kind or an event without a record the compiler reports the files of its list, and no others", async () => {
  const folder = await mkdtemp(join(tmpdir(), "watchkeeper-kinds-"))
  try {
    for (const name of ["src", "schema", "prisma/generated", "package.json", "tsconfig.json"]) {
      await cp(join(root, name), join(folder, name), { recursive: true })
    }
    await symlink(join(root, "node_modules"), join(folder, "node_modules"))
    for (const { path, before, member } of plants) {
      const text = await readFile(join(folder, path), "utf8")
      await writeFile(
        join(folder, path),
        text.replace(before, () => `${before}\n  ${member}`),
      )
    }
    const said = await compile(folder)
    for (const { heading, path, name } of plants) {
      const blamed = said.flatMap((line) =>
        line.includes(`'${name}' is missing`) ? [line.replace(/\(.*/, "")] : [],
      )
      const expected = listed(heading).filter(
        (one) => one.startsWith("src/") && one !== path && !one.includes("<"),
      )
      expect([...new Set(blamed)].toSorted()).toEqual(expected.toSorted())
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

/** The compiler's errors, one per line. */
async function compile(folder: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)(
    join(root, "node_modules/.bin/tsc"),
    ["-p", ".", "--pretty", "false", "--incremental", "false"],
    { cwd: folder, maxBuffer: 64 * 1024 * 1024 },
  ).catch(
    // tsc exits with 2 if it found errors, as expected here.
    (error: { stdout: string }) => error,
  )
  return stdout.split("\n")
}
