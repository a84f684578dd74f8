import { builder } from "../builder.ts"
import { addDomain } from "./add-domain.ts"
import { recordNameOf } from "./host.ts"
import { removeDomain } from "./remove-domain.ts"
import { verifyDomain } from "./verify-domain.ts"

builder.prismaObject("StatusPageDomain", {
  description: "A name under which a status page is shown too, once it is proved.",
  include: { page: { select: { projectId: true } } },
  authScopes: ({ page: { projectId } }) => ({
    may: { projectId, permission: "status_pages:read", noun: "status page domain" },
  }),
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    host: t.exposeString("host", { description: "Such as status.example.com." }),
    recordName: t.string({
      description: "Where the TXT record has to stand that proves it.",
      resolve: ({ host }) => recordNameOf(host),
    }),
    recordValue: t.exposeString("token", { description: "What the TXT record has to hold." }),
    isVerified: t.boolean({
      description: "True once the record was found; from then on the page is shown there.",
      resolve: ({ verifiedHost }) => verifiedHost !== null,
    }),
  }),
})

builder.prismaObjectField("StatusPage", "domains", (t) =>
  t.relation("domains", {
    description: "Names of its own, 10 at most, in the order of adding.",
    query: { orderBy: [{ createdAt: "asc" }, { id: "asc" }] },
  }),
)

builder.mutationFields((t) => ({
  addStatusPageDomain: t.prismaField({
    type: "StatusPageDomain",
    description:
      "Names a domain for a page; add the record that it answers, then verify it. Needs status_pages:write.",
    args: {
      statusPageId: t.arg.id({ required: true, description: "The status page." }),
      host: t.arg.string({ required: true, description: "Such as status.example.com." }),
    },
    resolve: async (query, _root, args, ctx) => {
      const { id } = await addDomain(ctx, args)
      return ctx.database.prisma.statusPageDomain.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
  verifyStatusPageDomain: t.prismaField({
    type: "StatusPageDomain",
    description:
      "Looks for the record that proves a domain, and shows the page there. Needs status_pages:write.",
    args: { id: t.arg.id({ required: true, description: "The domain." }) },
    resolve: async (query, _root, args, ctx) => {
      const { id } = await verifyDomain(ctx, args.id)
      return ctx.database.prisma.statusPageDomain.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
  removeStatusPageDomain: t.id({
    description: "Takes a domain away from its page; answers its id. Needs status_pages:write.",
    args: { id: t.arg.id({ required: true, description: "The domain." }) },
    resolve: (_root, { id }, ctx) => removeDomain(ctx, id),
  }),
}))
