import type { VariablesOf } from "../graphql.ts"
import { graphql } from "../graphql.ts"

export const PauseMonitors = graphql(`
  mutation PauseMonitors($selection: MonitorSelection!) {
    changed: pauseMonitors(selection: $selection) {
      ids
    }
  }
`)
export type Selection = VariablesOf<typeof PauseMonitors>["selection"]

export const ResumeMonitors = graphql(`
  mutation ResumeMonitors($selection: MonitorSelection!) {
    changed: resumeMonitors(selection: $selection) {
      ids
    }
  }
`)

export const MuteMonitors = graphql(`
  mutation MuteMonitors($selection: MonitorSelection!, $durationMinutes: Int!) {
    changed: muteMonitors(selection: $selection, durationMinutes: $durationMinutes) {
      ids
    }
  }
`)

export const UnmuteMonitors = graphql(`
  mutation UnmuteMonitors($selection: MonitorSelection!) {
    changed: unmuteMonitors(selection: $selection) {
      ids
    }
  }
`)

export const LabelMonitors = graphql(`
  mutation LabelMonitors($selection: MonitorSelection!, $addIds: [ID!], $removeIds: [ID!]) {
    changed: labelMonitors(selection: $selection, addIds: $addIds, removeIds: $removeIds) {
      ids
    }
  }
`)

export const SetPolicyOfMonitors = graphql(`
  mutation SetPolicyOfMonitors($selection: MonitorSelection!, $policyId: ID) {
    changed: setPolicyOfMonitors(selection: $selection, policyId: $policyId) {
      ids
      previous {
        policyId
        ids
      }
    }
  }
`)

export const DeleteMonitors = graphql(`
  mutation DeleteMonitors($selection: MonitorSelection!) {
    changed: deleteMonitors(selection: $selection) {
      ids
    }
  }
`)
