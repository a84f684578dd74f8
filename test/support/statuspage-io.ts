import { z } from "zod"

/*
 * The documents that statuspage.io publishes below /api/v2/, according to the /api page of the pages it hosts. Strict:
 * unknown members are errors, except those listed as our own.
 */

const time = z.iso.datetime()
const componentStatus = z.enum([
  "operational",
  "degraded_performance",
  "partial_outage",
  "major_outage",
  "under_maintenance",
])

const page = z.strictObject({
  id: z.string(),
  name: z.string(),
  url: z.url(),
  time_zone: z.string(),
  updated_at: time,
})

const component = z.strictObject({
  id: z.string(),
  name: z.string(),
  status: componentStatus,
  created_at: time,
  updated_at: time,
  position: z.int().min(1),
  description: z.string().nullable(),
  showcase: z.boolean(),
  start_date: z.iso.date().nullable(),
  group_id: z.string().nullable(),
  page_id: z.string(),
  group: z.boolean(),
  only_show_if_degraded: z.boolean(),
  components: z.array(z.string()).optional(),
  /** Our own: the format has no status for missing data. */
  is_known: z.boolean().optional(),
})

const update = <const S extends readonly string[]>(statuses: S) =>
  z.strictObject({
    id: z.string(),
    status: z.enum(statuses),
    body: z.string().min(1),
    incident_id: z.string(),
    created_at: time,
    updated_at: time,
    display_at: time,
    affected_components: z.array(
      z.strictObject({
        code: z.string(),
        name: z.string(),
        old_status: componentStatus,
        new_status: componentStatus,
      }),
    ),
    deliver_notifications: z.boolean(),
    custom_tweet: z.string().nullable(),
    tweet_id: z.string().nullable(),
  })

const event = <const S extends readonly string[]>(statuses: S, impacts: readonly string[]) =>
  z
    .strictObject({
      id: z.string(),
      name: z.string(),
      status: z.enum(statuses),
      created_at: time,
      updated_at: time,
      monitoring_at: time.nullable(),
      resolved_at: time.nullable(),
      impact: z.enum(impacts),
      shortlink: z.url(),
      started_at: time,
      page_id: z.string(),
      incident_updates: z.array(update(statuses)).min(1),
      components: z.array(component),
      /** A list in a text, such as "[1, 5]", or null for the defaults. */
      reminder_intervals: z.string().nullable(),
      scheduled_for: time.optional(),
      scheduled_until: time.optional(),
    })
    .superRefine((one, { addIssue }) => {
      const [newest] = one.incident_updates
      if (newest?.status !== one.status) addIssue("status is not that of the newest update")
      const times = one.incident_updates.map(({ created_at }) => created_at)
      if (!isNewestFirst(times)) addIssue("incident_updates are not newest first")
      const ids = one.incident_updates.map(({ id }) => id)
      if (new Set(ids).size !== ids.length) addIssue("two updates have one id")
      for (const { updated_at, created_at, incident_id } of one.incident_updates) {
        if (updated_at < created_at) addIssue("an update was changed before it was made")
        if (updated_at > one.updated_at) addIssue("updated_at is older than an update's")
        if (created_at < one.created_at) addIssue("created_at is newer than an update's")
        if (incident_id !== one.id) addIssue("an update belongs to another incident")
      }
      if (one.updated_at < one.created_at) addIssue("updated_at is before created_at")
      const isOver = ["resolved", "postmortem", "completed"].includes(one.status)
      if (isOver !== (one.resolved_at !== null)) addIssue("resolved_at does not agree with status")
      const about = one.components.map(({ id }) => id)
      for (const { affected_components: received } of one.incident_updates) {
        if (received.some(({ code }) => !about.includes(code)))
          addIssue("affects what it is not about")
      }
    })

const incident = event(
  ["investigating", "identified", "monitoring", "resolved", "postmortem"],
  ["none", "minor", "major", "critical"],
)
const maintenance = event(["scheduled", "in_progress", "verifying", "completed"], ["maintenance"])

const isNewestFirst = (times: readonly string[]) =>
  times.every((time, at) => at === 0 || time <= (times[at - 1] ?? time))

const incidents = z
  .array(incident)
  .refine((all) => isNewestFirst(all.map(({ created_at }) => created_at)), "not newest first")

const status = z.strictObject({
  indicator: z.enum(["none", "minor", "major", "critical", "maintenance"]),
  description: z.string().min(1),
})
const components = z
  .array(component)
  .refine((all) => all.every((one) => one.created_at <= one.updated_at), "changed before made")
const scheduled_maintenances = z.array(maintenance)

/** By name, without `.json`. */
export const statusPageIo: Record<string, z.ZodType> = {
  summary: z.strictObject({ page, components, incidents, scheduled_maintenances, status }),
  status: z.strictObject({ page, status }),
  components: z.strictObject({ page, components }),
  incidents: z.strictObject({ page, incidents }),
  "incidents/unresolved": z.strictObject({ page, incidents }),
  "scheduled-maintenances": z.strictObject({ page, scheduled_maintenances }),
  "scheduled-maintenances/upcoming": z.strictObject({ page, scheduled_maintenances }),
  "scheduled-maintenances/active": z.strictObject({ page, scheduled_maintenances }),
}
