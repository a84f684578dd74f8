import type { Act } from "../ui/acts.ts"
import type { IncidentRow } from "./incident-row-document.ts"

type Subject = Pick<IncidentRow, "resolvedAt" | "acknowledgedAt">

export type IncidentAct = "acknowledge" | "resolve" | "reopen" | "announce" | "page" | "edit"

const needs = "incidents:write"
const isOpen = ({ resolvedAt }: Subject) => resolvedAt === null

/** What can be done with an incident. */
export const incidentActs: readonly Act<Subject, IncidentAct>[] = [
  {
    key: "acknowledge",
    label: "Acknowledge",
    icon: "check",
    shortcut: "a",
    needs,
    fits: (incident) => isOpen(incident) && incident.acknowledgedAt === null,
  },
  {
    key: "resolve",
    label: "Resolve",
    icon: "check",
    shortcut: "r",
    words: ["close"],
    needs,
    fits: isOpen,
  },
  {
    key: "reopen",
    label: "Reopen",
    icon: "back",
    needs,
    fits: (incident) => !isOpen(incident),
  },
  {
    key: "announce",
    label: "Publish an update…",
    icon: "status",
    words: ["announce", "update"],
    needs,
    fits: () => true,
  },
  {
    key: "page",
    label: "Page someone else…",
    icon: "alerts",
    shortcut: "p",
    words: ["call"],
    needs,
    fits: isOpen,
  },
  { key: "edit", label: "Edit incident", icon: "edit", needs, fits: () => true },
]
