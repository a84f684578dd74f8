import { z } from "zod"
import { StateMeaning } from "../../../../prisma/generated/enums.ts"
import { text } from "../../../platform/text-schema.ts"
import { id, name } from "../../kernel/input.ts"

const common = {
  ids: z.array(id).max(1000, "must name at most 1,000").nullish(),
  activeOnly: z.boolean().nullish(),
  isOpen: z.boolean().nullish(),
  states: z.array(name).max(50, "must name at most 50 states").nullish(),
  monitorIds: z.array(id).max(1000, "must name at most 1,000 monitors").nullish(),
  labelIds: z.array(id).max(50, "must name at most 50 labels").nullish(),
  severities: z.array(name).max(20, "must name at most 20 severities").nullish(),
  since: z.date().nullish(),
  until: z.date().nullish(),
  search: text(200).trim().nullish(),
}

/** Filters of a list of incidents; an absent or null member does not filter. */
export const incidentFilter = z.object({
  ...common,
  isDeclaredManually: z.boolean().nullish(),
})

/** Filters of a list of alerts. */
export const alertFilter = z.object({
  ...common,
  meanings: z.array(z.enum(StateMeaning)).max(3).nullish(),
  policyIds: z.array(id).max(50, "must name at most 50 policies").nullish(),
  assigneeIds: z.array(id).max(50, "must name at most 50 people").nullish(),
  isSnoozed: z.boolean().nullish(),
  pagedUserIds: z.array(id).max(50, "must name at most 50 people").nullish(),
})

export type IncidentFilter = z.output<typeof incidentFilter>
export type AlertFilter = z.output<typeof alertFilter>

/** Filters of the lists of one monitor, which Prisma reads. */
export const whereOpen = ({ activeOnly }: { activeOnly?: boolean | null | undefined }) =>
  activeOnly === true ? { resolvedAt: null } : {}
