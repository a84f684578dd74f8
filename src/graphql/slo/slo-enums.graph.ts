import { builder } from "../kernel/builder.ts"

export const Indicator = builder.enumType("SloIndicator", {
  description: "What an SLO measures.",
  values: {
    MONITORS: {
      value: "monitors",
      description: "The time in which monitors are up, as their uptime counts it.",
    },
    SERVICE: {
      value: "service",
      description: "The requests that a service answers without error, in traces it sends.",
    },
  } as const,
})

export const Status = builder.enumType("SloStatus", {
  description: "What the last evaluation of an SLO found; the first that applies.",
  values: {
    BURNING: { value: "burning", description: "The budget burns too fast: an alert fired." },
    EXHAUSTED: { value: "exhausted", description: "The error budget is used up." },
    HEALTHY: { value: "healthy", description: "Some of the error budget is left." },
    NO_DATA: { value: "no_data", description: "There is no data in the window." },
  } as const,
})

export const Speed = builder.enumType("BurnSpeed", {
  description: "One of the two alerts of an SLO.",
  values: {
    FAST: { value: "fast", description: "Burn rates over 5 minutes and 1 hour; severity high." },
    SLOW: { value: "slow", description: "Burn rates over 30 minutes and 6 hours; severity low." },
  } as const,
})
