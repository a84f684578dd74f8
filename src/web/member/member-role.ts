import permissionsOf from "../../../schema/role-permissions.json"

export const roleWord = {
  OWNER: "Owner",
  ADMIN: "Admin",
  EDITOR: "Editor",
  VIEWER: "Viewer",
} as const

export type BuiltInRole = keyof typeof roleWord
export type Role = BuiltInRole | "CUSTOM"

/** Highest first. */
export const roles = Object.keys(roleWord) as BuiltInRole[]

export const roleHint: Record<BuiltInRole, string> = {
  OWNER: "Everything, also deleting the project.",
  ADMIN: "Members, keys, webhooks and settings, and all that editors may do.",
  EDITOR: "Changes monitors, incidents, alerts, on-call and status pages.",
  VIEWER: "Sees everything, changes nothing.",
}

export type CustomRole = { id: string; name: string; permissions: readonly string[] }
type Held = { role: Role; customRole: { id: string; name: string } | null }

export const roleName = ({ role, customRole }: Held): string =>
  role === "CUSTOM" ? (customRole?.name ?? "Own role") : roleWord[role]

/** A role as one value of a select: built in, or the id of one that the project defined. */
export const roleValue = ({ role, customRole }: Held): string => customRole?.id ?? role

/** The variables of a change to the role with this value. */
export const roleOf = (value: string): { role: Role; customRoleId: string | null } => {
  const role = roles.find((one) => one === value)
  return role === undefined ? { role: "CUSTOM", customRoleId: value } : { role, customRoleId: null }
}

export type RoleOption = { value: string; label: string }

/** The roles that somebody with these permissions may grant, change and remove: none with a permission they lack. */
export function rolesWithin(
  permissions: readonly string[],
  customRoles: readonly CustomRole[],
): RoleOption[] {
  if (!permissions.includes("members:write")) return []
  const has = (one: string) => permissions.includes(one)
  const within = roles.filter((role) => permissionsOf[role].every(has))
  return [
    ...within.map((role) => ({ value: role, label: roleWord[role] })),
    ...customRoles
      .filter((role) => role.permissions.every(has))
      .map(({ id, name }) => ({ value: id, label: name })),
  ]
}

/** "Ada Lovelace" → "AL". */
export const initials = (name: string): string => {
  const words = name.trim().split(/\s+/)
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words
  return ends.map((word) => String.fromCodePoint(word?.codePointAt(0) ?? 32).toUpperCase()).join("")
}
