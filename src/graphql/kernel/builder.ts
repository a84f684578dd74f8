import SchemaBuilder from "@pothos/core"
import PrismaPlugin from "@pothos/plugin-prisma"
import RelayPlugin from "@pothos/plugin-relay"
import ScopeAuthPlugin from "@pothos/plugin-scope-auth"
import { getDatamodel, type default as PrismaTypes } from "../../../prisma/generated/pothos.ts"
import "./checked-rows.graph.ts"
import "./loaded-columns.graph.ts"
import type { Permission } from "./access.ts"
import type { Context } from "./context.ts"
import type { About } from "./monitor-scope.ts"

export type Scopes = {
  /** `about` as in `access.require`. */
  may: { projectId: string; permission: Permission; noun: string; about?: About | undefined }
}

type Types = {
  Context: Context
  PrismaTypes: PrismaTypes
  AuthScopes: Scopes
  DefaultFieldNullability: false
  DefaultInputFieldRequiredness: false
  Scalars: {
    ID: { Input: string; Output: string }
    DateTime: { Input: Date; Output: Date | string }
    JSON: { Input: unknown; Output: unknown }
    MonitorConfigDocument: { Input: unknown; Output: unknown }
  }
}

/** Each wraps the resolvers of those after it, so that checked-rows may skip scope-auth, and loaded-columns Prisma. */
export const builder = new SchemaBuilder<Types>({
  plugins: ["checkedRows", ScopeAuthPlugin, RelayPlugin, "loadedColumns", PrismaPlugin],
  defaultFieldNullability: false,
  scopeAuth: {
    authorizeOnSubscribe: true,
    // Guards an object a second time, no matter which field returned it.
    authScopes: ({ access }) => ({
      may: ({ projectId, permission, noun, about }) =>
        access.check(projectId, permission, noun, about),
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
    pageInfoTypeOptions: { description: "The position of a page in its list." },
    hasNextPageFieldOptions: { description: "Whether entries follow this page." },
    hasPreviousPageFieldOptions: { description: "Whether entries precede this page." },
    startCursorFieldOptions: {
      description: "The cursor of the first edge; null on an empty page.",
    },
    endCursorFieldOptions: { description: "The cursor of the last edge; null on an empty page." },
    firstArgOptions: {
      description: "Number of entries from the start; at most 100, 25 by default.",
    },
    lastArgOptions: { description: "Number of entries from the end; at most 100." },
    afterArgOptions: { description: "Only entries after this cursor." },
    beforeArgOptions: { description: "Only entries before this cursor." },
    defaultConnectionTypeOptions: { description: "One page of a list." },
    defaultEdgeTypeOptions: { description: "One entry of a page, with its cursor." },
    edgesFieldOptions: { description: "The entries of this page, in order." },
    pageInfoFieldOptions: { description: "The position of this page in its list." },
    nodeFieldOptions: { description: "The entry." },
    cursorFieldOptions: { description: "Opaque cursor of this entry." },
  },
})

/** What its plugins make of the types. */
export type BuilderTypes =
  typeof builder extends PothosSchemaTypes.SchemaBuilder<infer Known> ? Known : never
