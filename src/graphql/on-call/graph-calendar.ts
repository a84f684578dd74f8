import { builder } from "../builder.ts"
import { removeCalendar, setCalendar } from "./set-calendar.ts"

const RotationCalendar = builder.prismaObject("RotationCalendar", {
  description:
    "A calendar of elsewhere whose events say who is on call: on top of the layers, under overrides. An event means the first attendee who is a member, else the member whose address or name stands in its title.",
  include: { rotation: { select: { projectId: true } } },
  authScopes: ({ rotation: { projectId } }) => ({
    may: { projectId, permission: "on_call:read", noun: "calendar" },
  }),
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    hint: t.exposeString("hint", {
      description: "Its host and the end of its address, which itself is a secret.",
    }),
    fetchedAt: t.expose("fetchedAt", {
      type: "DateTime",
      nullable: true,
      description: "When its host last answered well; null for never.",
    }),
    lastError: t.exposeString("lastError", {
      nullable: true,
      description: "Why it could not be read just now; what it said before still counts.",
    }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When it was set." }),
  }),
})

builder.prismaObjectField("Rotation", "calendar", (t) =>
  t.relation("calendar", {
    type: RotationCalendar,
    nullable: true,
    description: "The calendar of elsewhere that also says who is on call.",
  }),
)

builder.mutationFields((t) => ({
  setRotationCalendar: t.prismaField({
    type: RotationCalendar,
    description:
      "Lets an iCal address say who is on call, in the place of any other; it is fetched every quarter of an hour. Needs on_call:write.",
    args: {
      rotationId: t.arg.id({ required: true, description: "The rotation." }),
      url: t.arg.string({ required: true, description: "Begins with https:// or webcal://." }),
    },
    resolve: async (query, _root, { rotationId, url }, ctx) => {
      const { id } = await setCalendar(ctx, rotationId, { url })
      return ctx.database.prisma.rotationCalendar.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
  removeRotationCalendar: t.id({
    description: "Leaves the rotation to its layers again; answers its id. Needs on_call:write.",
    args: { rotationId: t.arg.id({ required: true, description: "The rotation." }) },
    resolve: (_root, { rotationId }, ctx) => removeCalendar(ctx, rotationId),
  }),
}))
