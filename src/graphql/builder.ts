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
    DateTime: { Input: Date; Output: Date | string }
    JSON: { Input: unknown; Output: unknown }
    MonitorConfigDocument: { Input: unknown; Output: unknown }
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
  relay: {
    clientMutationId: "omit",
    cursorType: "String",
    pageInfoTypeOptions: { description: "Where a page stands in its list." },
    hasNextPageFieldOptions: { description: "Whether more follows this page." },
    hasPreviousPageFieldOptions: { description: "Whether something comes before this page." },
    startCursorFieldOptions: {
      description: "The cursor of the first edge; null on an empty page.",
    },
    endCursorFieldOptions: { description: "The cursor of the last edge; null on an empty page." },
    firstArgOptions: {
      description: "How many to give from the start, 100 at most; 25 where absent.",
    },
    lastArgOptions: { description: "How many to give from the end, 100 at most." },
    afterArgOptions: { description: "Only what follows this cursor." },
    beforeArgOptions: { description: "Only what comes before this cursor." },
    defaultConnectionTypeOptions: { description: "One page of a list." },
    defaultEdgeTypeOptions: { description: "One entry of a page, with its cursor." },
    edgesFieldOptions: { description: "The entries of this page, in order." },
    pageInfoFieldOptions: { description: "Where this page stands in its list." },
    nodeFieldOptions: { description: "The entry itself." },
    cursorFieldOptions: { description: "Marks this entry's place; opaque." },
  },
})
