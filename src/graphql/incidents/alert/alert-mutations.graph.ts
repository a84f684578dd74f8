import { builder } from "../../kernel/builder.ts"
import { acknowledgeAlert } from "./acknowledge-alert.ts"
import { changeAlertState, resolveAlert } from "./change-state.ts"
import { escalateAlert } from "./escalate-alert.ts"
import { unacknowledgeAlert } from "./unacknowledge-alert.ts"

builder.mutationFields((t) => ({
  acknowledgeAlert: t.prismaField({
    type: "Alert",
    description:
      "Acknowledges an alert, and its incident if all its open alerts are acknowledged; has no effect on an acknowledged one. Needs alerts:write, or to have been paged for it.",
    args: { id: t.arg.id({ required: true, description: "The alert." }) },
    resolve: (_query, _root, { id }, ctx) => acknowledgeAlert(ctx, id),
  }),
  unacknowledgeAlert: t.prismaField({
    type: "Alert",
    description:
      "Withdraws the acknowledgement of an open alert, of the alerts acknowledged with it, and of their incidents. They are triggered again, and paging continues with the next step of the on-call policy after what was left of its delay; nobody is paged twice by the same step. Has no effect on an alert that is not acknowledged. Needs alerts:write, or to have been paged for it.",
    args: { id: t.arg.id({ required: true, description: "The alert." }) },
    resolve: (_query, _root, { id }, ctx) => unacknowledgeAlert(ctx, id),
  }),
  resolveAlert: t.prismaField({
    type: "Alert",
    description:
      "Resolves an alert manually. Nobody is paged for that outage again unless the monitor is still down an hour later; then the outage is declared again. Needs alerts:write.",
    args: { id: t.arg.id({ required: true, description: "The alert." }) },
    resolve: (_query, _root, { id }, ctx) => resolveAlert(ctx, id),
  }),
  escalateAlert: t.prismaField({
    type: "Alert",
    description:
      "Runs the next step of an alert's on-call policy now, without waiting for its delay. Needs alerts:write.",
    args: { id: t.arg.id({ required: true, description: "The alert." }) },
    resolve: (_query, _root, { id }, ctx) => escalateAlert(ctx, id),
  }),
  changeAlertState: t.prismaField({
    type: "Alert",
    description:
      "Sets any of the project's states; recovery no longer changes it. Setting acknowledged or resolved does the same as acknowledgeAlert or resolveAlert, and setting triggered on an acknowledged alert the same as unacknowledgeAlert. Needs alerts:write.",
    args: {
      id: t.arg.id({ required: true, description: "The alert." }),
      state: t.arg.string({ required: true, description: "The name of a state." }),
    },
    resolve: (_query, _root, args, ctx) => changeAlertState(ctx, args),
  }),
}))
