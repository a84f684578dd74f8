import { prettifyError } from "zod"
import type { Vault } from "../../../../platform/secret.ts"
import type { TargetRow } from "./kinds/kind.ts"
import { readTargetOf } from "./monitor-kinds.ts"
import { settings as settingsSchema, type Settings } from "./monitor-settings.ts"
import type { Target } from "./monitor-target.ts"

const defaults = settingsSchema.parse({})

/** @throws {Error} naming what is missing or cannot be decrypted, without its value. */
export function readTarget(row: TargetRow, vault: Vault): Target {
  const common = {
    monitorId: row.id,
    monitorSeq: row.seq,
    projectId: row.project_id,
    name: row.name,
    intervalSeconds: row.interval_seconds,
    timeoutSeconds: row.timeout_seconds,
    checkRequestedAt: row.check_requested_at,
  }
  return { ...common, ...readTargetOf(row, readSettings(row.settings), vault) }
}

/** Stored settings hold only what differs from the defaults. */
export function readSettings(stored: unknown): Settings {
  const isPlain = typeof stored === "object" && stored !== null && Object.keys(stored).length === 0
  if (isPlain) return defaults
  const read = settingsSchema.safeParse(stored)
  if (!read.success)
    throw new Error(`has settings that are not valid: ${prettifyError(read.error)}`)
  return read.data
}
