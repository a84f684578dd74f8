import { projectField, type ResultOf, type VariablesOf } from "../graphql.ts"

export const ConditionSeries = projectField("conditionSeries", "from to value group rows isFailing")

export type ConditionInput = VariablesOf<typeof ConditionSeries>["condition"]
export type ConditionPoint = NonNullable<
  ResultOf<typeof ConditionSeries>["project"]
>["conditionSeries"][number]
