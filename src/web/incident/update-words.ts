import type { OneIncident } from "./incident-documents.ts"

export const updateWords: Record<OneIncident["timeline"][number]["kind"], string> = {
  DECLARED: "Declared",
  NOTE: "Update",
  ACKNOWLEDGED: "Acknowledged",
  STATE_CHANGED: "State changed",
  REOPENED: "Reopened",
  RESOLVED: "Resolved",
  POSTMORTEM: "Post-mortem",
}
