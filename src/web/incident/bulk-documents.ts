import { mutation, type ResultOf, type VariablesOf } from "../graphql.ts"

export const AcknowledgeIncidents = mutation("acknowledgeIncidents", "ids kept { why by }")
export const UnacknowledgeIncidents = mutation("unacknowledgeIncidents", "ids")
export const ResolveIncidents = mutation("resolveIncidents", "ids kept { why by }")
export const ReopenIncidents = mutation("reopenIncidents", "ids")

export const AcknowledgeAlerts = mutation("acknowledgeAlerts", "ids kept { why by }")
export const UnacknowledgeAlerts = mutation("unacknowledgeAlerts", "ids")
export const ResolveAlerts = mutation("resolveAlerts", "ids kept { why by }")
export const ReopenAlerts = mutation("reopenAlerts", "ids")
export const AssignAlerts = mutation("assignAlerts", "ids kept { why by } previous { userId ids }")
export const SnoozeAlerts = mutation("snoozeAlerts", "ids kept { why by }")
export const UnsnoozeAlerts = mutation("unsnoozeAlerts", "ids")
export const MergeAlerts = mutation("mergeAlerts", "ids kept { why by }")
export const SplitAlerts = mutation("splitAlerts", "ids")

export type IncidentSelection = VariablesOf<typeof AcknowledgeIncidents>["selection"]
export type AlertSelection = VariablesOf<typeof AcknowledgeAlerts>["selection"]
export type Kept = ResultOf<typeof AcknowledgeAlerts>["acknowledgeAlerts"]["kept"][number]
