import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { z } from "zod"

const described = z.looseObject({
  name: z.string(),
  version: z.string(),
  license: z.string().optional(),
})
const isLicense = /^(?:licen[cs]e|notice|copying|copyright)/i

/** The licenses of the packages that these modules are of; most ask that a copy of them goes with the code. */
export async function collectLicenses(modules: readonly string[]): Promise<string> {
  const folders = modules.flatMap(
    (path) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? [],
  )
  const texts = await Promise.all([...new Set(folders)].toSorted().map(describe))
  return texts.join(`\n${"-".repeat(80)}\n\n`)
}

async function describe(folder: string): Promise<string> {
  const file: unknown = JSON.parse(await readFile(join(folder, "package.json"), "utf8"))
  const { name, version, license = "" } = described.parse(file)
  const files = (await readdir(folder, { withFileTypes: true })).filter(
    (one) => one.isFile() && isLicense.test(one.name),
  )
  const texts = await Promise.all(files.map((one) => readFile(join(folder, one.name), "utf8")))
  return [`${name} ${version}${license === "" ? "" : `, ${license}`}\n`, ...texts].join("\n")
}
