import type { Encoding } from "../otlp/answer.ts"
import type { Owner } from "../otlp/batch.ts"
import type { Signal } from "../otlp/otlp-error.ts"

/** One request, as the server hands it to the thread that decodes. */
export type Job = {
  id: number
  signal: Signal
  encoding: Encoding
  isZipped: boolean
  body: Uint8Array
  owner: Owner
}

export type Outcome =
  | { id: number; kind: "stored"; accepted: number; rejected: number; remark: string | null }
  | { id: number; kind: "refused"; status: 400 | 413 | 500; message: string }
  | { id: number; kind: "busy"; message: string; retrySeconds: number }

export type WorkerData = {
  folders: string[]
  env: { CLICKHOUSE_URL: string | undefined; DATA_DIR: string; LOG_LEVEL: string }
}
