import { builder } from "../../kernel/builder.ts"
import { requirePerson } from "../../kernel/require-person.ts"
import { disconnectChatAccount } from "./connect-chat.ts"

const ChatHost = builder.enumType("ChatHost", {
  description: "A chat provider.",
  values: { DISCORD: { value: "discord", description: "Discord." } } as const,
})

const ChatAccount = builder.prismaObject("ChatAccount", {
  description:
    "A chat account connected to the signed-in person; buttons pressed there act as that person.",
  authScopes: ({ userId }, { actor }) => actor.kind === "user" && actor.userId === userId,
  fields: (t) => ({
    host: t.expose("host", { type: ChatHost, description: "The chat provider." }),
    memberId: t.exposeID("memberId", { description: "Their id in the chat." }),
    name: t.exposeString("name", { description: "Their name in the chat when they connected." }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When it was connected." }),
  }),
})

builder.queryField("chatAccounts", (t) =>
  t.prismaField({
    type: [ChatAccount],
    description:
      "The signed-in person's chat accounts, oldest first. Pressing a button in a chat sends a link to connect.",
    resolve: (query, _root, _args, ctx) =>
      ctx.database.prisma.chatAccount.findMany({
        ...query,
        where: { userId: requirePerson(ctx) },
        orderBy: [{ createdAt: "asc" }, { memberId: "asc" }],
      }),
  }),
)

builder.mutationField("disconnectChatAccount", (t) =>
  t.boolean({
    description: "Disconnects a chat account; returns whether it was connected.",
    args: { memberId: t.arg.id({ required: true, description: "The chat account." }) },
    resolve: (_root, { memberId }, ctx) => disconnectChatAccount(ctx, memberId),
  }),
)
