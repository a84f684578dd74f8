import { builder } from "../builder.ts"

type Export = { exportedAt: Date | null; lastError: string | null }

const StatusPageExport = builder.objectRef<Export>("StatusPageExport").implement({
  description: "How the copy of a page stands that needs no server.",
  fields: (t) => ({
    exportedAt: t.expose("exportedAt", {
      type: "DateTime",
      nullable: true,
      description: "When it was last written; null before the first time.",
    }),
    lastError: t.exposeString("lastError", {
      nullable: true,
      description: "Why the last try failed; null where it did not.",
    }),
  }),
})

builder.prismaObjectField("StatusPage", "export", (t) =>
  t.field({
    type: StatusPageExport,
    nullable: true,
    description: "Its copy in a folder or bucket; null where the installation keeps none.",
    resolve: ({ slug }, _args, { database }) =>
      database.prisma.statusPageExport.findUnique({ where: { slug } }),
  }),
)
