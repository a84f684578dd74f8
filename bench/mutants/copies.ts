/** A test file runs once for each mutant under a name of its own, which exists in memory only. */
export const copyOf = (test: string, mutant: number | "control"): string =>
  test.replace(/\.test\.ts$/, `.mutant-${mutant}.test.ts`)

const name = /\.mutant-(\w+)\.test\.ts$/

export const originalOf = (path: string): string => path.replace(name, ".test.ts")

/** The mutant of a copy; null for a file as it is, and -1, which none has, for a copy without one. */
export function mutantOf(path: string): number | null {
  const [, id] = name.exec(path) ?? []
  if (id === undefined) return null
  return id === "control" ? -1 : Number(id)
}
