-- Reasons of monitors on telemetry, and of SLOs of services, no longer contain values that came from telemetry. What was
-- written before is replaced by a sentence without them; the old one is kept beside it, as "measured", for readers of
-- telemetry: with each check and each verdict.

create function pg_temp.public_attempts(attempts jsonb) returns jsonb language sql as $$
  select coalesce(jsonb_agg(
           case when attempt->>'failureClass' = 'telemetry' and attempt->>'reason' is not null
                then attempt || jsonb_build_object('measured', attempt->'reason',
                       'reason', 'The telemetry condition was not met.')
                else attempt end order by at), '[]')
    from jsonb_array_elements(attempts) with ordinality as of (attempt, at)
$$;

create function pg_temp.public_steps(steps jsonb) returns jsonb language sql as $$
  select coalesce(jsonb_agg(
           step
           || case when step->>'step' = 'check' and step->>'outcome' = 'offline'
                   then jsonb_build_object('measured', step->'detail', 'detail', 'The telemetry condition was not met.')
                   when step->>'step' in ('second check', 'second look')
                   then jsonb_build_object('measured', step->'detail',
                          'detail', 'First attempt: The telemetry condition was not met.')
                   else '{}' end
           || case when jsonb_typeof(step->'attempts') = 'array'
                   then jsonb_build_object('attempts', pg_temp.public_attempts(step->'attempts')) else '{}' end
           || case when jsonb_typeof(step->'looks') = 'array'
                   then jsonb_build_object('looks', pg_temp.public_attempts(step->'looks')) else '{}' end
           order by at), '[]')
    from jsonb_array_elements(steps) with ordinality as of (step, at)
$$;

create function pg_temp.public_detail(detail jsonb, failure_class text, reason text) returns jsonb language sql as $$
  select detail
    || jsonb_build_object(
         'measured', jsonb_build_object(
           'reason', case when failure_class = 'telemetry' then reason end,
           'seen', coalesce(jsonb_agg(assertion->'seen' order by at), '[]')),
         'assertions', coalesce(jsonb_agg(assertion || '{"seen": "not shown"}' order by at), '[]'))
    || case when detail #>> '{firstAttempt,failureClass}' = 'telemetry'
            then jsonb_build_object('firstAttempt', (detail->'firstAttempt')
                   || '{"reason": "The telemetry condition was not met."}')
            else '{}' end
    from jsonb_array_elements(
           case when jsonb_typeof(detail->'assertions') = 'array' then detail->'assertions' else '[]' end)
         with ordinality as of (assertion, at)
$$;

update "check_result"
   set detail = pg_temp.public_detail(
         case when jsonb_typeof(detail) = 'object' then detail else '{}' end, failure_class, reason),
       reason = case when failure_class = 'telemetry' then 'The telemetry condition was not met.' else reason end
 where monitor_seq in (select seq from "monitor" where kind in ('log', 'trace', 'metric'))
   and (failure_class = 'telemetry' or detail is not null);

update "monitor_state"
   set last_reason = case when last_status = 'offline' then 'The telemetry condition was not met.' else last_reason end,
       machine = case when machine #>> '{outage,reason}' is null then machine
                      else jsonb_set(machine, '{outage,reason}', '"The telemetry condition was not met."') end
 where monitor_id in (select id from "monitor" where kind in ('log', 'trace', 'metric'));

update "status_change" set reason = 'The telemetry condition was not met.'
 where "to" = 'offline' and reason is not null
   and monitor_id in (select id from "monitor" where kind in ('log', 'trace', 'metric'));

update "verdict" set steps = pg_temp.public_steps(steps)
 where monitor_id in (select id from "monitor" where kind in ('log', 'trace', 'metric'))
   and jsonb_typeof(steps) = 'array';

-- What people wrote stays: of an incident that nobody has edited, the description is that of one of its alerts.
update "incident" set description = 'The telemetry condition was not met.'
 where monitor_id in (select id from "monitor" where kind in ('log', 'trace', 'metric'))
   and exists (select from "alert" said
                where said.incident_id = "incident".id and said.description = "incident".description);

update "incident_update" set body = 'The telemetry condition was not met.'
 where kind in ('declared', 'reopened', 'note') and actor_kind = 'system'
   and body not in ('', 'Recovered.', 'Monitor deleted.')
   and incident_id in (
     select i.id from "incident" i join "monitor" m on m.id = i.monitor_id where m.kind in ('log', 'trace', 'metric'));

update "alert" set description = 'The telemetry condition was not met.'
 where monitor_id in (select id from "monitor" where kind in ('log', 'trace', 'metric'));

update "alert" a set title = left('SLO ' || s.name || ': burning too fast', 300),
       description = 'The error budget burned too fast.'
  from "slo" s where s.id = a.slo_id and s.indicator = 'service';

update "slo_decision" d
   set reason = case when d.decision = 'cleared' then 'The burn rate fell below the limit.'
                     else 'The error budget burned too fast.' end
  from "slo" s where s.id = d.slo_id and s.indicator = 'service';

-- Webhooks of these events, which may be sent again.
with told as (
  select d.id,
         case when d.payload #>> '{alert,slo,indicator}' = 'service' then 'The error budget burned too fast.'
              else 'The telemetry condition was not met.' end as text,
         d.payload #>> '{alert,slo,name}' as slo,
         -- The reason of an update may be what a person wrote.
         d.event !~ '^(incident|alert)\.(resolved|acknowledged|postmortem_published)$'
           and not exists (select from "incident_update" u where u.id = d.change_id and u.actor_kind <> 'system')
           or d.payload #>> '{alert,slo,indicator}' = 'service' as is_reason
    from "delivery" d
   where d.queue in ('event', 'webhook') and jsonb_typeof(d.payload) = 'object'
     and d.project_id in (select project_id from "monitor" where kind in ('log', 'trace', 'metric')
                          union select project_id from "slo" where indicator = 'service')
     and (d.payload #>> '{alert,slo,indicator}' = 'service'
          or exists (select from "monitor" m
                      where m.kind in ('log', 'trace', 'metric')
                        and m.id::text in (d.payload #>> '{alert,monitor,id}', d.payload #>> '{incident,monitor,id}',
                                           d.payload #>> '{monitor,id}')))
), public as (
  select d.id,
         d.payload
         || case when told.is_reason and d.payload->>'reason' is not null
                 then jsonb_build_object('reason', told.text) else '{}' end
         || case when d.payload #>> '{incident,description}' is not null
                 then jsonb_build_object('incident', (d.payload->'incident')
                        || jsonb_build_object('description', told.text)) else '{}' end
         || case when d.payload #>> '{alert,description}' is not null
                 then jsonb_build_object('alert', (d.payload->'alert')
                        || jsonb_build_object('description', told.text)
                        || case when told.slo is null then '{}'
                                else jsonb_build_object('title', 'SLO ' || told.slo || ': burning too fast') end)
                 else '{}' end as payload
    from told join "delivery" d using (id)
)
update "delivery" d
   set payload = public.payload,
       body = case when d.body is null then null
                   else jsonb_set(d.body::jsonb, '{data}', public.payload)::text end
  from public where public.id = d.id;
