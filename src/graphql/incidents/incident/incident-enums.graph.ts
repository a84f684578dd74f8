import { builder } from "../../kernel/builder.ts"
import { valuesOf } from "../../kernel/values-of.ts"

export const UpdateKind = builder.enumType("UpdateKind", {
  description: "Kind of a timeline entry.",
  values: valuesOf({
    declared: "It was declared.",
    note: "A note was added.",
    acknowledged: "It was acknowledged.",
    state_changed: "The state was changed.",
    reopened: "It was reopened.",
    resolved: "It was resolved.",
    postmortem: "The post-mortem was changed.",
  }),
})
