import type { SqlTransaction } from "../../kernel/transaction.ts"
import { causesOf, leadersOf, type Member, type Origin } from "./rules/group-alerts.ts"
import { proofWaitSeconds, waveWaitSeconds } from "./rules/mass-failure.ts"
import { isSilenced } from "./rules/silences.ts"
import { pageAgain } from "./page-again.ts"
import { announceJoined } from "./announce-joined.ts"
import { growMassFailures, readWaves, type Wave } from "./read-mass-failures.ts"
import { joinWave, type Leader } from "./join-wave.ts"

/** Hints at the cause that the check which raised the alert recorded. */
export type SeenOrigin = Pick<Origin, "address" | "certificate" | "failureClass">

type Row = Omit<Member, "causes"> &
  Pick<Origin, "monitorId" | "parentId" | "resolver"> & {
    host: string | null
    url: string | null
    sloId: string | null
    sloMonitorIds: string[]
  }

/**
 * Start the escalations of new alerts in the transaction that raises them, with the policy of the monitor, SLO or source,
 * or the project's default. An alert that shares a cause with an earlier one joins it. A mass failure is a cause too, and
 * its first page waits for a proof of our own network; what may become one waits a little, so that it is one page.
 *
 * @param chosen policies that a person chose, by alert.
 */
export async function startEscalations(
  tx: SqlTransaction,
  alertIds: string[],
  seen: ReadonlyMap<string, SeenOrigin> = new Map(),
  chosen: ReadonlyMap<string, string> = new Map(),
): Promise<void> {
  if (alertIds.length === 0) return
  const rows = await tx.query<Row>({
    name: "starting-alerts",
    text: `
      select alert.id as "alertId", alert.project_id as "projectId", policy.id as "policyId",
             (select case name when 'low' then 'low' else 'high' end
                from severity where id = alert.severity_id) as urgency,
             now() as "raisedAt", monitor.id as "monitorId", monitor.parent_id as "parentId", monitor.host,
             monitor.url, monitor.settings ->> 'resolver' as resolver, slo.id as "sloId",
             array(select monitor_id from slo_monitor where slo_id = slo.id) as "sloMonitorIds"
        from alert
        left join monitor on monitor.id = alert.monitor_id
        left join slo on slo.id = alert.slo_id
        left join source on source.id = alert.source_id
        left join on_call_policy policy
          on policy.project_id = alert.project_id
         and case when coalesce(($2::jsonb ->> alert.id::text)::uuid, monitor.policy_id, slo.policy_id, source.policy_id) is null
                  then policy.is_default
                  else policy.id = coalesce(($2::jsonb ->> alert.id::text)::uuid, monitor.policy_id, slo.policy_id, source.policy_id) end
       where alert.id = any($1::uuid[])
       -- A parent leads its children.
       order by monitor.parent_id is not null, alert.number`,
    values: [alertIds, JSON.stringify(Object.fromEntries(chosen))],
  })
  const monitorIds = rows.flatMap(({ monitorId }) => (monitorId === null ? [] : [monitorId]))
  const waves = await readWaves(tx, monitorIds)
  const newcomers = rows.map((row) => {
    const { monitorId, projectId } = row
    const wave = waves.get(projectId)
    const isPart = monitorId !== null && wave?.failedIds.has(monitorId) === true
    const mass = isPart ? wave.mass : null
    const massOf = mass === null ? null : projectId
    const causes = causesOf({ ...originOf(row, seen), massOf })
    return { ...row, mass, causes, mayBecomeMass: isPart && mass === null }
  })
  const leaders = await readLeaders(tx, newcomers, waves)
  const leadOf = leadersOf(newcomers, await joinWave(tx, leaders, waves))
  const begun = newcomers.map(({ alertId, projectId, policyId, causes, mass, mayBecomeMass }) => {
    const lead_id = leadOf.get(alertId) ?? null
    const state = lead_id === null ? "active" : "joined"
    return {
      alert_id: alertId,
      project_id: projectId,
      policy_id: policyId,
      causes,
      lead_id,
      state,
      mass,
      wait_seconds: mass === null ? (mayBecomeMass ? waveWaitSeconds : 0) : proofWaitSeconds,
    }
  })
  // Leaders first, because the others reference them.
  await tx.query({
    name: "start-escalations",
    text: `
      insert into escalation (alert_id, project_id, policy_id, causes, lead_id, state, mass, waiting_since, due_at)
      select row.alert_id, row.project_id, row.policy_id,
             array(select jsonb_array_elements_text(row.causes)), row.lead_id, row.state::escalation_state, row.mass,
             moment.now, moment.now + greatest(make_interval(mins => coalesce(rule.delay_minutes, 0)),
               make_interval(secs => row.wait_seconds))
        from jsonb_to_recordset($1::jsonb)
          as row (alert_id uuid, project_id uuid, policy_id uuid, causes jsonb, lead_id uuid, state text,
                  mass jsonb, wait_seconds int)
        cross join (select date_trunc('milliseconds', now()) as now) moment
        left join escalation_rule rule on rule.policy_id = row.policy_id and rule."order" = 1
       order by row.lead_id nulls first`,
    values: [JSON.stringify(begun)],
  })
  const grown = newcomers.flatMap(({ alertId, mass }) => {
    const lead = leadOf.get(alertId)
    return mass === null || lead === undefined ? [] : [[lead, mass] as const]
  })
  await growMassFailures(tx, new Map(grown))
  const leaderIds = new Set(leadOf.values())
  // Leaders among the newcomers have paged nobody yet.
  const joined = leaders.map(({ alertId }) => alertId).filter((alertId) => leaderIds.has(alertId))
  await announceJoined(tx, joined)
  await pageAgain(tx, joined)
}

