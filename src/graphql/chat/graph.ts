import { builder } from "../builder.ts"
import { requirePerson } from "../contact/save.ts"
import { disconnectChatAccount } from "./connect.ts"

const ChatHost = builder.enumType("ChatHost", {
  description: "Where people chat.",
  values: { DISCORD: { value: "discord", description: "Discord." } } as const,
})

const ChatAccount = builder.prismaObject("ChatAccount", {
  description:
    "Somebody in a chat who is the signed-in person: what they press there is done as that person.",
  authScopes: ({ userId }, { actor }) => actor.kind === "user" && actor.userId === userId,
  fields: (t) => ({
    host: t.expose("host", { type: ChatHost, description: "Where." }),
    memberId: t.exposeID("memberId", { description: "What the chat knows them by." }),
    name: t.exposeString("name", { description: "What the chat called them." }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When it was connected." }),
  }),
})

builder.queryField("chatAccounts", (t) =>
  t.prismaField({
    type: [ChatAccount],
    description:
      "Who the signed-in person is in chats, oldest first. Pressing a button there brings the link that connects.",
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
    description: "What is pressed there is no longer done as oneself; answers whether it was.",
    args: { memberId: t.arg.id({ required: true, description: "The chat account." }) },
    resolve: (_root, { memberId }, ctx) => disconnectChatAccount(ctx, memberId),
  }),
)
