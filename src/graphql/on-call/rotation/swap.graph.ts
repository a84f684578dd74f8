import { builder } from "../../kernel/builder.ts"
import { valuesOf } from "../../kernel/values-of.ts"
import { mayOf } from "../../kernel/row-access.ts"
import { omitNulls } from "../../kernel/input.ts"
import { rereadAs } from "../../kernel/reread.ts"
import { relationPage } from "../../kernel/connection.graph.ts"
import { byTime, keysetOf } from "../../kernel/prisma-keyset.ts"
import { OnCallPerson } from "../schedule/person.graph.ts"
import { proposeSwap } from "./propose-swap.ts"
import { acceptSwap, cancelSwap, declineSwap } from "./settle-swap.ts"

const SwapState = builder.enumType("SwapState", {
  description: "State of a shift swap.",
  values: valuesOf({
    pending: "Waiting for an answer.",
    accepted: "Accepted; an override was created.",
    declined: "Declined by the other person.",
    cancelled: "Withdrawn.",
  }),
})

const person = { select: { id: true, name: true } } as const

const ShiftSwap = builder.prismaObject("ShiftSwap", {
  description: "A person's shifts in a window, offered to another member.",
  include: { rotation: { select: { projectId: true } }, proposer: person, taker: person },
  authScopes: ({ rotation: { projectId } }) => mayOf(projectId, "on_call:read", "shift swap"),
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    rotation: t.relation("rotation", { description: "The rotation." }),
    proposer: t.field({
      type: OnCallPerson,
      description: "The person who offers the shifts.",
      resolve: ({ rotation: { projectId }, proposer }) => ({
        projectId,
        userId: proposer.id,
        name: proposer.name,
      }),
    }),
    taker: t.field({
      type: OnCallPerson,
      description: "The person to whom they are offered.",
      resolve: ({ rotation: { projectId }, taker }) => ({
        projectId,
        userId: taker.id,
        name: taker.name,
      }),
    }),
    startsAt: t.expose("startsAt", { type: "DateTime", description: "When the window starts." }),
    endsAt: t.expose("endsAt", { type: "DateTime", description: "When the window ends." }),
    note: t.exposeString("note", { description: "The proposer's note." }),
    state: t.expose("state", { type: SwapState, description: "Its state." }),
    override: t.relation("override", {
      nullable: true,
      description:
        "The override it created; null if it is not accepted or the override was deleted.",
    }),
    settledAt: t.expose("settledAt", {
      type: "DateTime",
      nullable: true,
      description: "When it was accepted, declined or cancelled.",
    }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When it was proposed." }),
  }),
})

builder.prismaObjectField("Rotation", "swaps", (t) =>
  relationPage(t, "swaps", {
    order: keysetOf("swaps", { createdAt: byTime }, { isDescending: true }),
    description: "Swaps of its shifts, newest first.",
    authScopes: ({ projectId }) => mayOf(projectId, "on_call:read", "rotation"),
    args: { states: t.arg({ type: [SwapState], description: "Only swaps in these states." }) },
    where: ({ states }) => (states ? { state: { in: states } } : {}),
  }),
)

const reread = rereadAs("ShiftSwap")

builder.mutationFields((t) => {
  const id = t.arg.id({ required: true, description: "The shift swap." })
  return {
    proposeSwap: t.prismaField({
      type: ShiftSwap,
      description:
        "Offers your own shifts in a window to another member. Requires a signed-in user.",
      args: {
        rotationId: t.arg.id({ required: true, description: "The rotation." }),
        takerId: t.arg.id({ required: true, description: "The user of another member." }),
        startsAt: t.arg({
          type: "DateTime",
          required: true,
          description: "The start, to the minute.",
        }),
        endsAt: t.arg({
          type: "DateTime",
          required: true,
          description: "The end; you must be on call until then.",
        }),
        note: t.arg.string({ description: "At most 1,000 characters." }),
      },
      resolve: (query, _root, args, ctx) => reread(query, ctx, proposeSwap(ctx, omitNulls(args))),
    }),
    acceptSwap: t.prismaField({
      type: ShiftSwap,
      description:
        "Accepts the shifts, which creates an override. Only for the person to whom they were offered.",
      args: { id },
      resolve: (query, _root, args, ctx) => reread(query, ctx, acceptSwap(ctx, args.id)),
    }),
    declineSwap: t.prismaField({
      type: ShiftSwap,
      description: "Declines the offer. Only for the person to whom it was made.",
      args: { id },
      resolve: (query, _root, args, ctx) => reread(query, ctx, declineSwap(ctx, args.id)),
    }),
    cancelSwap: t.prismaField({
      type: ShiftSwap,
      description: "Withdraws an open offer. Only for its proposer and members with on_call:write.",
      args: { id },
      resolve: (query, _root, args, ctx) => reread(query, ctx, cancelSwap(ctx, args.id)),
    }),
  }
})
