import { z } from "zod"
import { MonitorKind, MonitorStatus } from "../../../../prisma/generated/enums.ts"
import { text } from "../../../platform/text-schema.ts"
import { id } from "../../kernel/input.ts"
import { openWindowsSql } from "../../maintenance/window/rules/ongoing.ts"
import { scopeSql, type Limit } from "../../kernel/monitor-scope.ts"

/** What a list, its counts and a bulk change select of a project's monitors. */
export const monitorFilter = z.object({
  search: text(200).trim().nullish(),
  ids: z.array(id).max(1000, "must name at most 1,000 monitors").nullish(),
  kinds: z.array(z.enum(MonitorKind)).max(10).nullish(),
  statuses: z.array(z.enum(MonitorStatus)).max(10).nullish(),
  labelIds: z.array(id).max(50, "must name at most 50 labels").nullish(),
  policyId: id.nullish(),
  isPaused: z.boolean().nullish(),
  isMuted: z.boolean().nullish(),
  isInMaintenance: z.boolean().nullish(),
})
export type MonitorFilter = z.input<typeof monitorFilter>
export type ParsedFilter = z.output<typeof monitorFilter>

type Bind = (value: unknown) => string

/**
 * The monitors `m` of project $1 with their state `s`. Looks each state up by its key: joined otherwise, PostgreSQL
 * would read the states of all projects.
 */
export const monitorsOfProject = `
  monitor m cross join lateral (select * from monitor_state where monitor_id = m.id offset 0) s`

/** A window `w` is now; its times decide, not its state. */
const isNow = "w.state <> 'cancelled' and w.starts_at <= now() and now() < w.ends_at"

/** The monitors of project $1 that are in a window now. */
export const maintainedInProject = `select monitor_id from (${openWindowsSql("$1")}) open_window`

/** Whether the monitor `m` is in a window now. */
export const inMaintenance = `
  exists (select from maintenance w join maintenance_monitor mm on mm.maintenance_id = w.id
           where mm.monitor_id = m.id and ${isNow})`

/** Conditions on `m` and `s` of `monitorsOfProject`; `bind` numbers values from $2. */
export function filterConditions(wanted: ParsedFilter, limit: Limit, bind: Bind): string[] {
  const { ids, kinds, statuses, labelIds, policyId } = wanted
  return [
    "m.project_id = $1",
    "m.deleted_at is null",
    ...scopeSql("monitor", "m", limit, bind),
    ...(wanted.search ? [searchCondition(wanted.search, bind)] : []),
    ...(ids ? [`m.id = any(${bind(ids)}::uuid[])`] : []),
    ...(kinds ? [`m.kind = any(${bind(kinds)}::monitor_kind[])`] : []),
    ...(statuses ? [`s.status = any(${bind(statuses)}::monitor_status[])`] : []),
    ...(labelIds
      ? [
          `m.id in (select monitor_id from monitor_label where label_id = any(${bind(labelIds)}::uuid[]))`,
        ]
      : []),
    ...(policyId ? [policyCondition(policyId, bind)] : []),
    ...flag(wanted.isPaused, "m.paused_at is not null"),
    ...flag(wanted.isMuted, "coalesce(m.muted_until > now(), false)"),
    ...flag(wanted.isInMaintenance, `m.id in (${maintainedInProject})`),
  ]
}

const flag = (wanted: boolean | null | undefined, condition: string) =>
  wanted === undefined || wanted === null ? [] : [wanted ? condition : `not (${condition})`]

/** Percent and underscore are letters here, not the wildcards of LIKE. */
const literal = (text: string) => text.replaceAll(/[\\%_]/g, "\\$&")

function searchCondition(search: string, bind: Bind): string {
  const pattern = bind(`%${literal(search)}%`)
  // Lists show the target of a host and a port as one text.
  const [, host, port] = /^(.+):(\d{1,5})$/.exec(search) ?? []
  const target =
    host === undefined
      ? ""
      : `or (m.host ilike ${bind(`%${literal(host)}`)} and m.port = ${bind(Number(port))})`
  return `(m.name ilike ${pattern} or m.url ilike ${pattern} or m.host ilike ${pattern} ${target} or m.id in (
    select ml.monitor_id from label l join monitor_label ml on ml.label_id = l.id
     where l.project_id = $1 and l.name ilike ${pattern}))`
}

/** Monitors without a policy use the project's default. */
function policyCondition(policyId: string, bind: Bind): string {
  const policy = `${bind(policyId)}::uuid`
  return `(m.policy_id = ${policy} or m.policy_id is null and exists (
    select from on_call_policy where id = ${policy} and project_id = $1 and is_default))`
}
