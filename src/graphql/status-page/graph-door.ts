import { builder } from "../builder.ts"
import { setDoor } from "./set-door.ts"

const StatusPageDoorKind = builder.enumType("StatusPageDoorKind", {
  description: "How visitors come in to a page that is not public.",
  values: {
    PASSWORD: { value: "password", description: "Whoever knows the password." },
  } as const,
})

builder.prismaObjectField("StatusPage", "doorKind", (t) =>
  t.field({
    type: StatusPageDoorKind,
    nullable: true,
    description:
      "How visitors come in while the page is not public; null where only members of the project do.",
    select: { door: { select: { kind: true } } },
    resolve: ({ door }) => (door?.kind === "password" ? door.kind : null),
  }),
)

builder.mutationField("setStatusPageDoor", (t) =>
  t.prismaField({
    type: "StatusPage",
    description:
      "Takes a page from the public and says how visitors come in. Whoever came in before has to come in again. Needs status_pages:write.",
    args: {
      id: t.arg.id({ required: true, description: "The status page." }),
      kind: t.arg({
        type: StatusPageDoorKind,
        description: "Null or absent: only members of the project come in.",
      }),
      password: t.arg.string({ description: "8 to 200 characters; for PASSWORD." }),
    },
    resolve: async (query, _root, { id, kind, password }, ctx) => {
      await setDoor(ctx, { id, kind: kind ?? null, password })
      return ctx.database.prisma.statusPage.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
)
