import type { ContactMethod as MethodRow } from "../../../../prisma/generated/client.ts"
import { builder } from "../../kernel/builder.ts"
import { omitNulls } from "../../kernel/input.ts"
import { writeTime } from "../on-call-fields.ts"
import { UrgencyLevel } from "./urgency.graph.ts"
import { requirePerson } from "../../kernel/require-person.ts"
import { resetContactRules, saveContactRules } from "./save-contact.ts"

const ContactMethod = builder.objectRef<MethodRow>("ContactMethod").implement({
  description: "A channel that a person is paged on, and its delay.",
  fields: (t) => ({
    urgency: t.expose("urgency", { type: UrgencyLevel, description: "The urgency it applies to." }),
    channel: t.prismaField({
      type: "Channel",
      description: "The channel; skipped while it is unverified or disabled.",
      resolve: (query, { channelId }, _args, { database }) =>
        database.prisma.channel.findUniqueOrThrow({ ...query, where: { id: channelId } }),
    }),
    delayMinutes: t.exposeInt("delayMinutes", { description: "Delay after the page." }),
  }),
})

const ContactRules = builder.prismaObject("ContactRules", {
  description: "How a person is paged, in all their projects.",
  authScopes: ({ userId }, { actor }) => actor.kind === "user" && actor.userId === userId,
  fields: (t) => ({
    timeZone: t.exposeString("timeZone", {
      description: "An IANA time zone such as Europe/Berlin.",
    }),
    quietFrom: t.string({
      nullable: true,
      description: "Start of the quiet hours, such as 22:00; null for none.",
      resolve: ({ quietFromMinute }) => timeOf(quietFromMinute),
    }),
    quietUntil: t.string({
      nullable: true,
      description: "End of the quiet hours; on the next day if earlier than their start.",
      resolve: ({ quietUntilMinute }) => timeOf(quietUntilMinute),
    }),
    digestAt: t.string({
      nullable: true,
      description: "When the daily digest of low urgency is sent; null to page each at once.",
      resolve: ({ digestMinute }) => timeOf(digestMinute),
    }),
    methods: t.field({
      type: [ContactMethod],
      description: "In order; an urgency without methods uses the default.",
      select: { methods: { orderBy: [{ urgency: "asc" }, { order: "asc" }] } },
      resolve: ({ methods }) => methods,
    }),
    updatedAt: t.expose("updatedAt", { type: "DateTime", description: "When they last changed." }),
  }),
})

const timeOf = (minute: number | null) => (minute === null ? null : writeTime(minute))

const QuietHoursInput = builder.inputType("QuietHoursInput", {
  description: "Local hours in which low urgency waits; high urgency never waits.",
  fields: (t) => ({
    from: t.string({ required: true, description: "Such as 22:00." }),
    until: t.string({ required: true, description: "Such as 07:00." }),
  }),
})

const ContactMethodInput = builder.inputType("ContactMethodInput", {
  description: "One of the signed-in person's channels, and its delay.",
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
      "The signed-in person's contact rules; null if the default applies: silent channels at once, SMS after " +
      "one minute, a call after three; low urgency uses silent channels only.",
    resolve: (query, _root, _args, ctx) =>
      ctx.database.prisma.contactRules.findUnique({
        ...query,
        where: { userId: requirePerson(ctx) },
      }),
  }),
)

const methods = "in order, at most 10; the default applies if there are none."

builder.mutationFields((t) => ({
  saveContactRules: t.prismaField({
    type: ContactRules,
    description: "Replaces the signed-in person's contact rules.",
    args: {
      timeZone: t.arg.string({ required: true, description: "An IANA time zone." }),
      quietHours: t.arg({ type: QuietHoursInput, description: "None if absent." }),
      digestAt: t.arg.string({
        description: "A local time such as 08:00; if absent, low urgency is paged at once.",
      }),
      high: t.arg({ type: [ContactMethodInput], description: `For high urgency, ${methods}` }),
      low: t.arg({ type: [ContactMethodInput], description: `For low urgency, ${methods}` }),
    },
    resolve: async (query, _root, args, ctx) => {
      const { userId } = await saveContactRules(ctx, omitNulls(args))
      return ctx.database.prisma.contactRules.findUniqueOrThrow({ ...query, where: { userId } })
    },
  }),
  resetContactRules: t.boolean({
    description: "Deletes the contact rules; returns whether there were any.",
    resolve: (_root, _args, ctx) => resetContactRules(ctx),
  }),
}))
