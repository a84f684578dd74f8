import { z } from "zod"
import type { JudgedWindow } from "../../../../telemetry/query/condition/evaluate-condition.ts"
import { readConditionSeries } from "../../../../telemetry/query/condition/read-condition-series.ts"
import { builder } from "../../../kernel/builder.ts"
import { invalid } from "../../../kernel/errors.ts"
import { parse } from "../../../kernel/input.ts"
import { mayRead, rangeArgs } from "../../../telemetry/telemetry-args.graph.ts"
import { readTelemetry } from "../../../telemetry/telemetry-store.ts"
import { readWindow } from "../../../telemetry/telemetry-window.ts"
import { issuesOfCondition } from "../write/monitor-draft.ts"
import { kinds } from "../rules/monitor-kinds.ts"
import { telemetryCondition, type TelemetryCondition } from "../rules/telemetry-condition.ts"
import { readCondition, TelemetryConditionInput } from "./telemetry-condition.graph.ts"

/** A week of minutes. */
const mostWindows = 10_080

const PointType = builder.objectRef<JudgedWindow>("ConditionPoint").implement({
  description: "What a telemetry condition measured in one window.",
  fields: (t) => ({
    from: t.expose("from", { type: "DateTime", description: "Start of the window." }),
    to: t.expose("to", { type: "DateTime", description: "End of the window, exclusive." }),
    value: t.exposeFloat("value", {
      nullable: true,
      description: "The value, of the worst group with `by`; null without data.",
    }),
    group: t.string({
      nullable: true,
      description: "With `by`: the group with this value.",
      resolve: ({ label }) => label || null,
    }),
    rows: t.exposeInt("rows", { description: "Rows that were read for it." }),
    isFailing: t.exposeBoolean("isFailing", {
      description: "Whether the value is out of bounds.",
    }),
  }),
})

const shape = z.object({ condition: telemetryCondition })

/** @throws {DomainError} validation_failed */
function checkCondition(given: typeof TelemetryConditionInput.$inferInput): TelemetryCondition {
  const { condition } = parse(shape, { condition: readCondition(given) })
  const { measures = [] } =
    Object.values(kinds).find((kind) => kind.measures?.includes(condition.measure)) ?? {}
  const [issue] = issuesOfCondition(condition, measures, "#/condition")
  if (issue !== undefined) throw invalid(issue.pointer, issue.detail)
  return condition
}

builder.prismaObjectField("Project", "conditionSeries", (t) =>
  t.field({
    type: [PointType],
    authScopes: mayRead,
    description:
      "What a telemetry condition measured over time: its windows, oldest first, up to where telemetry has arrived. Of more than 360 windows, each point is the worst of several. Needs telemetry:read.",
    args: {
      condition: t.arg({
        type: TelemetryConditionInput,
        required: true,
        description: "As of a monitor; the number of windows does not matter.",
      }),
      ...rangeArgs,
    },
    resolve: ({ id }, { condition: given, ...range }, ctx) => {
      const condition = checkCondition(given)
      const now = ctx.clock.now()
      // A chart that moves on with the clock asks for a later end.
      const to = new Date(Math.min(new Date(range.to).getTime(), now.getTime()))
      const window = readWindow(id, { ...range, to })
      if (to.getTime() - window.from.getTime() > mostWindows * condition.minutes * 60_000) {
        throw invalid(
          "#/from",
          `covers more than ${mostWindows.toLocaleString("en-US")} windows: choose a shorter time or longer windows`,
        )
      }
      return readTelemetry(ctx, (store) => readConditionSeries(store, window, condition, now))
    },
  }),
)
