import type { ChannelKind, HandOverUnit, Role } from "../../../../prisma/generated/enums.ts"
import { contactsOf, type ContactRow } from "../contact/read-contacts.ts"
import type { Target } from "./rules/policy-limits.ts"

/** The row that `planRow` selects; times are ISO 8601. */
export type PlanRow = {
  people: { userId: string; role: Role; name: string; email: string }[]
  teams: { id: string; name: string; userIds: string[] }[]
  policies: PolicyRow[]
  rotations: RotationRow[]
  channels: { id: string; kind: ChannelKind; name: string; isUsable: boolean }[]
  /** Everybody named in policies and rotations, including former members. */
  named: { id: string; name: string }[]
  contacts: ContactRow[]
}

export type PolicyRow = {
  id: string
  name: string
  repeatCount: number
  repeatDelayMinutes: number
  rules: { id: string; order: number; delayMinutes: number; targets: TargetRow[] }[]
}

/** Only the id that `kind` names is set. */
export type TargetRow = {
  kind: Target["kind"]
  userId: string | null
  teamId: string | null
  rotationId: string | null
  channelId: string | null
}

export type RotationRow = {
  id: string
  name: string
  timeZone: string
  layers: LayerRow[]
  overrides: {
    id: string
    startsAt: string
    endsAt: string
    userId: string | null
    isNobody: boolean
  }[]
  calendar: {
    id: string
    fetchedAt: string | null
    lastError: string | null
    lastFindings: unknown
    events: { startsAt: string; endsAt: string; summary: string; emails: string[] }[]
  } | null
}

export type LayerRow = {
  id: string
  startsAt: string
  endsAt: string | null
  handOverUnit: HandOverUnit
  handOverEvery: number
  handOverMinute: number | null
  handOverWeekday: number | null
  participants: (string | null)[]
  restrictions: RestrictionRow[]
}

export type RestrictionRow = {
  startWeekday: number | null
  startMinute: number
  endWeekday: number | null
  endMinute: number
}

const list = (row: string, from: string, order: string) =>
  `(select coalesce(jsonb_agg(${row} order by ${order}), '[]') from ${from})`

const target = `jsonb_build_object('kind', kind, 'userId', user_id, 'teamId', team_id,
  'rotationId', rotation_id, 'channelId', channel_id)`

const rule = `jsonb_build_object('id', r.id, 'order', r."order", 'delayMinutes', r.delay_minutes,
  'targets', ${list(target, "escalation_target t where t.rule_id = r.id", `t."order"`)})`

const policy = `jsonb_build_object('id', p.id, 'name', p.name, 'repeatCount', p.repeat_count,
  'repeatDelayMinutes', p.repeat_delay_minutes,
  'rules', ${list(rule, "escalation_rule r where r.policy_id = p.id", `r."order"`)})`

const restriction = `jsonb_build_object('startWeekday', start_weekday, 'startMinute', start_minute,
  'endWeekday', end_weekday, 'endMinute', end_minute)`

const layer = `jsonb_build_object('id', l.id, 'startsAt', l.starts_at, 'endsAt', l.ends_at,
  'handOverUnit', l.hand_over_unit, 'handOverEvery', l.hand_over_every,
  'handOverMinute', l.hand_over_minute, 'handOverWeekday', l.hand_over_weekday,
  'participants', ${list("user_id", "rotation_participant w where w.layer_id = l.id", `w."order"`)},
  'restrictions', ${list(restriction, "rotation_restriction w where w.layer_id = l.id", `w."order"`)})`

const override = `jsonb_build_object('id', o.id, 'startsAt', o.starts_at, 'endsAt', o.ends_at,
  'userId', o.user_id, 'isNobody', o.is_nobody)`

const event = `jsonb_build_object('startsAt', starts_at, 'endsAt', ends_at, 'summary', summary, 'emails', emails)`

const calendar = `(select jsonb_build_object('id', c.id, 'fetchedAt', c.fetched_at, 'lastError', c.last_error, 'lastFindings', c.last_findings,
    'events', ${list(event, "rotation_calendar_event e where e.calendar_id = c.id and e.ends_at > $4::timestamptz and e.starts_at < $5::timestamptz", `e."order"`)})
  from rotation_calendar c where c.rotation_id = r.id)`

const rotation = `jsonb_build_object('id', r.id, 'name', r.name, 'timeZone', r.time_zone,
  'layers', ${list(layer, "rotation_layer l where l.rotation_id = r.id", `l."order"`)},
  'overrides', ${list(override, "named_override o where o.rotation_id = r.id", "o.created_at, o.id")},
  'calendar', ${calendar})`

/**
 * Parameters: project; policies; rotations (both as in `readPlan`); start and end of the overrides to read.
 */
export const planRow = {
  name: "plan",
  text: `
    with wanted_policy as materialized (
      select * from on_call_policy
       where project_id = $1::uuid and ($2::text = 'all' or id::text = $2::text or ($2::text = 'default' and is_default))
    ), named_target as materialized (
      select t.* from escalation_target t join escalation_rule r on r.id = t.rule_id
       where r.policy_id in (select id from wanted_policy)
    ), wanted_rotation as materialized (
      select * from rotation
       where project_id = $1::uuid
         and ($3::text = 'all' or id::text = $3::text
              or ($3::text = 'named' and id in (select rotation_id from named_target)))
    ), named_override as materialized (
      select * from rotation_override
       where rotation_id in (select id from wanted_rotation)
         and ends_at > $4::timestamptz and starts_at < $5::timestamptz
    ), person as materialized (
      select m.user_id, m.role, u.name, u.email, m.created_at, m.id
        from member m join "user" u on u.id = m.user_id where m.project_id = $1::uuid
    )
    select ${list(
      "jsonb_build_object('userId', user_id, 'role', role, 'name', name, 'email', email)",
      "person",
      "created_at, id",
    )} as people,
    ${list(
      `jsonb_build_object('id', t.id, 'name', t.name, 'userIds', ${list(
        "m.user_id",
        "team_member tm join member m on m.id = tm.member_id where tm.team_id = t.id",
        "m.user_id",
      )})`,
      "team t where t.project_id = $1::uuid",
      "t.id",
    )} as teams,
    ${list(policy, "wanted_policy p", "p.name, p.id")} as policies,
    ${list(rotation, "wanted_rotation r", "r.name, r.id")} as rotations,
    ${list(
      "jsonb_build_object('id', id, 'kind', kind, 'name', name, 'isUsable', enabled and verified_at is not null)",
      "channel where project_id = $1::uuid",
      "id",
    )} as channels,
    ${list(
      "jsonb_build_object('id', id, 'name', name)",
      `"user" where id in (select user_id from named_target union select user_id from named_override
         union select w.user_id from rotation_participant w join rotation_layer l on l.id = w.layer_id
                where l.rotation_id in (select id from wanted_rotation))`,
      "id",
    )} as named,
    ${contactsOf("select user_id from person")} as contacts`,
}
