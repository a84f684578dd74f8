import type { DnsRecordType } from "../../../prisma/generated/enums.ts"
import type { Assertion } from "./settings.ts"

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

/** What a prober needs of a monitor, already validated and unsealed. */
export type Target = Common &
  (
    | {
        kind: "http"
        url: string
        method: string
        headers: Record<string, string>
        body: string
        maxRedirects: number
        assertions: Assertion[]
      }
    | { kind: "tcp"; host: string; port: number; assertions: Assertion[] }
    | { kind: "ping"; host: string; assertions: Assertion[] }
    | {
        kind: "dns"
        host: string
        recordType: DnsRecordType
        resolver: string | null
        expectedValues: string[]
        assertions: Assertion[]
      }
    | {
        kind: "tls"
        host: string
        port: number
        serverName: string | null
        assertions: Assertion[]
      }
    | {
        kind: "heartbeat"
        intervalMinutes: number
        graceMinutes: number
        /** The moment from which silence counts: creation, resumption or last ping, the latest. */
        lastPingAt: Date
        lastPingKind: "start" | "success" | "fail" | "log" | null
      }
  )
