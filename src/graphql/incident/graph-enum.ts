import { builder } from "../builder.ts"

export const UpdateKind = builder.enumType("UpdateKind", {
  description: "What an entry of a timeline tells.",
  values: {
    DECLARED: { value: "declared", description: "It was declared." },
    NOTE: { value: "note", description: "Somebody wrote a note." },
    ACKNOWLEDGED: { value: "acknowledged", description: "Somebody took it on." },
    STATE_CHANGED: { value: "state_changed", description: "Somebody chose another state." },
    REOPENED: { value: "reopened", description: "It was opened again." },
    RESOLVED: { value: "resolved", description: "It was resolved." },
    POSTMORTEM: { value: "postmortem", description: "The post-mortem was changed." },
  } as const,
})
