import type { KeyScope, Scope } from "../../kernel/access.ts"

/** What a legacy key is created with to make changes. Without it, the key reads. */
export const mcpWrite = "mcp:write"

/** Stored beside it by keys whose creator had it; older keys with `mcp:write` do not change status pages. */
const added = "status_pages:write"

/** As stored for a legacy key, a grant or a local process that makes changes. */
export const mcpWriteStored = [mcpWrite, added] as const

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
  added,
]

/** What a legacy key may do over /mcp and /api/metrics. */
export const legacyScopes = (stored: readonly string[]): KeyScope[] =>
  stored.includes(mcpWrite)
    ? [...reads, ...mcpWrites.filter((one) => one !== added || stored.includes(added))]
    : [...reads]
