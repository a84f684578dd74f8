import type { Services } from "../../platform/services.ts"
import { createSwrCache } from "../../platform/swr-cache.ts"
import type { Signal } from "../otlp/otlp-error.ts"
import type { Rule } from "../otlp/rule.ts"

/** What decides about a project's requests, besides its key. */
export type SenderProfile = {
  rules: Record<Signal, Rule[]>
  /** Today (UTC), as last written by any process. */
  used: { bytes: number; records: number }
  secondsLeft: number
}

type Row = { rules: Rule[]; bytes: number; records: number; secondsLeft: number }

const statement = {
  name: "telemetry-sender-profile",
  text: `
    select coalesce((select jsonb_agg(jsonb_build_object(
             'signal', signal, 'keepPercent', keep_percent, 'keepErrors', keep_errors, 'service', service,
             'operation', operation, 'severityBelow', severity_below, 'attribute', attribute,
             'attributeValue', attribute_value, 'bodyContains', body_contains) order by created_at, id)
             from telemetry_rule where project_id = $1), '[]') as rules,
           coalesce(sum(u.bytes), 0)::float8 as bytes, coalesce(sum(u.records), 0)::float8 as records,
           ceil(86400 - extract(epoch from now())::numeric % 86400)::int as "secondsLeft"
      from telemetry_usage u
     where u.project_id = $1 and u.day = (now() at time zone 'UTC')::date`,
}

/** Rules and usage may be this old; a rule counts within it. */
const ages = { freshMs: 2000, staleMs: 5000, keptMs: 60_000, maxKeys: 10_000 }

/** Reads a project's rules and usage, a few seconds old at most while the database answers. */
export function createSenderProfiles(services: Pick<Services, "database" | "clock" | "log">) {
  return createSwrCache<SenderProfile>(services, {
    ...ages,
    async read(projectId) {
      const { rows } = await services.database.pool.query<Row>({
        ...statement,
        values: [projectId],
      })
      const [row] = rows
      if (row === undefined) throw new Error("the query must return a row")
      const { rules, bytes, records, secondsLeft } = row
      const of = (signal: Signal) => rules.filter((one) => one.signal === signal)
      return {
        rules: { logs: of("logs"), traces: of("traces"), metrics: of("metrics") },
        used: { bytes, records },
        secondsLeft,
      }
    },
  })
}
