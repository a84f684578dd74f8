import { createHash } from "node:crypto"
import type { ActorKind, KeyClass } from "../../../../prisma/generated/enums.ts"
import { canonicalJson } from "./rules/canonical-json.ts"

/** The hash before the first entry. */
export const noHash = "0".repeat(64)

/** An entry of the audit log as it is hashed, exported and sent to webhooks; hashes are in hexadecimal. */
export type AuditLine = {
  seq: number
  id: string
  project_id: string
  at: string
  action: string
  actor: { kind: ActorKind; id: string | null; name: string; key_class: KeyClass | null }
  subject: { id: string | null; name: string | null }
  changes: Record<string, unknown> | null
  via: Record<string, string> | null
  previous_hash: string
  hash: string
}

/** A stored entry; `hash` is null until it is in the chain. */
export type StoredEntry = Omit<AuditLine, "seq" | "at" | "previous_hash" | "hash"> & {
  seq: number | null
  at: Date
  hash: string | null
}

/** SHA-256 over the line without its hash, as canonical JSON. */
export const hashOf = (line: Omit<AuditLine, "hash">): string =>
  createHash("sha256").update(canonicalJson(line)).digest("hex")

/** The line of an entry at a position of the chain, with the hash that it should have there. */
export function lineAt(
  { id, project_id, at, action, actor, subject, changes, via }: StoredEntry,
  seq: number,
  previousHash: string,
): AuditLine {
  const line = {
    seq,
    id,
    project_id,
    at: at.toISOString(),
    action,
    actor,
    subject,
    changes,
    via,
    previous_hash: previousHash,
  }
  return { ...line, hash: hashOf(line) }
}
