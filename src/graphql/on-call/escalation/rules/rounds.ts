/** SQL: the latest round of an escalation `e`; a restart counts on from it. */
export const roundsSoFar = `
  coalesce((select max(s.round) from escalation_step s where s.alert_id = e.alert_id), e.rounds_before)`
