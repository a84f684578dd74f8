import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, test } from "vitest"
import { channelKinds } from "../../src/channels/channel-kinds.ts"
import { settingNames } from "../../src/platform/env.ts"

const root = join(import.meta.dirname, "../..")

/** Retired words and what to write instead. No name may contain one. */
const retired: Readonly<Record<string, string>> = {
  absence: "gap",
  addressee: "recipient",
  admission: "authentication",
  admit: "authenticate",
  admits: "authenticates",
  anew: "again, or the verb's re- form",
  deed: "action",
  deeds: "effects",
  docket: "batch",
  door: "access",
  doors: "access",
  ears: "ingress liveness",
  entrance: "access",
  face: "cached response",
  faces: "cached responses",
  hands: "slots",
  heard: "event log",
  heir: "next recipient",
  keepers: "admins",
  knock: "check access",
  lane: "queue",
  lanes: "queues",
  lately: "stale-while-revalidate cache",
  owe: "enqueue",
  owed: "queued",
  owes: "enqueues",
  pace: "rate limit",
  pulled: "async iterator",
  room: "channel",
  rooms: "channels",
  ruling: "decision",
  sight: "visibility",
  speech: "locale",
  ticket: "cookie",
  told: "announced",
  wire: "adapter",
  wish: "requested locale",
}

/** Words that no comment and no text may contain. */
const unwritten =
  /\b(addressees?|afresh|alert[ -]stor(?:y|ies)|anew|deeds?|docket|for ever|hence|keepers|nobody looked|owed?|owes|told|whoever|whomever)\b/i

/** `createLabel`, `create-label`, `create_label` and `CREATE_LABEL` all consist of "create" and "label". */
const partsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, "$1$3 $2")
    .toLowerCase()
    .split(/[^a-z]+/)

const faultsIn = (names: Iterable<string>): string[] =>
  [...new Set(names)].flatMap((name) => {
    const word = partsOf(name).find((part) => Object.hasOwn(retired, part))
    return word === undefined ? [] : [`${name}: write ${retired[word]} instead of ${word}`]
  })

const below = async (folder: string): Promise<string[]> =>
  (await readdir(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((one) => one.isFile() && !one.parentPath.includes("generated"))
    .map((one) => join(one.parentPath, one.name).slice(root.length + 1))

test("no file or folder is named with a retired word", async () => {
  const paths = (await Promise.all(["src", "test", "bench", "docs"].map(below))).flat()
  expect(paths.length).toBeGreaterThan(1000)
  expect(faultsIn(paths)).toEqual([])
})

test("no declared symbol is made of a retired word", async () => {
  const paths = (await below("src")).filter((path) => /\.tsx?$/.test(path))
  const names = new Set<string>()
  for (const path of paths) {
    const text = await readFile(join(root, path), "utf8")
    for (const [, name = ""] of text.matchAll(
      /\b(?:function|const|let|class|type|interface)\s+([A-Za-z_]\w*)/g,
    )) {
      names.add(name)
    }
  }
  expect(names.size).toBeGreaterThan(1000)
  expect(faultsIn(names)).toEqual([])
})

test("no table, column, GraphQL name or setting is made of a retired word", async () => {
  const schema = await readFile(join(root, "schema/schema.graphql"), "utf8")
  const graphql = [...schema.replaceAll(/"""[^]*?"""/g, "").matchAll(/[A-Za-z_]\w*/g)]
  const models = (await below("prisma/schema")).map((path) => readFile(join(root, path), "utf8"))
  const tables = (await Promise.all(models)).flatMap((text) => [
    ...text.replaceAll(/\/\/.*$/gm, "").matchAll(/[A-Za-z_]\w*/g),
  ])
  const names = [...graphql, ...tables].map(([name]) => name)
  expect(names.length).toBeGreaterThan(1000)
  expect(faultsIn([...names, ...settingNames])).toEqual([])
})

/** Names of all members of a JSON value. */
const membersOf = (value: unknown): string[] =>
  typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([name, inner]) => [name, ...membersOf(inner)])
    : []

const readArtefact = async (name: string): Promise<unknown> =>
  JSON.parse(await readFile(join(root, "schema", name), "utf8"))

test("no member of /v1 or a document, no setting of a channel and no option is made of a retired word", async () => {
  const documents = ["openapi.json", "monitor-config.schema.json", "monitor-kinds.json"]
  const members = (await Promise.all(documents.map(readArtefact))).flatMap(membersOf)
  const settings = Object.values(channelKinds).flatMap(({ entered }) =>
    (entered ?? []).map(({ name }) => name),
  )
  const commands = await Promise.all(
    (await below("src/cli")).map((path) => readFile(join(root, path), "utf8")),
  )
  const options = commands
    .flatMap((text) => [...text.matchAll(/\.(?:command|option|requiredOption)\(\s*"([^"]+)"/g)])
    .map(([, name = ""]) => name)
  expect(options.length).toBeGreaterThan(20)
  expect(faultsIn([...members, ...settings, ...options])).toEqual([])
})

test("no text of the program, its tests and documents uses the retired words", async () => {
  const folders = ["src", "prisma/schema", "bench", "docs", "examples", "lint", "test"]
  const top = (await readdir(root)).filter((name) => name.endsWith(".md"))
  const paths = [...(await Promise.all(folders.map(below))).flat(), ...top].filter(
    (path) =>
      /\.(css|js|md|prisma|tsx?)$/.test(path) &&
      !path.includes("/messages/") &&
      path !== "test/contract/retired-words.test.ts",
  )
  const faults: string[] = []
  for (const path of paths) {
    const lines = (await readFile(join(root, path), "utf8")).split("\n")
    for (const [at, line] of lines.entries()) {
      const word = unwritten.exec(line)?.[0]
      if (word !== undefined) faults.push(`${path}:${at + 1}: ${word}`)
    }
  }
  expect(paths.length).toBeGreaterThan(1500)
  expect(faults).toEqual([])
})
