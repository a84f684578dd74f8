import { builder } from "../../kernel/builder.ts"

export const BurnDecision = builder.enumType("BurnDecision", {
  description: "What was decided about an alert of an SLO.",
  values: {
    FIRED: { value: "fired", description: "Both burn rates exceeded the factor: alert raised." },
    REOPENED: {
      value: "reopened",
      description: "The same within 10 minutes after it cleared: alert opened again.",
    },
    CLEARED: {
      value: "cleared",
      description: "The burn rate of the short window fell below the factor: alert resolved.",
    },
    SILENCED: {
      value: "silenced",
      description: "It would have fired, but the SLO was muted or all monitors in maintenance.",
    },
  } as const,
})
