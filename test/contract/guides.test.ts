import { readdir, readFile, stat } from "node:fs/promises"
import { join } from "node:path"
import { expect, test } from "vitest"
import { guideNames } from "../../src/pages/docs/user-guides.ts"
import { guideNames as shownGuides, guideOf, guides } from "../../src/web/shell/guide-of.ts"

const root = join(import.meta.dirname, "../..")
const folder = join(root, "docs/guides")
const read = (path: string) => readFile(join(root, path), "utf8")
const texts = new Map(
  await Promise.all(
    guideNames.map(async (name) => [name, await read(`docs/guides/${name}.md`)] as const),
  ),
)

/** What the dashboard and the page of an alert can show: every text of their source, without its line breaks. */
async function readShown(): Promise<string> {
  const names = await readdir(join(root, "src/web"), { recursive: true })
  const paths = names.filter((name) => /\.tsx?$/.test(name)).map((name) => `src/web/${name}`)
  const others = [
    "schema/monitor-kinds.json",
    "schema/channel-kinds.json",
    "src/channels/words/english.ts",
  ]
  const all = await Promise.all([...paths, ...others].map(read))
  return all.join("\n").replaceAll(/\s+/g, " ")
}

/** A whole text, or one of which only the start or the end is a value. */
const isShown = (shown: string, name: string): boolean =>
  ['"', "`", "> ", ">", "} "].some((before) =>
    ['"', "`", " <", "<", " {", "${", " ${"].some((after) =>
      shown.includes(`${before}${name}${after}`),
    ),
  )

test("each button, menu and page that a guide names is in the dashboard", async () => {
  const shown = await readShown()
  for (const [guide, text] of texts) {
    const names = [...text.matchAll(/\*\*(.+?)\*\*/g)].map(([, name = ""]) => name)
    expect(names.length).toBeGreaterThan(5)
    expect({ guide, unknown: names.filter((name) => !isShown(shown, name)) }).toEqual({
      guide,
      unknown: [],
    })
  }
  expect(isShown(shown, "Add monitors to the moon")).toBe(false)
})

/** The paths of all pages of the dashboard, with the names of their parameters. */
async function readPaths(): Promise<string[]> {
  const names = await readdir(join(root, "src/web/routes"))
  const sources = await Promise.all(names.map((name) => read(`src/web/routes/${name}`)))
  return sources.flatMap((source, at) => {
    const isAccount = names[at] === "account-routes.ts"
    const isSettings = /^(?:settings|webhook)/.test(names[at] ?? "")
    const isServices = names[at] === "services-routes.ts"
    const start = isAccount
      ? "/account"
      : `/projects/1${isSettings ? "/settings" : isServices ? "/services" : ""}`
    return [...source.matchAll(/(?:path: |page\(\s*)"(\/[^"]*)"/g)].map(
      ([, path = ""]) => `${start}${path}`,
    )
  })
}

test("each page of the dashboard leads to a guide that exists, by its title", async () => {
  const paths = await readPaths()
  expect(paths.length).toBeGreaterThan(50)
  expect(new Set(paths.map(guideOf))).toEqual(new Set(guideNames))
  expect(guideOf("/projects/1/maintenances/series/2/edit")).toBe("maintenance")
  expect(guideOf("/projects/1")).toBe("first-monitor")
  expect(shownGuides).toEqual([...guideNames])
  for (const [name, text] of texts) expect(text.split("\n", 1)).toEqual([`# ${guides[name]}`])
})

test("the pictures and links of the guides lead somewhere, and pictures are small", async () => {
  const links = [...texts.values()].flatMap((text) => [
    ...text.matchAll(/(?<image>!?)\[(?<alt>[^\]]+)\]\((?<href>[^)]+)\)/g),
  ])
  const images = links.filter(({ groups }) => groups?.["image"] === "!")
  const shortAlts = images.filter(({ groups }) => (groups?.["alt"]?.length ?? 0) < 20)
  expect(shortAlts).toEqual([])
  const others = links.flatMap(({ groups }) =>
    groups?.["image"] === "" ? [groups["href"] ?? ""] : [],
  )
  const guideLinks = others.filter((href) => !href.startsWith("../"))
  expect(guideLinks.filter((href) => !texts.has(href.replace(/\.md$/, "") as "incidents"))).toEqual(
    [],
  )
  const used = new Set(
    images.map(({ groups }) => (groups?.["href"] ?? "").replace("pictures/", "")),
  )
  const wanted = [...used].flatMap((name) => [name, name.replace(".", "-dark.")])
  const kept = await readdir(join(folder, "pictures"))
  expect(kept.toSorted()).toEqual(wanted.toSorted())
  for (const name of kept) {
    const { size } = await stat(join(folder, "pictures", name))
    expect({ name, isSmall: size < 80_000 }).toEqual({ name, isSmall: true })
  }
})
