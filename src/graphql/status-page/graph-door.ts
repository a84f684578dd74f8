import { builder } from "../builder.ts"
import { setDoor } from "./set-door.ts"

const StatusPageDoorKind = builder.enumType("StatusPageDoorKind", {
  description: "How visitors come in to a page that is not public.",
  values: {
    PASSWORD: { value: "password", description: "Whoever knows the password." },
    EMAIL: {
      value: "email",
      description: "Whoever can read mail at an address of certain domains, by a link.",
    },
  } as const,
})

const StatusPageDoor = builder.prismaObject("StatusPageDoor", {
  description: "The way in to a page that is not public.",
  include: { page: { select: { projectId: true } } },
  authScopes: ({ page: { projectId } }) => ({
    may: { projectId, permission: "status_pages:read", noun: "status page" },
  }),
  fields: (t) => ({
    kind: t.expose("kind", { type: StatusPageDoorKind, description: "What opens it." }),
    emailDomains: t.exposeStringList("emailDomains", {
      description: "Whose addresses are let in; empty for other kinds.",
    }),
  }),
})

builder.prismaObjectField("StatusPage", "door", (t) =>
  t.relation("door", {
    type: StatusPageDoor,
    nullable: true,
    description:
      "How visitors come in while the page is not public; null where only members of the project do.",
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
      emailDomains: t.arg.stringList({
        description: "1 to 50 domains such as example.com, without those below them; for EMAIL.",
      }),
    },
    resolve: async (query, _root, { kind, ...args }, ctx) => {
      const { id } = await setDoor(ctx, { ...args, kind: kind ?? null })
      return ctx.database.prisma.statusPage.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
)
