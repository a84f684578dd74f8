import { builder } from "../../kernel/builder.ts"
import { revokeAlertShare, shareAlert } from "./share-alert.ts"
import { shareUrl } from "./share-link.ts"
import { mayOf, mayOfRow } from "../../kernel/row-access.ts"

const AlertShare = builder.prismaObject("AlertShare", {
  description: "A link that shows the timeline of an alert to anyone who has it.",
  include: { alert: { select: { projectId: true } } },
  authScopes: ({ alertId, alert: { projectId } }) =>
    mayOf(projectId, "alerts:write", "alert link", { type: "alert", id: alertId }),
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    url: t.string({
      description: "The link.",
      extensions: { isSecret: true },
      resolve: ({ id }, _args, ctx) => shareUrl(ctx, id),
    }),
    createdBy: t.exposeString("createdBy", {
      description: "Name of the person or key that created it.",
    }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When it was created." }),
    expiresAt: t.expose("expiresAt", {
      type: "DateTime",
      description: "When it stops working.",
    }),
  }),
})

builder.prismaObjectField("Alert", "shares", (t) =>
  t.relation("shares", {
    type: AlertShare,
    description:
      "Its links, newest first; at most 20. Needs alerts:write, because they work for anyone.",
    authScopes: ({ id, projectId }) => mayOfRow("alert", id, projectId, "alerts:write"),
    query: (_args, { clock }) => ({
      where: { expiresAt: { gt: clock.now() } },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      take: 20,
    }),
  }),
)

builder.mutationFields((t) => ({
  shareAlert: t.prismaField({
    type: AlertShare,
    description:
      "Creates a link that shows the timeline of an alert, with names of people, times, reasons and response phases, but without response bodies, to anyone who has it. Needs alerts:write and monitors:read.",
    args: {
      id: t.arg.id({ required: true, description: "The alert." }),
      days: t.arg.int({ required: true, description: "Days until it expires, 1 to 90." }),
    },
    resolve: (_query, _root, args, ctx) => shareAlert(ctx, args),
  }),
  revokeAlertShare: t.id({
    description: "Deletes a link to an alert; returns its id. Needs alerts:write.",
    args: { id: t.arg.id({ required: true, description: "The link." }) },
    resolve: (_root, { id }, ctx) => revokeAlertShare(ctx, id),
  }),
}))
