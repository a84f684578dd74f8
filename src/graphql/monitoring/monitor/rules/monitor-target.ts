import type { MonitorKind } from "../../../../../prisma/generated/enums.ts"
import type { TargetOf } from "./monitor-kinds.ts"

type Common = {
  monitorId: string
  monitorSeq: number
  projectId: string
  name: string
  intervalSeconds: number
  timeoutSeconds: number
  /** Set when a person asked for a check now and none has answered it yet. */
  checkRequestedAt: Date | null
}

/** What a prober needs of a monitor of one kind, already validated and unsealed. */
export type Target<K extends MonitorKind = MonitorKind> = {
  [P in K]: { kind: P } & Common & TargetOf<P>
}[K]
