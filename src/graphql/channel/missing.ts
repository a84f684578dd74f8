import type { Env } from "../../env.ts"

/** What an operator must set before a kind of channel can be used; null where nothing is lacking. */
export function missingSettings(env: Env, names: readonly (keyof Env)[]): string | null {
  const absent = names.filter((name) => env[name] === undefined)
  if (absent.length === 0) return null
  return `Set ${new Intl.ListFormat("en").format(absent)}.`
}
