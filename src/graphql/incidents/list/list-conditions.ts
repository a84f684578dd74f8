import type { StateMeaning, Subject } from "../../../../prisma/generated/enums.ts"
import type { Database } from "../../../platform/postgres.ts"
import { containing } from "../../kernel/containing.ts"
import { scopeSql, type Limit } from "../../kernel/monitor-scope.ts"
import type { AlertFilter, IncidentFilter } from "./list-filter.ts"

export type Filter = IncidentFilter & AlertFilter
export type Bind = (value: unknown) => string

export type Conditions = {
  /** All of them hold for a row `r`. */
  all: string[]
  /** Of each entry one holds. Each is read by an index of its own, which an OR would prevent. */
  either: string[][]
}

/** What a filter demands of a row `r` of the project `$1`. */
export async function conditionsOf(
  { pool }: Database,
  {
    projectId,
    limit,
    subject,
    wanted,
  }: { projectId: string; limit: Limit; subject: Subject; wanted: Filter },
  bind: Bind,
): Promise<Conditions> {
  // With the ids of names, PostgreSQL knows how many rows they select.
  const idsOf = async (table: "state" | "severity", column: string, values: unknown[]) => {
    const { rows } = await pool.query<{ id: string }>({
      name: `listed-${table}-by-${column}`,
      text: `select id from ${table} where project_id = $1 and subject = $2 and ${column}::text = any($3)`,
      values: [projectId, subject, values],
    })
    return rows.map(({ id }) => id)
  }
  const { states, severities, meanings } = wanted
  const [inStates, ofSeverities, ofMeanings] = await Promise.all([
    states && idsOf("state", "name", states),
    severities && idsOf("severity", "name", severities),
    meanings && idsOf("state", "meaning", meanings satisfies StateMeaning[]),
  ])
  return {
    all: [
      "r.project_id = $1",
      ...scopeSql(subject, "r", limit, bind),
      ...(wanted.ids ? [`r.id = any(${bind(wanted.ids)}::uuid[])`] : []),
      ...openOrNot(wanted),
      ...oneOf("r.state_id", inStates, bind),
      ...oneOf("r.state_id", ofMeanings, bind),
      ...oneOf("r.severity_id", ofSeverities, bind),
      ...oneOf("r.assignee_id", wanted.assigneeIds, bind),
      ...snoozedOrNot(wanted),
      ...plain(wanted, bind),
      ...elsewhere(wanted, bind),
    ],
    either: [...monitors(subject, wanted, bind), ...words(wanted, bind)],
  }
}

function openOrNot({ activeOnly, isOpen }: Filter): string[] {
  const open = activeOnly === true ? true : (isOpen ?? null)
  return open === null ? [] : [`r.resolved_at is ${open ? "" : "not "}null`]
}

const snoozed = "(r.snoozed_until > now() and r.acknowledged_at is null and r.resolved_at is null)"

function snoozedOrNot({ isSnoozed = null }: Filter): string[] {
  return isSnoozed === null ? [] : [isSnoozed ? snoozed : `${snoozed} is not true`]
}

/** A single id keeps the order of the index that begins with the column. */
function oneOf(column: string, ids: string[] | null | undefined, bind: Bind): string[] {
  if (ids === null || ids === undefined) return []
  return [
    ids.length === 1 ? `${column} = ${bind(ids[0])}` : `${column} = any(${bind(ids)}::uuid[])`,
  ]
}

function plain({ isDeclaredManually = null, since, until }: Filter, bind: Bind): string[] {
  return [
    ...(isDeclaredManually === null
      ? []
      : [`${isDeclaredManually ? "" : "not "}r.is_declared_manually`]),
    ...(since ? [`r.created_at >= ${bind(since)}`] : []),
    ...(until ? [`r.created_at < ${bind(until)}`] : []),
  ]
}

/** Conditions on other tables. */
function elsewhere({ labelIds, policyIds, pagedUserIds }: Filter, bind: Bind): string[] {
  const within = (column: string, select: string, ids: string[] | null | undefined) =>
    ids ? [`${column} in (${select} = any(${bind(ids)}::uuid[]))`] : []
  return [
    ...within("r.monitor_id", "select monitor_id from monitor_label where label_id", labelIds),
    ...within("r.id", "select alert_id from escalation where policy_id", policyIds),
    ...within("r.id", "select alert_id from page where user_id", pagedUserIds),
  ]
}

/** An incident may affect further monitors. */
function monitors(subject: Subject, { monitorIds }: Filter, bind: Bind): string[][] {
  if (!monitorIds) return []
  const own = oneOf("r.monitor_id", monitorIds, bind)
  if (subject === "alert") return [own]
  const affected = `select incident_id from incident_monitor where monitor_id = any(${bind(monitorIds)}::uuid[])`
  return [[...own, `r.id in (${affected})`]]
}

/** Codes and details of the findings, as the index of searches has them. */
const ofFindings = `replace(jsonb_path_query_array(r.findings,
  'strict $.** ? (@.type() == "string" || @.type() == "number")')::text, '_', ' ')`

/** "12" matches the number as well as the text, "#12" only the number. */
function words({ search }: Filter, bind: Bind): string[][] {
  if (!search) return []
  const [, mark, number] = /^(#?)(\d{1,9})$/.exec(search) ?? []
  if (mark === "#") return [[`r.number = ${bind(Number(number))}`]]
  const like = bind(`%${containing(search).contains}%`)
  return [
    [
      `(r.title ilike ${like} or r.description ilike ${like} or ${ofFindings} ilike ${like})`,
      ...(number === undefined ? [] : [`r.number = ${bind(Number(number))}`]),
    ],
  ]
}
