import { builder } from "../builder.ts"
import { pushNeedsTls, vapidOf } from "../channel/vapid.ts"

const Installation = builder.objectRef<object>("Installation").implement({
  description: "What anybody may know of this installation, so that its door can be shown rightly.",
  fields: (t) => ({
    hasAccounts: t.boolean({
      description: "False until the first account is made, which needs no invitation.",
      resolve: async (_root, _args, { database }) =>
        (await database.prisma.user.findFirst({ select: { id: true } })) !== null,
    }),
    webPushKey: t.string({
      nullable: true,
      description:
        "The applicationServerKey with which browsers subscribe to notifications; null where they could not.",
      resolve: (_root, _args, { env, vault }) =>
        pushNeedsTls(env) === null ? vapidOf({ env, vault }).publicKey : null,
    }),
  }),
})

builder.queryField("installation", (t) =>
  t.field({
    type: Installation,
    description: "This installation; asked without signing in.",
    resolve: () => ({}),
  }),
)
