import type { ChannelKind } from "../../../../prisma/generated/enums.ts"
import type { Channel } from "../../../channels/channel.ts"
import { channelKinds } from "../../../channels/channel-kinds.ts"
import type { Services } from "../../../platform/services.ts"

/** Processes report every ten seconds. */
const query = `
  select distinct trouble ->> 'resource' as resource
    from resource_report cross join jsonb_array_elements(troubles) trouble
   where at > now() - interval '45 seconds' and trouble ->> 'resource' in ('mail', 'phone')`

type Resource = "mail" | "phone"
const resourceOf: Partial<Record<Channel<unknown>["sender"], Resource>> = {
  email: "mail",
  phone: "phone",
}

/** Read the channel kinds that cannot send: not set up, or refused by the mail server or Twilio in the last minute. */
export async function readBrokenKinds({
  env,
  database,
}: Pick<Services, "env" | "database">): Promise<ReadonlyMap<ChannelKind, "missing" | "failing">> {
  const { rows } = await database.pool.query<{ resource: Resource }>({
    name: "broken-senders",
    text: query,
  })
  const failing = new Set(rows.map(({ resource }) => resource))
  const broken = new Map<ChannelKind, "missing" | "failing">()
  for (const { kind, sender, missing } of Object.values(channelKinds)) {
    const resource = resourceOf[sender]
    if (missing(env) !== null) broken.set(kind, "missing")
    else if (resource !== undefined && failing.has(resource)) broken.set(kind, "failing")
  }
  return broken
}
