import { builder } from "../builder.ts"

export const UrgencyLevel = builder.enumType("Urgency", {
  description: "How urgent an alert is for whoever is paged.",
  values: {
    HIGH: { value: "high", description: "It must be seen to now; all but alerts of low severity." },
    LOW: { value: "low", description: "It can wait until somebody is up." },
  } as const,
})
