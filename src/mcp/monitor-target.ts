import { conditionTarget } from "../graphql/monitoring/monitor/rules/telemetry-condition.ts"

type Target = {
  url: string | null
  host: string | null
  telemetry: { query: string; metric: string | null } | null
}

/** What a monitor checks, as its owner wrote it; null if that is its name alone, as of a heartbeat. */
export const targetOf = ({ url, host, telemetry }: Target): string | null =>
  telemetry === null ? (url ?? host) : conditionTarget(telemetry)
