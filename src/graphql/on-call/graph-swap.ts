import { builder } from "../builder.ts"
import type { Context } from "../context.ts"
import { checkedPage, requireCursors } from "../cursor.ts"
import { OnCallPerson } from "./graph-person.ts"
import { proposeSwap } from "./propose-swap.ts"
import { acceptSwap, cancelSwap, declineSwap } from "./settle-swap.ts"

const SwapState = builder.enumType("SwapState", {
  description: "Where an offer of shifts stands.",
  values: {
    PENDING: { value: "pending", description: "It waits for an answer." },
    ACCEPTED: { value: "accepted", description: "It became an override." },
    DECLINED: { value: "declined", description: "The other person said no." },
    CANCELLED: { value: "cancelled", description: "It was taken back." },
  } as const,
})

const person = { select: { id: true, name: true } } as const

const ShiftSwap = builder.prismaObject("ShiftSwap", {
  description: "Somebody's shifts in a window, offered to one other person.",
  include: { rotation: { select: { projectId: true } }, proposer: person, taker: person },
  authScopes: ({ rotation: { projectId } }) => ({
    may: { projectId, permission: "on_call:read", noun: "shift swap" },
  }),
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    rotation: t.relation("rotation", { description: "The rotation." }),
    proposer: t.field({
      type: OnCallPerson,
      description: "Whose shifts they are.",
      resolve: ({ rotation: { projectId }, proposer }) => ({
        projectId,
        userId: proposer.id,
        name: proposer.name,
      }),
    }),
    taker: t.field({
      type: OnCallPerson,
      description: "Who is to take them.",
      resolve: ({ rotation: { projectId }, taker }) => ({
        projectId,
        userId: taker.id,
        name: taker.name,
      }),
    }),
    startsAt: t.expose("startsAt", { type: "DateTime", description: "When the window begins." }),
    endsAt: t.expose("endsAt", { type: "DateTime", description: "When the window ends." }),
    note: t.exposeString("note", { description: "What the proposer says to it." }),
    state: t.expose("state", { type: SwapState, description: "Where it stands." }),
    override: t.relation("override", {
      nullable: true,
      description: "What it became; null while it is not accepted, or once that was deleted.",
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
  t.relatedConnection("swaps", {
    cursor: "id",
    description: "Offers of its shifts, newest first.",
    authScopes: async ({ id, projectId }, page, { database }) => {
      await requireCursors(page, (row) =>
        database.prisma.shiftSwap.count({ where: { id: row, rotationId: id } }),
      )
      return { may: { projectId, permission: "on_call:read", noun: "rotation" } }
    },
    args: { states: t.arg({ type: [SwapState], description: "Only those in these states." }) },
    query: (args) =>
      checkedPage(args, {
        where: args.states ? { state: { in: args.states } } : {},
        orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      }),
  }),
)

/** Fields that select relations trust that the query was asked, so a verb's bare row is not enough. */
const read = (query: object, { database }: Context, { id }: { id: string }) =>
  database.prisma.shiftSwap.findUniqueOrThrow({ ...query, where: { id } })

builder.mutationFields((t) => {
  const id = t.arg.id({ required: true, description: "The shift swap." })
  return {
    proposeSwap: t.prismaField({
      type: ShiftSwap,
      description: "Offers the own shifts in a window to somebody else. For signed-in people.",
      args: {
        rotationId: t.arg.id({ required: true, description: "The rotation." }),
        takerId: t.arg.id({ required: true, description: "The user of another member." }),
        startsAt: t.arg({ type: "DateTime", required: true, description: "To the minute." }),
        endsAt: t.arg({
          type: "DateTime",
          required: true,
          description: "The own shifts must last until then.",
        }),
        note: t.arg.string({ description: "At most 1,000 characters." }),
      },
      resolve: async (query, _root, { note, ...args }, ctx) =>
        read(query, ctx, await proposeSwap(ctx, { ...args, note: note ?? undefined })),
    }),
    acceptSwap: t.prismaField({
      type: ShiftSwap,
      description: "Takes the shifts over, by an override. For whom they were offered to.",
      args: { id },
      resolve: async (query, _root, args, ctx) => read(query, ctx, await acceptSwap(ctx, args.id)),
    }),
    declineSwap: t.prismaField({
      type: ShiftSwap,
      description: "Says no. For whom the shifts were offered to.",
      args: { id },
      resolve: async (query, _root, args, ctx) => read(query, ctx, await declineSwap(ctx, args.id)),
    }),
    cancelSwap: t.prismaField({
      type: ShiftSwap,
      description: "Takes an open offer back. For its proposer, and who has on_call:write.",
      args: { id },
      resolve: async (query, _root, args, ctx) => read(query, ctx, await cancelSwap(ctx, args.id)),
    }),
  }
})
