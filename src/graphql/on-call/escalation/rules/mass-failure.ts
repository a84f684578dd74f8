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
  /** Monitors that failed before, or within the hour before. */
  failedBefore: number
}

const fewestMonitors = 5
const fewestHosts = 3
const mostFailedBefore = 0.1

/** Whether most monitors of different hosts failed at once after a quiet hour, which suggests a fault near us. */
export const isMassFailure = (counts: FailureCounts): boolean =>
  counts.failed >= fewestMonitors &&
  counts.failed * 2 >= counts.checked &&
  counts.failedHosts >= fewestHosts &&
  counts.failedHosts * 2 >= counts.hosts &&
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

const isHonest = `
  c.ipv4 is not false and c.ipv6 is not false and c.resolvers is not false
  and not exists (select from jsonb_array_elements(c.findings) finding where finding ->> 'code' <> 'strange')`

/** SQL: the first step of escalation e waits for proof, and every prober that reported since the alert has shown one. */
export const isProved = `
  e.step = 0 and e.mass is not null and e.due_at = e.waiting_since + interval '${proofWaitSeconds} seconds'
  and exists (select from egress_check c where c.at > alert.created_at)
  and not exists (
    select from egress_check c
     where c.at > alert.created_at
       and not (coalesce(greatest(c.ipv4_proved_at, c.ipv6_proved_at) > alert.created_at, false) and ${isHonest}))`
