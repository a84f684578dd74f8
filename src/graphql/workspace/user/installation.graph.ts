import { builder } from "../../kernel/builder.ts"
import type { Context } from "../../kernel/context.ts"
import { hasSso } from "../../../platform/env.ts"
import { pushNeedsTls, vapidOf } from "../../../channels/web-push/vapid.ts"

const hasAccounts = async ({ prisma }: Context["database"]): Promise<boolean> =>
  (await prisma.user.findFirst({ select: { id: true } })) !== null

export const Installation = builder.objectRef<object>("Installation").implement({
  description: "Public settings of this installation, for the sign-in page.",
  fields: (t) => ({
    hasAccounts: t.boolean({
      description: "False until the first account exists, which needs no invitation.",
      resolve: (_root, _args, { database }) => hasAccounts(database),
    }),
    isSignUpOpen: t.boolean({
      description: "Whether an account can be created without an invitation.",
      resolve: async (_root, _args, { database, env: { SIGN_UP } }) =>
        SIGN_UP === "open" || (SIGN_UP === "first" && !(await hasAccounts(database))),
    }),
    singleSignOn: t.string({
      nullable: true,
      description: "Name of the identity provider that people sign in with; null without one.",
      resolve: (_root, _args, { env }) => (hasSso(env) ? env.SSO_NAME : null),
    }),
    webPushKey: t.string({
      nullable: true,
      description:
        "The applicationServerKey for browser push subscriptions; null if push is unavailable.",
      resolve: (_root, _args, { env, vault }) =>
        pushNeedsTls(env) === null ? vapidOf({ env, vault }).publicKey : null,
    }),
  }),
})

builder.queryField("installation", (t) =>
  t.field({
    type: Installation,
    description: "This installation. Needs no sign-in.",
    resolve: () => ({}),
  }),
)
