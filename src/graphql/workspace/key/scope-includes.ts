import type { Permission, Scope } from "../../kernel/access.ts"

const carried = [
  "monitors:read",
  "incidents:read",
  "alerts:read",
  "maintenances:read",
  "on_call:read",
] as const satisfies Permission[]

/**
 * What a scope of a key lets its holder learn beside its own subject: endpoints get the events of all others, and pages
 * show the status of monitors. Somebody who lacks it cannot give the scope.
 */
export const scopeIncludes: Partial<Record<Scope, readonly Permission[]>> = {
  "webhooks:read": carried,
  "webhooks:write": carried,
  "status_pages:write": ["monitors:read"],
}
