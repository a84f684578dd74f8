const count = `(s.machine -> 'runs' ->
    case when s.status = 'degraded' then 'offline' else 'bad' end ->> 'count')::int`

/**
 * Failed checks in a row of the monitor `m` with the state `s` that have not changed its status yet (see `transition`
 * for what they count); 0 if there are none. Unpacks the state machine only if the last check failed.
 */
export const unconfirmedSql = `case
  when m.paused_at is not null or s.status = 'offline' or s.last_status is null or s.last_status = 'operational' then 0
  when ${count} < m.failure_threshold then ${count}
  else 0 end`
