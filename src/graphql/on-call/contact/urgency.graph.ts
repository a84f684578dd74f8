import { builder } from "../../kernel/builder.ts"

export const UrgencyLevel = builder.enumType("Urgency", {
  description: "How urgent an alert is for the people paged.",
  values: {
    HIGH: { value: "high", description: "Needs attention now: every severity except low." },
    LOW: { value: "low", description: "Can wait until working hours." },
  } as const,
})
