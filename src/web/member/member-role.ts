export const roleWord = {
  OWNER: "Owner",
  ADMIN: "Admin",
  EDITOR: "Editor",
  VIEWER: "Viewer",
} as const

export type Role = keyof typeof roleWord

/** Highest first. */
export const roles = Object.keys(roleWord) as Role[]

export const roleHint: Record<Role, string> = {
  OWNER: "Everything, also deleting the project.",
  ADMIN: "Members, keys, webhooks and settings, and all that editors may do.",
  EDITOR: "Changes monitors, incidents, alerts, on-call and status pages.",
  VIEWER: "Sees everything, changes nothing.",
}

/** The roles that somebody with this role may grant, change and remove. */
export const rolesWithin = (own: Role): Role[] => roles.slice(roles.indexOf(own))

/** "Ada Lovelace" → "AL". */
export const initials = (name: string): string => {
  const words = name.trim().split(/\s+/)
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words
  return ends.map((word) => String.fromCodePoint(word?.codePointAt(0) ?? 32).toUpperCase()).join("")
}
