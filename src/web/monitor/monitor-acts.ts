import type { Act } from "../ui/acts.ts"
import type { MonitorRow } from "./monitor-row-documents.ts"
import { isProbed } from "./monitor-kind.ts"

type Subject = Pick<MonitorRow, "kind" | "isPaused" | "isMuted">

export type MonitorAct = "check" | "resume" | "edit" | "mute" | "unmute" | "pause" | "delete"

const needs = "monitors:write"

/** What can be done with a monitor. */
export const monitorActs: readonly Act<Subject, MonitorAct>[] = [
  {
    key: "check",
    label: "Check now",
    icon: "monitors",
    words: ["test", "recheck"],
    needs,
    fits: ({ kind, isPaused }) => !isPaused && isProbed(kind),
  },
  {
    key: "resume",
    label: "Resume",
    icon: "monitors",
    words: ["unpause"],
    needs,
    fits: ({ isPaused }) => isPaused,
  },
  { key: "edit", label: "Edit", icon: "edit", words: ["settings"], needs, fits: () => true },
  {
    key: "mute",
    label: "Mute",
    icon: "alerts",
    shortcut: "m",
    words: ["silence"],
    needs,
    fits: ({ isMuted }) => !isMuted,
  },
  { key: "unmute", label: "Unmute", icon: "alerts", needs, fits: ({ isMuted }) => isMuted },
  {
    key: "pause",
    label: "Pause",
    icon: "status",
    words: ["stop"],
    needs,
    fits: ({ isPaused }) => !isPaused,
  },
  { key: "delete", label: "Delete", icon: "trash", needs, isDanger: true, fits: () => true },
]
