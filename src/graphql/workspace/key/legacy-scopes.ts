import type { KeyScope, Scope } from "../../kernel/access.ts"

/** The only scope a legacy key can carry. Without it, the key reads. */
export const mcpWrite = "mcp:write"

const reads: KeyScope[] = [
  "monitors:read",
  "incidents:read",
  "alerts:read",
  "maintenances:read",
  "status_pages:read",
  "on_call:read",
  "telemetry:read",
]

/** What `mcp:write` adds, which the creator of the key must have. */
export const mcpWrites: readonly Scope[] = [
  "monitors:write",
  "incidents:write",
  "alerts:write",
  "maintenances:write",
  "on_call:write",
]

/** What a legacy key may do over /mcp and /api/metrics. */
export const legacyScopes = (stored: readonly string[]): KeyScope[] =>
  stored.includes(mcpWrite) ? [...reads, ...mcpWrites] : [...reads]
