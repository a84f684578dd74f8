import SchemaBuilder from "@pothos/core"
import PrismaPlugin from "@pothos/plugin-prisma"
import RelayPlugin from "@pothos/plugin-relay"
import ScopeAuthPlugin from "@pothos/plugin-scope-auth"
import type PrismaTypes from "../../prisma/generated/pothos.ts"
import { getDatamodel } from "../../prisma/generated/pothos.ts"
import type { Permission } from "./access.ts"
import type { Context } from "./context.ts"

type Types = {
  Context: Context
  PrismaTypes: PrismaTypes
  AuthScopes: { may: { projectId: string; permission: Permission; noun: string } }
  DefaultFieldNullability: false
  DefaultInputFieldRequiredness: false
  Scalars: {
    ID: { Input: string; Output: string }
    DateTime: { Input: Date; Output: Date }
    JSON: { Input: unknown; Output: unknown }
  }
}

/** Scope-auth stands first, so that it wraps what the other plugins resolve. */
export const builder = new SchemaBuilder<Types>({
  plugins: [ScopeAuthPlugin, RelayPlugin, PrismaPlugin],
  defaultFieldNullability: false,
  scopeAuth: {
    authorizeOnSubscribe: true,
    // An object's scope is a second lock: it holds whichever path led to the row.
    authScopes: ({ access }) => ({
      may: async ({ projectId, permission, noun }) => {
        await access.require(projectId, permission, noun)
        return true
      },
    }),
  },
  prisma: {
    client: ({ database }) => database.prisma,
    dmmf: getDatamodel(),
    maxConnectionSize: 100,
    defaultConnectionSize: 25,
  },
  relay: { clientMutationId: "omit", cursorType: "String" },
})
