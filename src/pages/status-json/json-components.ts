import type { MonitorStatus } from "../../../prisma/generated/enums.ts"
import type { Component, Section } from "../../graphql/status-pages/status-page/view-components.ts"
import type { PageView } from "../../graphql/status-pages/status-page/view-page.ts"
import { inert, inertLine } from "../../platform/shown-text.ts"

/** Each outranks those before it. */
const statuses = [
  "operational",
  "under_maintenance",
  "degraded_performance",
  "partial_outage",
  "major_outage",
] as const
export type Status = (typeof statuses)[number]

/** The format has no "unknown": it becomes operational, with `is_known` false. */
export const statusOfSeen = (status: MonitorStatus): Status => {
  if (status === "offline") return "major_outage"
  return status === "degraded" ? "degraded_performance" : "operational"
}

const statusOf = ({ status, isUnderMaintenance }: Component): Status =>
  isUnderMaintenance ? "under_maintenance" : statusOfSeen(status)

/** A monitor's status may be older than its component. */
const changedAt = ({ createdAt, since }: Component): Date => (since < createdAt ? createdAt : since)

const always = { showcase: true, only_show_if_degraded: false }

/** Groups, each followed by its components, then ungrouped components. */
export const componentsJson = ({ id, sections }: PageView) =>
  sections.flatMap((section, at) => [
    ...(section.id === null ? [] : [groupJson(section, section.id, at + 1, id)]),
    ...section.components.map((one, place) => componentJson(one, place + 1, section.id, id)),
  ])

/** Those of the page that have these ids. */
export const componentsOf = (view: PageView, ids: readonly string[]) =>
  componentsJson(view).filter(({ id, group }) => !group && ids.includes(id))

const componentJson = (
  component: Component,
  position: number,
  groupId: string | null,
  pageId: string,
) => ({
  id: component.id,
  name: inertLine(component.name),
  status: statusOf(component),
  created_at: component.createdAt.toISOString(),
  updated_at: changedAt(component).toISOString(),
  position,
  description: component.description === "" ? null : inert(component.description),
  ...always,
  start_date: component.createdAt.toISOString().slice(0, 10),
  group_id: groupId,
  page_id: pageId,
  group: false,
  is_known: component.status !== "unknown" || component.isUnderMaintenance,
})

function groupJson({ name, components }: Section, id: string, position: number, pageId: string) {
  const held = components.map(statusOf)
  const times = (of: (component: Component) => Date) =>
    components.map((component) => of(component).getTime())
  return {
    id,
    name: inertLine(name ?? ""),
    status: statuses.findLast((status) => held.includes(status)) ?? "operational",
    created_at: new Date(Math.min(...times(({ createdAt }) => createdAt))).toISOString(),
    updated_at: new Date(Math.max(...times(changedAt))).toISOString(),
    position,
    description: null,
    ...always,
    start_date: null,
    group_id: null,
    page_id: pageId,
    group: true,
    components: components.map((component) => component.id),
  }
}
