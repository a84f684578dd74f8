import { mutation, type VariablesOf } from "../graphql.ts"

export const PauseMonitors = mutation("pauseMonitors", "ids")
export type Selection = VariablesOf<typeof PauseMonitors>["selection"]

export const ResumeMonitors = mutation("resumeMonitors", "ids")
export const MuteMonitors = mutation("muteMonitors", "ids")
export const UnmuteMonitors = mutation("unmuteMonitors", "ids")
export const LabelMonitors = mutation("labelMonitors", "ids")
export const SetPolicyOfMonitors = mutation("setPolicyOfMonitors", "ids previous { policyId ids }")
export const DeleteMonitors = mutation("deleteMonitors", "ids")
