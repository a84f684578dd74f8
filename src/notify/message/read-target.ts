import type pg from "pg"
import type { ChannelKind } from "../../../prisma/generated/enums.ts"
import type { Recipient } from "../subscriber/send-to-subscriber.ts"
import type { ClaimedMessage } from "./claim-messages.ts"

/** Target of a delivery, read right before sending. */
export type Way = {
  id: string
  channel: {
    kind: ChannelKind
    name: string
    /** Its person's name, or its project's. */
    owner: string
    sealedConfig: Uint8Array<ArrayBuffer>
    enabled: boolean
    isVerified: boolean
    sealedCode: Uint8Array<ArrayBuffer> | null
    codeExpiresAt: Date | null
  } | null
  /** The subscriber, for deliveries to subscribers. */
  subscriber: Recipient | null
  /** Of the person it goes to; null for team channels and subscribers. */
  language: string | null
  /** The person's time zone, else the project's. */
  timeZone: string
  /** The account's email address, for deliveries to the account. */
  accountAddress: string | null
  /** Of the message that went before over the same channel: of the same page, or to a subscriber of the same. */
  previousReceipt: string | null
}

type Row = Omit<Way, "channel" | "subscriber"> & {
  subscriber: Omit<Recipient, "sealedAddress"> | null
  sealedAddress: Uint8Array | null
} & {
  [Key in keyof NonNullable<Way["channel"]>]: NonNullable<Way["channel"]>[Key] | null
}

const query = `
  select d.id, c.kind, c.name, coalesce(u.name, p.name) as owner, c.sealed_config as "sealedConfig", c.enabled,
         c.verified_at is not null as "isVerified", c.sealed_code as "sealedCode",
         c.code_expires_at as "codeExpiresAt", account.email as "accountAddress",
         coalesce(account.language, u.language) as language,
         coalesce(account.time_zone, u.time_zone, p.time_zone, about.time_zone, 'UTC') as "timeZone",
         s.sealed_address as "sealedAddress",
         case when s.id is not null then jsonb_build_object(
           'id', s.id, 'kind', s.kind, 'isConfirmed', s.confirmed_at is not null,
           'page', jsonb_build_object('name', sp.name, 'slug', sp.slug, 'isPublic', sp.is_public))
         end as subscriber,
         case when d.page_id is not null then
           (select receipt from delivery before
             -- No equality, so that a busy channel's whole past is never looked through for the few of a page.
             where before.page_id = d.page_id and before.channel_id is not distinct from d.channel_id
               and before.id <> d.id and before.receipt is not null
             order by before.created_at desc, before.id desc limit 1)
              when d.subscriber_id is not null then
           (select receipt from delivery before
             where before.subscriber_id = d.subscriber_id and before.subject_id = d.subject_id
               and before.id <> d.id and before.receipt is not null
             order by before.created_at desc, before.id desc limit 1) end as "previousReceipt"
    from unnest($1::uuid[], $2::uuid[]) as held (id, token)
    join delivery_lease l on l.delivery_id = held.id and l.token = held.token
    join delivery d on d.id = held.id and d.state = 'pending'
    left join channel c on c.id = d.channel_id
    left join "user" u on u.id = c.user_id
    left join project p on p.id = c.project_id
    left join project about on about.id = d.project_id
    left join status_page_subscriber s on s.id = d.subscriber_id
    left join status_page sp on sp.id = s.page_id
    left join "user" account on account.id = d.account_id`

/** Null where a delivery is not ours any more. Answers in the order of what is asked. */
export async function readWays(
  pool: pg.Pool,
  held: ClaimedMessage[],
): Promise<{ way: Way | null }[]> {
  const { rows } = await pool.query<Row>({
    name: "queue ways",
    text: query,
    values: [held.map(({ id }) => id), held.map(({ token }) => token)],
  })
  const found = new Map(rows.map((row) => [row.id, wayOf(row)]))
  return held.map(({ id }) => ({ way: found.get(id) ?? null }))
}

function wayOf({ id, accountAddress, language, timeZone, previousReceipt, ...row }: Row): Way {
  const { subscriber: found, sealedAddress, ...channelRow } = row
  const subscriber = found === null || sealedAddress === null ? null : { ...found, sealedAddress }
  const { kind, name, owner, sealedConfig, enabled, isVerified, ...code } = channelRow
  const isGone =
    kind === null || name === null || owner === null || sealedConfig === null || enabled === null
  const channel = isGone
    ? null
    : { ...code, kind, name, owner, sealedConfig, enabled, isVerified: isVerified === true }
  return { id, channel, subscriber, accountAddress, language, timeZone, previousReceipt }
}
