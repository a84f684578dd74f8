import type { MonitorKind } from "../../../../../prisma/generated/enums.ts"
import type { TargetOf } from "./monitor-kinds.ts"

type Common = {
  monitorId: string
  monitorSeq: number
  projectId: string
  name: string
  intervalSeconds: number
  timeoutSeconds: number
  /** Set while a requested check has not run. */
  checkRequestedAt: Date | null
}

/** The prober's target of a monitor of one kind, validated and decrypted. */
export type Target<K extends MonitorKind = MonitorKind> = {
  [P in K]: { kind: P } & Common & TargetOf<P>
}[K]
