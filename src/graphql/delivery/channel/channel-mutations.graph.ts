import { builder } from "../../kernel/builder.ts"
import { createChannel } from "./create-channel.ts"
import { deleteChannel } from "./delete-channel.ts"
import { ChannelKind } from "./channel-kind.graph.ts"
import { resendCode } from "./resend-code.ts"
import { testChannel } from "./test-channel.ts"
import { updateChannel } from "./update-channel.ts"
import { verifyChannel } from "./verify-channel.ts"

const permission =
  "A personal channel is its owner's only; a team channel needs on_call:write and alerts:read, because alerts are sent to it."
const settings =
  "Depends on the kind, such as {address} for e-mail or {number} for SMS; see channelKinds for JSON Schemas."
const channel = "The channel."

builder.mutationFields((t) => ({
  createChannel: t.prismaField({
    type: "Channel",
    description: `Adds a personal or team channel and sends it a verification code. ${permission}`,
    args: {
      projectId: t.arg.id({
        description: "The project of a team channel; a personal channel if absent.",
      }),
      kind: t.arg({ type: ChannelKind, required: true, description: "How it reaches its owner." }),
      name: t.arg.string({ required: true, description: "1 to 200 characters." }),
      settings: t.arg({ type: "JSON", required: true, description: settings }),
    },
    resolve: (_query, _root, { settings, ...args }, ctx) =>
      createChannel(ctx, { ...args, settings }),
  }),
  updateChannel: t.prismaField({
    type: "Channel",
    description: `Changes the given fields. A new address must be verified again. ${permission}`,
    args: {
      id: t.arg.id({ required: true, description: channel }),
      name: t.arg.string({ description: "1 to 200 characters." }),
      enabled: t.arg.boolean({ description: "Whether anything is sent to it." }),
      settings: t.arg({ type: "JSON", description: settings }),
    },
    resolve: (_query, _root, { id, ...given }, ctx) => updateChannel(ctx, id, given),
  }),
  verifyChannel: t.prismaField({
    type: "Channel",
    description: `Verifies a channel with the code that was sent, which allows five attempts. ${permission}`,
    args: {
      id: t.arg.id({ required: true, description: channel }),
      code: t.arg.string({ required: true, description: "The six digits." }),
    },
    resolve: (_query, _root, { id, code }, ctx) => verifyChannel(ctx, id, code),
  }),
  resendChannelCode: t.prismaField({
    type: "Channel",
    description: `Sends a new code, at most once a minute; the previous one becomes invalid. ${permission}`,
    args: { id: t.arg.id({ required: true, description: channel }) },
    resolve: (_query, _root, { id }, ctx) => resendCode(ctx, id),
  }),
  testChannel: t.prismaField({
    type: "Delivery",
    description: `Sends a test message, also to an unverified channel, and returns its delivery. ${permission}`,
    args: { id: t.arg.id({ required: true, description: channel }) },
    resolve: (_query, _root, { id }, ctx) => testChannel(ctx, id),
  }),
  deleteChannel: t.id({
    description: `Deletes a channel and cancels its queued deliveries; returns its id. ${permission}`,
    args: { id: t.arg.id({ required: true, description: channel }) },
    resolve: (_root, { id }, ctx) => deleteChannel(ctx, id),
  }),
}))
