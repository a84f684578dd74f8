import { builder } from "../../kernel/builder.ts"
import { valuesOf } from "../../kernel/values-of.ts"
import { mayOf } from "../../kernel/row-access.ts"
import { rereadAs } from "../../kernel/reread.ts"
import { setPageAccess } from "./set-page-access.ts"

const StatusPageAccessKind = builder.enumType("StatusPageAccessKind", {
  description: "How visitors get access to a private page.",
  values: valuesOf({
    password: "Anyone who knows the password.",
    email: "Anyone with an email address at one of the listed domains, through a mailed link.",
  }),
})

const StatusPageAccess = builder.prismaObject("StatusPageAccess", {
  description: "Access rule of a private page.",
  include: { page: { select: { projectId: true } } },
  authScopes: ({ page: { projectId } }) => mayOf(projectId, "status_pages:read", "status page"),
  fields: (t) => ({
    kind: t.expose("kind", { type: StatusPageAccessKind, description: "How access is granted." }),
    emailDomains: t.exposeStringList("emailDomains", {
      description: "Email domains that have access; empty for other kinds.",
    }),
  }),
})

builder.prismaObjectField("StatusPage", "access", (t) =>
  t.relation("access", {
    type: StatusPageAccess,
    nullable: true,
    description:
      "How visitors get access while the page is private; null if only members of the project have it.",
  }),
)

const reread = rereadAs("StatusPage")

builder.mutationField("setStatusPageAccess", (t) =>
  t.prismaField({
    type: "StatusPage",
    description:
      "Makes a page private and sets how visitors get access. Visitors who had access before must request it again. Needs status_pages:write.",
    args: {
      id: t.arg.id({ required: true, description: "The status page." }),
      kind: t.arg({
        type: StatusPageAccessKind,
        description: "Null or absent: only members of the project have access.",
      }),
      password: t.arg.string({ description: "8 to 200 characters; for PASSWORD." }),
      emailDomains: t.arg.stringList({
        description: "1 to 50 domains such as example.com; subdomains are not included. For EMAIL.",
      }),
    },
    resolve: (query, _root, { kind, ...args }, ctx) =>
      reread(query, ctx, setPageAccess(ctx, { ...args, kind: kind ?? null })),
  }),
)
