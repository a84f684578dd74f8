import { channelKinds } from "../../../channels/channel-kinds.ts"
import type { ChannelKind as Kind } from "../../../../prisma/generated/enums.ts"
import { builder } from "../../kernel/builder.ts"
import { ChannelKind } from "../channel/channel-kind.graph.ts"
import { Delivery } from "./delivery.graph.ts"

type Recipient = {
  kind: "everyone" | "person" | "team" | "webhook" | "subscriber" | "address"
  id: string | null
  name: string | null
  channelKind: Kind | null
}

const RecipientKind = builder.enumType("DeliveryRecipientKind", {
  description: "Who gets a delivery.",
  values: {
    EVERYONE: { value: "everyone", description: "The event itself, before it is fanned out." },
    PERSON: { value: "person", description: "A person." },
    TEAM: { value: "team", description: "A team channel." },
    WEBHOOK: { value: "webhook", description: "A webhook endpoint." },
    SUBSCRIBER: { value: "subscriber", description: "A subscriber of a status page." },
    ADDRESS: { value: "address", description: "An address without an account, or a deleted one." },
  } as const,
})

const DeliveryRecipient = builder.objectRef<Recipient>("DeliveryRecipient").implement({
  description: "Who gets a delivery, and by which way.",
  fields: (t) => ({
    kind: t.expose("kind", { type: RecipientKind, description: "Who it is." }),
    id: t.exposeID("id", {
      nullable: true,
      description: "The person, team channel or webhook endpoint; null for others.",
    }),
    name: t.exposeString("name", {
      nullable: true,
      description:
        "Name of the person or team channel, URL of the endpoint, or the subscriber's status page.",
    }),
    channelKind: t.expose("channelKind", {
      type: ChannelKind,
      nullable: true,
      description: "The kind of channel; null for webhook endpoints and the event itself.",
    }),
  }),
})

/** Targets begin with a kind of channel; the account's address is mailed to. */
function channelKindOf(target: string): Kind | null {
  const [kind = ""] = target.split(":")
  if (kind === "account") return "email"
  return Object.hasOwn(channelKinds, kind) ? (kind as Kind) : null
}

const named = { select: { id: true, name: true } } as const

builder.prismaObjectField(Delivery, "recipient", (t) =>
  t.field({
    type: DeliveryRecipient,
    description: "Who gets it.",
    select: {
      channel: { select: { id: true, name: true, user: named } },
      page: { select: { user: named } },
      endpoint: { select: { id: true, url: true, description: true } },
      subscriber: { select: { page: { select: { name: true } } } },
    },
    resolve: async (row, _args, { database }): Promise<Recipient> => {
      const { channel, page, endpoint, subscriber, accountId, target, queue } = row
      const channelKind = channelKindOf(target)
      if (queue === "event") return { kind: "everyone", id: null, name: null, channelKind }
      if (endpoint !== null) {
        const name = endpoint.description || endpoint.url
        return { kind: "webhook", id: endpoint.id, name, channelKind }
      }
      if (subscriber !== null) {
        return { kind: "subscriber", id: null, name: subscriber.page.name, channelKind }
      }
      const account =
        accountId === null
          ? null
          : await database.prisma.user.findUnique({ where: { id: accountId }, ...named })
      const person = channel?.user ?? page?.user ?? account
      if (person) return { kind: "person", ...person, channelKind }
      return channel === null
        ? { kind: "address", id: null, name: null, channelKind }
        : { kind: "team", id: channel.id, name: channel.name, channelKind }
    },
  }),
)
