import { builder } from "../../../kernel/builder.ts"
import { rereadAs } from "../../../kernel/reread.ts"
import { UrgencyLevel } from "../../../on-call/contact/urgency.graph.ts"
import { AlertSimulation } from "../../../on-call/policy/simulation.graph.ts"
import { setMonitorPolicy } from "./set-monitor-policy.ts"
import { simulateAlert } from "./simulate-alert.ts"

const reread = rereadAs("Monitor")

builder.mutationFields((t) => ({
  setMonitorOnCallPolicy: t.prismaField({
    type: "Monitor",
    description: "Sets the policy for a monitor's alerts. Needs monitors:write.",
    args: {
      monitorId: t.arg.id({ required: true, description: "The monitor." }),
      policyId: t.arg.id({ description: "The policy; the project's default if omitted." }),
    },
    resolve: (query, _root, { monitorId, policyId }, ctx) =>
      reread(query, ctx, setMonitorPolicy(ctx, monitorId, policyId ?? null)),
  }),
}))

builder.queryField("simulateAlert", (t) =>
  t.field({
    type: AlertSimulation,
    description:
      "Simulates the escalation of an alert, by the same rules that page people. Needs on_call:read.",
    args: {
      monitorId: t.arg.id({ required: true, description: "The monitor that would fail." }),
      at: t.arg({ type: "DateTime", required: true, description: "When the alert is raised." }),
      urgency: t.arg({
        type: UrgencyLevel,
        description: "HIGH by default, as for an offline monitor; LOW as for a degraded one.",
      }),
    },
    resolve: (_root, { monitorId, at, urgency }, ctx) =>
      simulateAlert(ctx, monitorId, at, urgency ?? "high"),
  }),
)
