import type { Env } from "./env.ts"

/** Which settings an operator must set before a channel kind can be used; null if none is missing. */
export function missingSettings(env: Env, names: readonly (keyof Env)[]): string | null {
  const absent = names.filter((name) => env[name] === undefined)
  if (absent.length === 0) return null
  return `Set ${new Intl.ListFormat("en").format(absent)}.`
}

export const missingMailSettings = (env: Env): string | null =>
  missingSettings(env, ["SMTP_URL", "MAIL_FROM"])
