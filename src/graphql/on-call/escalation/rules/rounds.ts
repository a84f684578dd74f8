/** SQL: the latest round of an escalation `e`; a restart counts on from it. */
export const roundsSoFar = `
  coalesce((select max(s.round) from escalation_step s where s.alert_id = e.alert_id), e.rounds_before)`

/** SQL: the latest round of an escalation `e` in which each rule order ran. */
export const lastRounds = `
  (select coalesce(jsonb_object_agg(rule_order, round), '{}')
     from (select rule_order, max(round) as round from escalation_step
            where alert_id = e.alert_id group by rule_order) latest)`

/** The position of a step that a person ran, whose people and teams they named. */
export const askedRuleOrder = -1
