import { builder } from "../../kernel/builder.ts"
import { valuesOf } from "../../kernel/values-of.ts"

export const UrgencyLevel = builder.enumType("Urgency", {
  description: "How urgent an alert is for the people paged.",
  values: valuesOf({
    high: "Needs attention now: every severity except low.",
    low: "Can wait until working hours.",
  }),
})
