import { z } from "zod"
import { id } from "../../kernel/input.ts"
import {
  readOnCallReport,
  type ReportPerson,
  type ReportShift,
} from "../../on-call/report/read-on-call-report.ts"
import { dutyFigures } from "../../on-call/report/rules/on-call-figures.ts"
import { defineExport, type ExportScope } from "./export-kind.ts"
import { time, windowOf } from "./rules/export-filter.ts"

const filter = z.strictObject({
  from: time.nullish(),
  to: time.nullish(),
  policyId: id.nullish(),
  teamId: id.nullish(),
})
type Filter = z.output<typeof filter>

const filterAbout =
  "from and to: by default the last 30 days, at most 366; policyId and teamId, as Project.onCallReport."
const hours = (ms: number) => Math.round(ms / 36) / 100_000

const read = ({ projectId, ...services }: ExportScope, { from, to, ...wanted }: Filter) =>
  readOnCallReport(services, projectId, {
    ...wanted,
    ...windowOf({ from, to }, services.clock.now()),
  })

async function* peopleOf(scope: ExportScope, wanted: Filter): AsyncGenerator<ReportPerson[]> {
  yield (await read(scope, wanted)).people
}

async function* shiftsOf(scope: ExportScope, wanted: Filter): AsyncGenerator<ReportShift[]> {
  yield (await read(scope, wanted)).shifts
}

export const onCallExport = defineExport({
  title: "On-call report",
  about: "One row per person who was paged or on call, most pages first.",
  permissions: ["on_call:read", "alerts:read"],
  filter,
  filterAbout,
  columns: [
    { name: "user_id", about: "The person.", of: ({ userId }: ReportPerson) => userId },
    { name: "name", about: "Their name.", of: ({ name }: ReportPerson) => name },
    {
      name: "time_zone",
      about: "In which nights and weekends are counted.",
      of: ({ timeZone }: ReportPerson) => timeZone,
    },
    {
      name: "pages",
      about: "Pages that were sent at once.",
      of: ({ pages }: ReportPerson) => pages,
    },
    {
      name: "night_pages",
      about: "Of these, between 22:00 and 7:00.",
      of: ({ nightPages }: ReportPerson) => nightPages,
    },
    {
      name: "weekend_pages",
      about: "Of these, on a Saturday or Sunday.",
      of: ({ weekendPages }: ReportPerson) => weekendPages,
    },
    {
      name: "interruptions",
      about: "Pages at least 15 minutes after the one before.",
      of: ({ interruptions }: ReportPerson) => interruptions,
    },
    {
      name: "nights_woken",
      about: "Nights with at least one page.",
      of: ({ nightsWoken }: ReportPerson) => nightsWoken,
    },
    { name: "hours", about: "Hours on call.", of: ({ ms }: ReportPerson) => hours(ms) },
    {
      name: "night_hours",
      about: "Of these, between 22:00 and 7:00.",
      of: ({ nightMs }: ReportPerson) => hours(nightMs),
    },
    {
      name: "weekend_hours",
      about: "Of these, on a Saturday or Sunday.",
      of: ({ weekendMs }: ReportPerson) => hours(weekendMs),
    },
    {
      name: "planned_hours",
      about: "Hours on call without overrides and swaps.",
      of: ({ plannedMs }: ReportPerson) => hours(plannedMs),
    },
  ],
  read: peopleOf,
})

export const shiftsExport = defineExport({
  title: "On-call hours",
  about: "One row per shift, earliest first.",
  permissions: ["on_call:read", "alerts:read"],
  filter,
  filterAbout,
  columns: [
    {
      name: "rotation_id",
      about: "The rotation.",
      of: ({ rotationId }: ReportShift) => rotationId,
    },
    { name: "rotation", about: "Its name.", of: ({ rotationName }: ReportShift) => rotationName },
    { name: "user_id", about: "The person on call.", of: ({ userId }: ReportShift) => userId },
    { name: "name", about: "Their name.", of: ({ name }: ReportShift) => name },
    {
      name: "from",
      about: "Start of the shift within the window.",
      isTime: true,
      of: ({ from }: ReportShift) => new Date(from),
    },
    {
      name: "to",
      about: "Its end within the window.",
      isTime: true,
      of: ({ until }: ReportShift) => new Date(until),
    },
    {
      name: "hours",
      about: "Its hours.",
      of: ({ from, until }: ReportShift) => hours(until - from),
    },
    {
      name: "night_hours",
      about: "Of these, between 22:00 and 7:00 in the person's time zone.",
      of: (shift: ReportShift) => hours(dutyFigures([shift], shift.zone).nightMs),
    },
    {
      name: "weekend_hours",
      about: "Of these, on a Saturday or Sunday.",
      of: (shift: ReportShift) => hours(dutyFigures([shift], shift.zone).weekendMs),
    },
  ],
  read: shiftsOf,
})
