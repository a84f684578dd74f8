import type { ContactMethod as MethodRow } from "../../../prisma/generated/client.ts"
import { builder } from "../builder.ts"
import { writeTime } from "../on-call/fields.ts"
import { UrgencyLevel } from "./graph-urgency.ts"
import { requirePerson, resetContactRules, saveContactRules } from "./save.ts"

const ContactMethod = builder.objectRef<MethodRow>("ContactMethod").implement({
  description: "A way over which a person wants to be told, and how long after the page.",
  fields: (t) => ({
    urgency: t.expose("urgency", { type: UrgencyLevel, description: "Of which alerts." }),
    channel: t.prismaField({
      type: "Channel",
      description: "The channel; passed over while it is not verified, or not enabled.",
      resolve: (query, { channelId }, _args, { database }) =>
        database.prisma.channel.findUniqueOrThrow({ ...query, where: { id: channelId } }),
    }),
    delayMinutes: t.exposeInt("delayMinutes", { description: "Waited after the page." }),
  }),
})

const ContactRules = builder.prismaObject("ContactRules", {
  description: "How a person wants to be told of pages, in all their projects.",
  authScopes: ({ userId }, { actor }) => actor.kind === "user" && actor.userId === userId,
  fields: (t) => ({
    timeZone: t.exposeString("timeZone", { description: "IANA name, such as Europe/Berlin." }),
    quietFrom: t.string({
      nullable: true,
      description: "From when low urgency waits, such as 22:00; null for no quiet hours.",
      resolve: ({ quietFromMinute }) => timeOf(quietFromMinute),
    }),
    quietUntil: t.string({
      nullable: true,
      description: "Until when it waits; on the next day where that is earlier than its beginning.",
      resolve: ({ quietUntilMinute }) => timeOf(quietUntilMinute),
    }),
    digestAt: t.string({
      nullable: true,
      description: "When low urgency is told of, all together; null for each at once.",
      resolve: ({ digestMinute }) => timeOf(digestMinute),
    }),
    methods: t.field({
      type: [ContactMethod],
      description: "In order; an urgency without any goes by the default.",
      select: { methods: { orderBy: [{ urgency: "asc" }, { order: "asc" }] } },
      resolve: ({ methods }) => methods,
    }),
    updatedAt: t.expose("updatedAt", { type: "DateTime", description: "When they last changed." }),
  }),
})

const timeOf = (minute: number | null) => (minute === null ? null : writeTime(minute))

const QuietHoursInput = builder.inputType("QuietHoursInput", {
  description: "A time of day in which low urgency waits; high urgency never does.",
  fields: (t) => ({
    from: t.string({ required: true, description: "Such as 22:00." }),
    until: t.string({ required: true, description: "Such as 07:00." }),
  }),
})

const ContactMethodInput = builder.inputType("ContactMethodInput", {
  description: "A channel of one's own, and how long after the page it is used.",
  fields: (t) => ({
    channelId: t.id({ required: true, description: "The channel." }),
    delayMinutes: t.int({ required: true, description: "0 to 60." }),
  }),
})

builder.queryField("contactRules", (t) =>
  t.prismaField({
    type: ContactRules,
    nullable: true,
    description:
      "How the signed-in person chose to be told of pages; null where the default holds: what is silent " +
      "at once, a text message after a minute, a call after three; of low urgency only what is silent.",
    resolve: (query, _root, _args, ctx) =>
      ctx.database.prisma.contactRules.findUnique({
        ...query,
        where: { userId: requirePerson(ctx) },
      }),
  }),
)

const methods = "in order, 10 at most; where there are none the default holds."

builder.mutationFields((t) => ({
  saveContactRules: t.prismaField({
    type: ContactRules,
    description: "Chooses how the signed-in person is told of pages, in place of all before.",
    args: {
      timeZone: t.arg.string({ required: true, description: "An IANA name." }),
      quietHours: t.arg({ type: QuietHoursInput, description: "None where absent." }),
      digestAt: t.arg.string({
        description: "A time of day such as 08:00; low urgency goes at once where absent.",
      }),
      high: t.arg({ type: [ContactMethodInput], description: `For high urgency, ${methods}` }),
      low: t.arg({ type: [ContactMethodInput], description: `For low urgency, ${methods}` }),
    },
    resolve: async (query, _root, args, ctx) => {
      const { timeZone, quietHours, digestAt, high, low } = args
      const given = { timeZone, quietHours: quietHours ?? null, digestAt: digestAt ?? null }
      const { userId } = await saveContactRules(ctx, { ...given, high: high ?? [], low: low ?? [] })
      return ctx.database.prisma.contactRules.findUniqueOrThrow({ ...query, where: { userId } })
    },
  }),
  resetContactRules: t.boolean({
    description: "Goes by the default again; answers whether anything had been chosen.",
    resolve: (_root, _args, ctx) => resetContactRules(ctx),
  }),
}))
