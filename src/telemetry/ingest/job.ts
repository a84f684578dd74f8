import type { Finding } from "../../findings/finding.ts"
import type { Env } from "../../platform/env.ts"
import type { Dropped } from "../store/disk.ts"
import type { Encoding } from "../otlp/answer.ts"
import type { Owner } from "../otlp/batch.ts"
import type { Signal } from "../otlp/otlp-error.ts"

/** One request, as the server hands it to the process that decodes. */
export type Job = {
  id: number
  signal: Signal
  encoding: Encoding
  isZipped: boolean
  /** As it arrived. */
  body: readonly Uint8Array[]
  owner: Owner
}

export type Counts = {
  /** Of the body after decompression. */
  bytes: number
  accepted: number
  rejected: number
  /** Dropped by a rule. */
  dropped: number
}

/** The spool and the store, as that process sees them. */
export type IngestState = {
  spoolBytes: number
  isDiskFull: boolean
  /** What was deleted early for want of space. */
  dropped: Dropped | null
  /** Why the store takes nothing; null while it does. */
  trouble: Finding | null
}

export type FromIngest = Outcome | { kind: "state"; state: IngestState }

export type Outcome =
  | ({ id: number; kind: "stored"; remark: string | null } & Counts)
  | { id: number; kind: "refused"; status: 400 | 413 | 500; message: string }
  | { id: number; kind: "busy"; message: string; retrySeconds: number }

export type IngestEnv = Pick<
  Env,
  "CLICKHOUSE_URL" | "DATA_DIR" | "LOG_LEVEL" | "TELEMETRY_DISK_FREE_MIB"
>
