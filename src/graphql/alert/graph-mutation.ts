import { builder } from "../builder.ts"
import { acknowledgeAlert } from "./acknowledge.ts"
import { changeAlertState, resolveAlert } from "./change-state.ts"

builder.mutationFields((t) => ({
  acknowledgeAlert: t.prismaField({
    type: "Alert",
    description:
      "Takes on an alert; a second time changes nothing. Needs alerts:write, or to have been paged for it.",
    args: { id: t.arg.id({ required: true, description: "The alert." }) },
    resolve: (_query, _root, { id }, ctx) => acknowledgeAlert(ctx, id),
  }),
  resolveAlert: t.prismaField({
    type: "Alert",
    description: "Resolves an alert by hand. Needs alerts:write.",
    args: { id: t.arg.id({ required: true, description: "The alert." }) },
    resolve: (_query, _root, { id }, ctx) => resolveAlert(ctx, id),
  }),
  changeAlertState: t.prismaField({
    type: "Alert",
    description:
      "Chooses any of the project's states; recovery leaves it alone from then on. Needs alerts:write.",
    args: {
      id: t.arg.id({ required: true, description: "The alert." }),
      state: t.arg.string({ required: true, description: "The name of a state." }),
    },
    resolve: (_query, _root, args, ctx) => changeAlertState(ctx, args),
  }),
}))
