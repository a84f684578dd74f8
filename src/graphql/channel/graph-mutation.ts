import { builder } from "../builder.ts"
import { createChannel } from "./create.ts"
import { deleteChannel } from "./delete.ts"
import { ChannelKind } from "./graph-kind.ts"
import { resendCode } from "./resend-code.ts"
import { testChannel } from "./test.ts"
import { updateChannel } from "./update.ts"
import { verifyChannel } from "./verify.ts"

const permission = "Another person's cannot be touched; a project's needs on_call:write."
const settings =
  "What its kind takes, such as {address} for e-mail or {number} for SMS; channelKinds tells it as JSON Schema."
const channel = "The channel."

builder.mutationFields((t) => ({
  createChannel: t.prismaField({
    type: "Channel",
    description: `Adds a way to reach the signed-in person, or a project's room, and sends it a code. ${permission}`,
    args: {
      projectId: t.arg.id({ description: "Whose room it is; the own channel where absent." }),
      kind: t.arg({ type: ChannelKind, required: true, description: "How it reaches its owner." }),
      name: t.arg.string({ required: true, description: "1 to 200 characters." }),
      settings: t.arg({ type: "JSON", required: true, description: settings }),
    },
    resolve: (_query, _root, { settings, ...args }, ctx) =>
      createChannel(ctx, { ...args, settings: settings as never }),
  }),
  updateChannel: t.prismaField({
    type: "Channel",
    description: `Changes what is given. Another address has to be verified anew. ${permission}`,
    args: {
      id: t.arg.id({ required: true, description: channel }),
      name: t.arg.string({ description: "1 to 200 characters." }),
      enabled: t.arg.boolean({ description: "Whether anything is sent to it." }),
      settings: t.arg({ type: "JSON", description: settings }),
    },
    resolve: (_query, _root, { id, ...given }, ctx) => updateChannel(ctx, id, given as never),
  }),
  verifyChannel: t.prismaField({
    type: "Channel",
    description: `Enters the code that was sent; from then on the channel counts. Five tries a code. ${permission}`,
    args: {
      id: t.arg.id({ required: true, description: channel }),
      code: t.arg.string({ required: true, description: "The six digits." }),
    },
    resolve: (_query, _root, { id, code }, ctx) => verifyChannel(ctx, id, code),
  }),
  resendChannelCode: t.prismaField({
    type: "Channel",
    description: `Sends another code, once a minute at most; the one before opens nothing any more. ${permission}`,
    args: { id: t.arg.id({ required: true, description: channel }) },
    resolve: (_query, _root, { id }, ctx) => resendCode(ctx, id),
  }),
  testChannel: t.prismaField({
    type: "Delivery",
    description: `Sends a test, verified or not; its delivery tells how it goes. ${permission}`,
    args: { id: t.arg.id({ required: true, description: channel }) },
    resolve: (_query, _root, { id }, ctx) => testChannel(ctx, id),
  }),
  deleteChannel: t.id({
    description: `Deletes a channel for good and gives up what it was still owed; answers its id. ${permission}`,
    args: { id: t.arg.id({ required: true, description: channel }) },
    resolve: (_root, { id }, ctx) => deleteChannel(ctx, id),
  }),
}))
