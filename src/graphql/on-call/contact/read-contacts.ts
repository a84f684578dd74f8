import type { SqlTransaction } from "../../kernel/transaction.ts"
import type { Contact, ContactRules, Urgency, ReachableChannel } from "./rules/recipients.ts"

/** One row of `contactsOf`. */
export type ContactRow = {
  userId: string
  channels: ReachableChannel[]
  rules:
    | (Pick<ContactRules, "timeZone" | "digestMinute"> & {
        quietFromMinute: number | null
        quietUntilMinute: number | null
        methods: { urgency: Urgency; channelId: string; delayMinutes: number }[]
      })
    | null
}

/**
 * SQL for the contact methods of people; a person without a verified channel has an empty list.
 *
 * @param people SQL that selects user ids.
 */
export const contactsOf = (people: string) => `
  (select coalesce(jsonb_agg(jsonb_build_object(
            'userId', person.id,
            'channels', (select coalesce(jsonb_agg(jsonb_build_object('channelId', id, 'kind', kind, 'name', name)
                                               order by created_at, id), '[]')
                       from channel where user_id = person.id and enabled and verified_at is not null),
            'rules', (select jsonb_build_object(
                        'timeZone', time_zone, 'digestMinute', digest_minute,
                        'quietFromMinute', quiet_from_minute, 'quietUntilMinute', quiet_until_minute,
                        'methods', (select coalesce(jsonb_agg(jsonb_build_object(
                                             'urgency', urgency, 'channelId', channel_id,
                                             'delayMinutes', delay_minutes) order by "order"), '[]')
                                      from contact_method where user_id = person.id))
                        from contact_rules where user_id = person.id))), '[]')
     from (${people}) person (id))`

const statement = {
  name: "contacts",
  text: `select ${contactsOf("select unnest($1::uuid[])")} as contacts`,
}

/** Read the channels and contact rules of these people. */
export async function readContacts(
  tx: Pick<SqlTransaction, "query">,
  userIds: string[],
): Promise<ReadonlyMap<string, Contact>> {
  const rows = await tx.query<{ contacts: ContactRow[] }>({ ...statement, values: [userIds] })
  return toContacts(rows.flatMap(({ contacts }) => contacts))
}

export const toContacts = (rows: ContactRow[]): ReadonlyMap<string, Contact> =>
  new Map(
    rows.map(({ userId, channels, rules }) => [
      userId,
      { channels, rules: rules && toRules(rules) },
    ]),
  )

function toRules({
  quietFromMinute: fromMinute,
  quietUntilMinute: untilMinute,
  methods,
  ...rules
}: NonNullable<ContactRow["rules"]>): ContactRules {
  const of = (wanted: Urgency) => methods.filter(({ urgency }) => urgency === wanted)
  return {
    ...rules,
    quiet: fromMinute === null || untilMinute === null ? null : { fromMinute, untilMinute },
    methods: { high: of("high"), low: of("low") },
  }
}
