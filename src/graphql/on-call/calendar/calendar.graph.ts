import { builder } from "../../kernel/builder.ts"
import { removeCalendar, setCalendar } from "./set-calendar.ts"

const RotationCalendar = builder.prismaObject("RotationCalendar", {
  description:
    "An external calendar whose events define who is on call. They take precedence over layers; overrides take precedence over them. An event's person is the first attendee who is a member, or else the member whose address or name is in its title.",
  include: { rotation: { select: { projectId: true } } },
  authScopes: ({ rotation: { projectId } }) => ({
    may: { projectId, permission: "on_call:read", noun: "calendar" },
  }),
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    hint: t.exposeString("hint", {
      description: "Its host and the end of its URL. The full URL is a secret.",
    }),
    fetchedAt: t.expose("fetchedAt", {
      type: "DateTime",
      nullable: true,
      description: "When it was last fetched successfully; null if never.",
    }),
    lastError: t.exposeString("lastError", {
      nullable: true,
      description: "Why the last fetch failed; the previous events stay in effect.",
    }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When it was created." }),
  }),
})

builder.prismaObjectField("Rotation", "calendar", (t) =>
  t.relation("calendar", {
    type: RotationCalendar,
    nullable: true,
    description: "The external calendar that also defines who is on call.",
  }),
)

builder.mutationFields((t) => ({
  setRotationCalendar: t.prismaField({
    type: RotationCalendar,
    description:
      "Sets the iCal URL that defines who is on call; replaces any other. It is fetched every 15 minutes. Needs on_call:write.",
    args: {
      rotationId: t.arg.id({ required: true, description: "The rotation." }),
      url: t.arg.string({ required: true, description: "Starts with https:// or webcal://." }),
    },
    resolve: async (query, _root, { rotationId, url }, ctx) => {
      const { id } = await setCalendar(ctx, rotationId, { url })
      return ctx.database.prisma.rotationCalendar.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
  removeRotationCalendar: t.id({
    description:
      "Removes the external calendar and returns the rotation's id. Needs on_call:write.",
    args: { rotationId: t.arg.id({ required: true, description: "The rotation." }) },
    resolve: (_root, { rotationId }, ctx) => removeCalendar(ctx, rotationId),
  }),
}))
