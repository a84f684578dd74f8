import type { Alert, Incident } from "../../../../prisma/generated/client.ts"
import { alertFilter, incidentFilter } from "../../incidents/list/list-filter.ts"
import { defineExport, type Column } from "./export-kind.ts"
import { readCases, type Named } from "./read-cases.ts"
import { time } from "./rules/export-filter.ts"

const times = { since: time.nullish(), until: time.nullish() }
const secondsBetween = (from: Date, to: Date | null): number | null =>
  to === null ? null : (to.getTime() - from.getTime()) / 1000

type Shared = Named<
  Pick<
    Alert,
    | "id"
    | "number"
    | "title"
    | "description"
    | "createdAt"
    | "acknowledgedAt"
    | "acknowledgedBy"
    | "resolvedAt"
  >
>

const first: readonly Column<Shared>[] = [
  { name: "number", about: "Its number in the project.", of: ({ number }) => number },
  { name: "id", about: "UUID version 7.", of: ({ id }) => id },
  { name: "title", about: "Short summary.", of: ({ title }) => title },
  { name: "state", about: "Name of its state.", of: ({ state }) => state },
  { name: "severity", about: "Name of its severity.", of: ({ severity }) => severity },
  { name: "monitor", about: "Name of the monitor that failed.", of: ({ monitor }) => monitor },
]

const acknowledged: readonly Column<Shared>[] = [
  {
    name: "acknowledged_at",
    about: "When it was acknowledged.",
    isTime: true,
    of: ({ acknowledgedAt }) => acknowledgedAt,
  },
  { name: "acknowledged_by", about: "By whom.", of: ({ acknowledgedBy }) => acknowledgedBy },
  {
    name: "resolved_at",
    about: "When it was resolved; empty while it is open.",
    isTime: true,
    of: ({ resolvedAt }) => resolvedAt,
  },
]

const last: readonly Column<Shared>[] = [
  {
    name: "reason",
    about: "Why, in English, or what a person wrote; without values from telemetry.",
    of: ({ description }) => description,
  },
]

export const incidentsExport = defineExport({
  title: "Incidents",
  about: "One row per incident, newest first.",
  permissions: ["incidents:read"],
  filter: incidentFilter.extend(times).strict(),
  filterAbout:
    "As Project.incidents: activeOnly, isOpen, states, monitorIds, labelIds, severities, since, until, search, isDeclaredManually.",
  columns: [
    ...first,
    {
      name: "started_at",
      about: "When the outage started.",
      isTime: true,
      of: ({ startedAt }: Named<Incident>) => startedAt,
    },
    {
      name: "created_at",
      about: "When it was declared.",
      isTime: true,
      of: ({ createdAt }: Named<Incident>) => createdAt,
    },
    ...acknowledged,
    {
      name: "seconds",
      about: "From its start to its end; empty while it is open.",
      of: ({ startedAt, resolvedAt }: Named<Incident>) => secondsBetween(startedAt, resolvedAt),
    },
    ...last,
  ],
  read: (scope, filter) => readCases(scope, "incident", filter),
})

export const alertsExport = defineExport({
  title: "Alerts",
  about: "One row per alert, newest first.",
  permissions: ["alerts:read"],
  filter: alertFilter.extend(times).strict(),
  filterAbout:
    "As Project.alerts: activeOnly, isOpen, states, meanings, monitorIds, labelIds, severities, policyIds, assigneeIds, pagedUserIds, isSnoozed, since, until, search.",
  columns: [
    ...first,
    {
      name: "incident_number",
      about: "Number of its incident.",
      of: ({ incidentNumber }: Named<Alert>) => incidentNumber,
    },
    {
      name: "assignee",
      about: "The person who works on it.",
      of: ({ assignee }: Named<Alert>) => assignee,
    },
    {
      name: "created_at",
      about: "When it was triggered.",
      isTime: true,
      of: ({ createdAt }: Named<Alert>) => createdAt,
    },
    ...acknowledged,
    {
      name: "seconds_to_acknowledge",
      about: "From the trigger to the acknowledgement.",
      of: ({ createdAt, acknowledgedAt }: Named<Alert>) =>
        secondsBetween(createdAt, acknowledgedAt),
    },
    {
      name: "seconds_to_resolve",
      about: "From the trigger to the end.",
      of: ({ createdAt, resolvedAt }: Named<Alert>) => secondsBetween(createdAt, resolvedAt),
    },
    ...last,
  ],
  read: (scope, filter) => readCases(scope, "alert", filter),
})
