import { builder } from "../../kernel/builder.ts"
import { mayOf } from "../../kernel/row-access.ts"
import { rereadAs } from "../../kernel/reread.ts"
import { addDomain } from "./add-domain.ts"
import { checkHost, checkSlug } from "./check-page-address.ts"
import { recordNameOf } from "./page-host.ts"
import { removeDomain } from "./remove-domain.ts"
import { verifyDomain } from "./verify-domain.ts"

builder.prismaObject("StatusPageDomain", {
  description: "A custom domain of a status page, active once it is verified.",
  include: { page: { select: { projectId: true } } },
  authScopes: ({ page: { projectId } }) =>
    mayOf(projectId, "status_pages:read", "status page domain"),
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    host: t.exposeString("host", { description: "Such as status.example.com." }),
    recordName: t.string({
      description: "Name of the TXT record that verifies it.",
      resolve: ({ host }) => recordNameOf(host),
    }),
    recordValue: t.exposeString("token", { description: "Value of the TXT record." }),
    isVerified: t.boolean({
      description: "True once the record was found and the domain serves the page.",
      resolve: ({ verifiedHost }) => verifiedHost !== null,
    }),
  }),
})

builder.prismaObjectField("StatusPage", "domains", (t) =>
  t.relation("domains", {
    description: "Custom domains, at most 10, in order of creation.",
    query: { orderBy: [{ createdAt: "asc" }, { id: "asc" }] },
  }),
)

builder.prismaObjectField("StatusPage", "domainIssue", (t) =>
  t.string({
    nullable: true,
    description:
      "Why the page cannot be served at a domain: it is no domain name, or it is taken. Null if it can be. Needs status_pages:write.",
    args: { host: t.arg.string({ required: true, description: "Such as status.example.com." }) },
    resolve: ({ id }, { host }, ctx) => checkHost(ctx, id, host),
  }),
)

builder.prismaObjectField("Project", "slugIssue", (t) =>
  t.string({
    nullable: true,
    description:
      "Why a new status page cannot have a slug: its form, or that it is taken. Null if it can have it. Needs status_pages:write.",
    args: { slug: t.arg.string({ required: true, description: "The slug wanted." }) },
    resolve: ({ id }, { slug }, ctx) => checkSlug(ctx, id, slug),
  }),
)

const reread = rereadAs("StatusPageDomain")

builder.mutationFields((t) => ({
  addStatusPageDomain: t.prismaField({
    type: "StatusPageDomain",
    description:
      "Adds a custom domain to a page. Create the returned DNS record, then verify the domain. Needs status_pages:write.",
    args: {
      statusPageId: t.arg.id({ required: true, description: "The status page." }),
      host: t.arg.string({ required: true, description: "Such as status.example.com." }),
    },
    resolve: (query, _root, args, ctx) => reread(query, ctx, addDomain(ctx, args)),
  }),
  verifyStatusPageDomain: t.prismaField({
    type: "StatusPageDomain",
    description:
      "Checks the DNS record of a domain and activates the domain. Needs status_pages:write.",
    args: { id: t.arg.id({ required: true, description: "The domain." }) },
    resolve: (query, _root, args, ctx) => reread(query, ctx, verifyDomain(ctx, args.id)),
  }),
  removeStatusPageDomain: t.id({
    description: "Removes a domain from its page and returns its id. Needs status_pages:write.",
    args: { id: t.arg.id({ required: true, description: "The domain." }) },
    resolve: (_root, { id }, ctx) => removeDomain(ctx, id),
  }),
}))
