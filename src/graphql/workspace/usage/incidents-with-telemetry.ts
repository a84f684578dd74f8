/**
 * `from` of a statement: the incidents `i` whose telemetry is read and stored. They are of HTTP monitors, were declared
 * in the last hour, and their project sent telemetry today or yesterday.
 */
export const incidentsWithTelemetry = `
  from (select distinct project_id from telemetry_usage
         where day >= (now() at time zone 'UTC')::date - 1) sender
  join incident i on i.project_id = sender.project_id and i.created_at > now() - interval '1 hour'
  join monitor m on m.id = i.monitor_id and m.kind = 'http'`
