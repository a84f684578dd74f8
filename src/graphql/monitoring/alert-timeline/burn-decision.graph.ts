import { builder } from "../../kernel/builder.ts"
import { valuesOf } from "../../kernel/values-of.ts"

export const BurnDecision = builder.enumType("BurnDecision", {
  description: "What was decided about an alert of an SLO.",
  values: valuesOf({
    fired: "Both burn rates exceeded the factor: alert raised.",
    reopened: "The same within 10 minutes after it cleared: alert opened again.",
    cleared: "The burn rate of the short window fell below the factor: alert resolved.",
    silenced: "It would have fired, but the SLO was muted or all monitors in maintenance.",
  }),
})
