import { readLast } from "../../../findings/finding.ts"
import { builder } from "../../kernel/builder.ts"

type Export = { exportedAt: Date | null; lastError: string | null; lastFindings: unknown }

const StatusPageExport = builder.objectRef<Export>("StatusPageExport").implement({
  description: "State of a page's static copy.",
  fields: (t) => ({
    exportedAt: t.expose("exportedAt", {
      type: "DateTime",
      nullable: true,
      description: "When it was last written; null before the first time.",
    }),
    ...t.explainedOrNull(
      "lastError",
      "Why the last attempt failed, in English; null if it succeeded.",
      readLast,
      { data: "lastFindings" },
    ),
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
