import { builder } from "../../kernel/builder.ts"

type Export = { exportedAt: Date | null; lastError: string | null }

const StatusPageExport = builder.objectRef<Export>("StatusPageExport").implement({
  description: "State of a page's static copy.",
  fields: (t) => ({
    exportedAt: t.expose("exportedAt", {
      type: "DateTime",
      nullable: true,
      description: "When it was last written; null before the first time.",
    }),
    lastError: t.exposeString("lastError", {
      nullable: true,
      description: "Error of the last attempt; null if it succeeded.",
    }),
  }),
})

builder.prismaObjectField("StatusPage", "export", (t) =>
  t.field({
    type: StatusPageExport,
    nullable: true,
    description: "Its static copy in a folder or bucket; null if none is configured.",
    resolve: ({ slug }, _args, { database }) =>
      database.prisma.statusPageExport.findUnique({ where: { slug } }),
  }),
)
