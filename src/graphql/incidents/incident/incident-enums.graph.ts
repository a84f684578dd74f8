import { builder } from "../../kernel/builder.ts"

export const UpdateKind = builder.enumType("UpdateKind", {
  description: "Kind of a timeline entry.",
  values: {
    DECLARED: { value: "declared", description: "It was declared." },
    NOTE: { value: "note", description: "A note was added." },
    ACKNOWLEDGED: { value: "acknowledged", description: "It was acknowledged." },
    STATE_CHANGED: { value: "state_changed", description: "The state was changed." },
    REOPENED: { value: "reopened", description: "It was reopened." },
    RESOLVED: { value: "resolved", description: "It was resolved." },
    POSTMORTEM: { value: "postmortem", description: "The post-mortem was changed." },
  } as const,
})
