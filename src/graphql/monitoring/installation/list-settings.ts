import type { Env, SettingName } from "../../../platform/env.ts"
import {
  settableIn,
  settingGroups,
  type SettingGroup,
} from "../../../platform/settable-settings.ts"
import type { Context } from "../../kernel/context.ts"

export type SettingView = {
  name: SettingName
  group: SettingGroup
  source: "environment" | "operator" | "default"
  isSecret: boolean
  isSet: boolean
  /** What it is, or for a secret which service it is for; null if it is not set. */
  value: string | null
  changedAt: Date | null
  changedBy: string | null
}

/** List what the operator may set, with where each comes from. Secrets are never shown. */
export async function listSettings({ env, database }: Context): Promise<SettingView[]> {
  const rows = await database.prisma.installationSetting.findMany({
    select: { name: true, changedAt: true, changedBy: { select: { name: true } } },
  })
  const stored = new Map(rows.map((row) => [row.name, row]))
  return settingGroups.flatMap((group) =>
    settableIn(group).names.map((name): SettingView => {
      const row = env.given.has(name) ? undefined : stored.get(name)
      return {
        name,
        group,
        source: env.given.has(name) ? "environment" : row === undefined ? "default" : "operator",
        isSecret: name in settableIn(group).secrets,
        isSet: env[name] !== undefined,
        value: shown(env, group, name),
        changedAt: row?.changedAt ?? null,
        changedBy: row?.changedBy?.name ?? null,
      }
    }),
  )
}

/** A setting as it may be shown and recorded: without what a secret consists of. */
export function shown(env: Env, group: SettingGroup, name: SettingName): string | null {
  const hint = settableIn(group).secrets[name]
  if (hint !== undefined) return hint(env)
  const value = env[name]
  if (typeof value === "string") return value
  if (typeof value === "boolean") return String(value)
  if (name === "SSO_DOMAINS") return env.SSO_DOMAINS.join(", ")
  if (name !== "SSO_GROUPS") return null
  return env.SSO_GROUPS.map((rule) => `${rule.group}=${rule.projectId}:${rule.role}`).join(", ")
}