function originOf(
  { alertId, monitorId, parentId, resolver, host, url, sloId, sloMonitorIds }: Row,
  seen: ReadonlyMap<string, SeenOrigin>,
): Origin {
  const { address = null, certificate = null, failureClass = null } = seen.get(alertId) ?? {}
  const name = host ?? (url === null ? null : new URL(url).hostname)
  return {
    monitorId,
    parentId,
    resolver,
    host: name,
    address,
    certificate,
    failureClass,
    sloId,
    sloMonitorIds,
  }
}

/**
 * Lock possible leaders, which may page now, so an acknowledgement waits until the newcomers that joined are stored; of
 * mass failures also the alerts that have not paged yet, and those that joined them.
 */
async function readLeaders(
  tx: SqlTransaction,
  newcomers: (Member & Pick<Row, "monitorId">)[],
  waves: ReadonlyMap<string, Wave>,
): Promise<Leader[]> {
  const projectIds = [...new Set(newcomers.map(({ projectId }) => projectId))]
  const causes = [...new Set(newcomers.flatMap((newcomer) => newcomer.causes))]
  // The status of these is stored later in this transaction; their children lead nothing from now on.
  const downIds = newcomers.flatMap(({ monitorId, urgency }) =>
    monitorId === null || urgency === "low" ? [] : [monitorId],
  )
  const failedIds = [...waves.values()].flatMap((wave) => (wave.mass ? [...wave.failedIds] : []))
  const rows = await tx.query<Leader & { isJoined: boolean }>({
    name: "possible-leaders",
    text: `
      select e.alert_id as "alertId", e.project_id as "projectId", e.policy_id as "policyId", e.causes,
             (select case name when 'low' then 'low' else 'high' end
                from severity where id = alert.severity_id) as urgency,
             alert.created_at as "raisedAt", alert.monitor_id as "monitorId",
             alert.monitor_id = any($4::uuid[]) and ${isUnpaged("e")} as "isWaiting", e.state = 'joined' as "isJoined"
        from escalation e join alert on alert.id = e.alert_id
       where e.project_id = any($1::uuid[])
         and (e.state in ('active', 'exhausted') and e.silenced_at is null
              and (e.causes && $2::text[] or alert.monitor_id = any($4::uuid[]) and ${isUnpaged("e")})
              and e.waiting_since <= now() and alert.resolved_at is null and not ${isSilenced("alert")}
              and not exists (select from monitor child
                               where child.id = alert.monitor_id and child.parent_id = any($3::uuid[]))
              and alert.created_at > now() - interval '10 minutes'
              or e.state = 'joined' and e.lead_id in (
                select one.alert_id from escalation one join alert lead on lead.id = one.alert_id
                 where one.project_id = any($1::uuid[]) and lead.monitor_id = any($4::uuid[]) and ${isUnpaged("one")}))
       order by e.alert_id for no key update of e`,
    values: [projectIds, causes, downIds, failedIds],
  })
  return rows.filter(({ isJoined }) => !isJoined)
}

/** Run no step of the policy, because a person names whom to page. */
export async function skipSteps(tx: SqlTransaction, alertId: string): Promise<void> {
  await tx.query({
    name: "skip-steps",
    text: `update escalation set state = 'exhausted', ended_at = now() where alert_id = $1::uuid`,
    values: [alertId],
  })
}

/** SQL: its first step has not run. */
const isUnpaged = (escalation: string) => `
  (${escalation}.state = 'active' and ${escalation}.step = 0 and ${escalation}.rounds_before = 0
   and not exists (select from page where page.alert_id = ${escalation}.alert_id))`
