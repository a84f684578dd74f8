export const roleWord = {
  OWNER: "Owner",
  ADMIN: "Admin",
  EDITOR: "Editor",
  VIEWER: "Viewer",
} as const

export type Role = keyof typeof roleWord

export const roleHint: Record<Role, string> = {
  OWNER: "everything, also deleting the project",
  ADMIN: "members, keys and settings",
  EDITOR: "monitors, incidents and alerts",
  VIEWER: "sees, changes nothing",
}
