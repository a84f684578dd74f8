import type { Act } from "../ui/acts.ts"
import type { AlertRow } from "./alert-documents.ts"
import { isSnoozed } from "./is-snoozed.ts"
import type { AlertWhole } from "./timeline-documents.ts"

/** Lists know no escalation; then what depends on it is not offered. */
type Subject = Pick<AlertRow, "resolvedAt" | "acknowledgedAt" | "snoozedUntil"> &
  Partial<Pick<AlertWhole, "escalation">>

export type AlertAct =
  | "acknowledge"
  | "resolve"
  | "unsnooze"
  | "snooze"
  | "escalate"
  | "page"
  | "assign"
  | "merge"
  | "split"
  | "note"
  | "withdraw"
  | "state"
  | "share"
  | "deliveries"
  | "print"

const needs = "alerts:write"
const isOpen = ({ resolvedAt }: Subject) => resolvedAt === null
const isTriggered = ({ resolvedAt, acknowledgedAt }: Subject) =>
  resolvedAt === null && acknowledgedAt === null

/** What can be done with an alert. */
export const alertActs: readonly Act<Subject, AlertAct>[] = [
  {
    key: "acknowledge",
    label: "Acknowledge",
    icon: "check",
    shortcut: "a",
    needs,
    fits: isTriggered,
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
  { key: "unsnooze", label: "End snooze", icon: "moon", needs, fits: isSnoozed },
  {
    key: "snooze",
    label: "Snooze…",
    icon: "moon",
    shortcut: "s",
    needs,
    fits: isTriggered,
  },
  {
    key: "escalate",
    label: "Run the next step now",
    icon: "onCall",
    shortcut: "e",
    words: ["escalate"],
    needs,
    fits: (alert) => isOpen(alert) && Boolean(alert.escalation),
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
  { key: "assign", label: "Assign…", icon: "account", shortcut: "i", needs, fits: isOpen },
  { key: "merge", label: "Merge…", icon: "collapse", needs, fits: isOpen },
  {
    key: "split",
    label: "Split",
    icon: "expand",
    needs,
    fits: (alert) => isTriggered(alert) && alert.escalation?.state === "JOINED",
  },
  {
    key: "note",
    label: "Add a note…",
    icon: "edit",
    shortcut: "n",
    words: ["note"],
    needs,
    fits: () => true,
  },
  {
    key: "withdraw",
    label: "Withdraw acknowledgement",
    icon: "back",
    words: ["unacknowledge"],
    needs,
    fits: (alert) => isOpen(alert) && alert.acknowledgedAt !== null,
  },
  { key: "state", label: "Set state…", icon: "edit", needs, fits: () => true },
  { key: "share", label: "Share…", icon: "external", needs, fits: () => true },
  { key: "deliveries", label: "Deliveries", icon: "reports", fits: () => true },
  { key: "print", label: "Print", icon: "copy", isOfPage: true, fits: () => true },
]
