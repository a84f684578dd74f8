import { dirname, join } from "node:path"

/** Through these every test imports everything. */
const whole = /^src\/graphql\/(?:schema|hooks)\.ts$|^test\/support\/world\.ts$/

type Sources = { count: number; files: ReadonlySet<string>; textOf(path: string): string }

/** For each file the tests that import it over the fewest others. */
export function nearestTests(
  tests: readonly string[],
  targets: ReadonlySet<string>,
  { count, files, textOf }: Sources,
): string[] {
  const imports = new Map<string, string[]>()
  const importsOf = (path: string): string[] => {
    const known = imports.get(path)
    if (known !== undefined) return known
    const found = whole.test(path) ? [] : readImports(textOf(path), path)
    const own = found.filter((one) => files.has(one))
    imports.set(path, own)
    return own
  }
  const near = new Map<string, { test: string; distance: number }[]>()
  for (const test of tests) {
    const seen = new Map([[test, 0]])
    for (const [path, distance] of seen) {
      if (targets.has(path)) near.set(path, [...(near.get(path) ?? []), { test, distance }])
      for (const next of importsOf(path)) if (!seen.has(next)) seen.set(next, distance + 1)
    }
  }
  const chosen = [...near.values()].flatMap((all) =>
    all.toSorted((a, b) => a.distance - b.distance).slice(0, count),
  )
  return [...new Set(chosen.map(({ test }) => test))].toSorted()
}

const readImports = (text: string, path: string): string[] =>
  [...text.matchAll(/^(?:import|export|\}).* from "(\.[^"]+\.tsx?)"$/gm)].map(([, to = ""]) =>
    join(dirname(path), to),
  )
