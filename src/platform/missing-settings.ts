import type { Env } from "./env.ts"

/** Which settings an operator must set before a channel kind can be used; null if none is missing. */
export function missingSettings(env: Env, names: readonly (keyof Env)[]): string | null {
  const absent = absentSettings(env, names)
  if (absent.length === 0) return null
  return `Set ${new Intl.ListFormat("en").format(absent)}.`
}

export const absentSettings = (env: Env, names: readonly (keyof Env)[]): string[] =>
  names.filter((name) => env[name] === undefined)

export const mailSettings = ["SMTP_URL", "MAIL_FROM"] as const

export const missingMailSettings = (env: Env): string | null => missingSettings(env, mailSettings)
