import { proxySettings } from "./proxy/proxy-settings.ts"

/** An environment variable that is no setting, and the setting that was probably meant. */
export type Misspelt = { given: string; meant: string }

/** Of variables that other programs use, these are nobody else's. */
const ours =
  /^(?:BACKUP|SSO|SCIM|STATUS_EXPORT|TELEMETRY|EGRESS|PORTAL|MONITOR|SUBSCRIBER|DEAD_MAN)_/
const shortest = 5

/** One that is set under its right name is not sought, nor those of proxies: other programs have similar variables. */
export function findMisspelt(source: NodeJS.ProcessEnv, names: readonly string[]): Misspelt[] {
  const unset = names.filter((name) => !source[name] && !(name in proxySettings))
  return Object.keys(source).flatMap((given) => {
    if (names.includes(given) || !source[given]) return []
    const meant = nearest(given, unset)
    return meant === null ? [] : [{ given, meant }]
  })
}

function nearest(given: string, names: readonly string[]): string | null {
  const plain = given.toUpperCase().replaceAll(/[^A-Z0-9]+/g, "_")
  if (names.includes(plain)) return plain
  if (plain.length < shortest) return null
  const most = ours.test(plain)
    ? Math.ceil(plain.length / 2)
    : Math.min(3, Math.floor(plain.length / 4))
  const [best] = names
    // Each letter more or less is a step.
    .filter((name) => name.length >= shortest && Math.abs(name.length - plain.length) <= most)
    .map((name) => ({ name, steps: distance(plain, name) }))
    .toSorted((a, b) => a.steps - b.steps)
  return best !== undefined && best.steps <= most ? best.name : null
}

/** Letters to insert, delete, replace or swap with their neighbor (optimal string alignment). */
function distance(one: string, other: string): number {
  let [before, last]: [number[], number[]] = [
    [],
    Array.from({ length: other.length + 1 }, (_, j) => j),
  ]
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1]
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      row.push(
        Math.min(
          (last[j] ?? 0) + 1,
          (row[j - 1] ?? 0) + 1,
          (last[j - 1] ?? 0) + (isSame ? 0 : 1),
          isSwapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
    before = last
    last = row
  }
  return last[other.length] ?? 0
}
