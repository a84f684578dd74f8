import { builder } from "../kernel/builder.ts"
import { valuesOf } from "../kernel/values-of.ts"

export const Indicator = builder.enumType("SloIndicator", {
  description: "What an SLO measures.",
  values: valuesOf({
    monitors: "The time in which monitors are up, as their uptime counts it.",
    service: "The requests that a service answers without error, in traces it sends.",
  }),
})

export const Status = builder.enumType("SloStatus", {
  description: "What the last evaluation of an SLO found; the first that applies.",
  values: valuesOf({
    burning: "The budget burns too fast: an alert fired.",
    exhausted: "The error budget is used up.",
    healthy: "Some of the error budget is left.",
    no_data: "There is no data in the window.",
  }),
})

export const Speed = builder.enumType("BurnSpeed", {
  description: "One of the two alerts of an SLO.",
  values: valuesOf({
    fast: "Burn rates over 5 minutes and 1 hour; severity high.",
    slow: "Burn rates over 30 minutes and 6 hours; severity low.",
  }),
})
