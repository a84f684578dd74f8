import { z } from "zod"

/** Of one project, around the failure that raises an alert. */
export type FailureCounts = {
  /** Monitors that are checked. */
  checked: number
  /** Of these, monitors that worked and began to fail within one interval, confirmed or not. */
  failed: number
  /** Different hosts of the checked and of the failed ones. */
  hosts: number
  failedHosts: number
  /** Hosts that were checked since the first of these failures, without those that failed before. */
  hostsSince: number
  /** Monitors that failed before, or within the hour before. */
  failedBefore: number
}

const fewestMonitors = 5
export const fewestHosts = 3
/** Failures within one interval are one event; of monitors with longer intervals only those of five minutes. */
export const [shortestSeconds, longestSeconds] = [60, 300] as const
const mostFailedBefore = 0.1

/** Whether most monitors of different hosts failed at once after a quiet hour, which suggests a fault near us. */
export const isMassFailure = (counts: FailureCounts): boolean =>
  counts.failed >= fewestMonitors &&
  counts.failed * 2 >= counts.checked &&
  counts.failedHosts >= fewestHosts &&
  counts.failedHosts * 2 >= counts.hosts &&
  counts.failedBefore <= counts.checked * mostFailedBefore

/**
 * Whether failures look like the beginning of a mass failure: most of the hosts that were checked since the first one
 * failed do fail, and they are several. One host that fails among others that work never looks so.
 */
export const mayBecomeMassFailure = (counts: FailureCounts): boolean =>
  counts.checked >= fewestMonitors &&
  counts.failedHosts >= fewestHosts &&
  counts.failedHosts * 2 >= counts.hostsSince &&
  counts.failedBefore <= counts.checked * mostFailedBefore

/** What a page says about a mass failure, as stored with its escalation. */
export const massFailure = z.object({
  failed: z.int(),
  checked: z.int(),
  /** Within how long they began to fail. */
  minutes: z.int(),
})

export type MassFailure = z.output<typeof massFailure>

/**
 * The first page about a mass failure waits this long for a proof of our own network, no longer. It is no whole
 * minute, so that no rule's delay is the same.
 */
export const proofWaitSeconds = 45

/** SQL: since when the monitor of state s fails; null if it does not. */
export const failingSince = "(s.machine #>> '{runs,bad,since}')::timestamptz"

/** SQL: the host of monitor m. */
export const hostOf =
  "lower(coalesce(m.host, substring(m.url from '://(?:[^/?#]*@)?(\\[[^]]*\\]|[^/?#:]+)')))"

/**
 * A page about what may become a mass failure waits for this long, so that it is one page then. Long enough for half of
 * the monitors that are checked each minute; no whole minute and another time than that for a proof.
 */
export const waveWaitSeconds = 30

/** SQL: escalation e waits for a mass failure, and most hosts checked since the first failure are up. */
const isRefuted = `
  e.step = 0 and e.mass is null and e.due_at = e.waiting_since + interval '${waveWaitSeconds} seconds'
  and (select count(distinct host) filter (where failing_since is null) >
              count(distinct host) filter (where failing_since is not null)
         from (select ${hostOf} as host, s.last_check_at, ${failingSince} as failing_since,
                      min(${failingSince}) filter (where ${failingSince} >= e.waiting_since - interval '${longestSeconds} seconds')
                        over () as begun_at
                 from monitor m join monitor_state s on s.monitor_id = m.id
                where m.project_id = e.project_id and m.deleted_at is null and m.paused_at is null) one
        where last_check_at >= begun_at and (failing_since is null or failing_since >= begun_at))`

const isHonest = `
  c.ipv4 is not false and c.ipv6 is not false and c.resolvers is not false
  and not exists (select from jsonb_array_elements(c.findings) finding where finding ->> 'code' <> 'strange')`

/** SQL: the first step of escalation e waits for proof, and every prober that reported since the alert has shown one. */
const isProved = `
  e.step = 0 and e.mass is not null and e.due_at = e.waiting_since + interval '${proofWaitSeconds} seconds'
  and exists (select from egress_check c where c.at > alert.created_at)
  and not exists (
    select from egress_check c
     where c.at > alert.created_at
       and not (coalesce(greatest(c.ipv4_proved_at, c.ipv6_proved_at) > alert.created_at, false) and ${isHonest}))`

/** SQL: what the first step of escalation e waits for is decided. */
export const isDecided = `(${isProved}) or (${isRefuted})`
/** No first step waits longer for that. */
export const longestWaitSeconds = Math.max(proofWaitSeconds, waveWaitSeconds)
