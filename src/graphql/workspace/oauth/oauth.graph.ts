import type { OAuthGrant as Row } from "../../../../prisma/generated/client.ts"
import { builder } from "../../kernel/builder.ts"
import { readProject } from "../project/read-project.ts"
import { ViewerType } from "../user/user.graph.ts"
import { approveRequest } from "./approve-request.ts"
import { answerUrl, readRequest, type OAuthRequest } from "./read-request.ts"
import { revokeGrant } from "./revoke-grant.ts"

const RequestInput = builder.inputType("OAuthRequestInput", {
  description: "The parameters with which a program opened the authorization page.",
  fields: (t) => ({
    clientId: t.string({ required: true, description: "client_id." }),
    redirectUri: t.string({ required: true, description: "redirect_uri." }),
    responseType: t.string({ required: true, description: "response_type; must be code." }),
    codeChallenge: t.string({ required: true, description: "code_challenge of PKCE." }),
    codeChallengeMethod: t.string({
      required: true,
      description: "code_challenge_method; must be S256.",
    }),
    scope: t.string({ description: "scope: mcp:read, mcp:write." }),
    state: t.string({ description: "state, returned as it is." }),
    resource: t.string({ description: "resource; must be the URL of /mcp if sent." }),
  }),
})

const Request = builder.objectRef<OAuthRequest>("OAuthRequest").implement({
  description: "A program's valid request for access over MCP.",
  fields: (t) => ({
    clientName: t.string({
      description: "What the program calls itself.",
      resolve: ({ client }) => client.name,
    }),
    clientHost: t.string({
      nullable: true,
      description: "The host that vouches for the program; null if it registered itself.",
      resolve: ({ client }) => client.host,
    }),
    redirectUri: t.exposeString("redirectUri", { description: "Where the answer is sent." }),
    wantsWrite: t.exposeBoolean("wantsWrite", {
      description: "Whether it asks to make changes.",
    }),
    denyUrl: t.string({
      description: "Where the browser goes if access is denied.",
      resolve: (request, _args, ctx) => answerUrl(ctx, request, { error: "access_denied" }),
    }),
  }),
})

const Grant = builder.objectRef<Row>("OAuthGrant").implement({
  description: "What a person allowed a program to do in one project.",
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    clientId: t.exposeString("clientId", {
      description: "The URL of the program's metadata document, or the id of its registration.",
    }),
    clientName: t.exposeString("clientName", { description: "What the program calls itself." }),
    mayWrite: t.exposeBoolean("mayWrite", { description: "Whether it may make changes." }),
    project: t.prismaField({
      type: "Project",
      nullable: true,
      description: "The project.",
      resolve: (query, { projectId }, _args, { database }) =>
        readProject(database, projectId, query),
    }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When it was granted." }),
    lastUsedAt: t.expose("lastUsedAt", {
      type: "DateTime",
      nullable: true,
      description: "When it was last used, to the minute; null for never.",
    }),
    revokedAt: t.expose("revokedAt", {
      type: "DateTime",
      nullable: true,
      description: "When it was revoked; null if it was not.",
    }),
  }),
})

builder.objectField(ViewerType, "oauthGrants", (t) =>
  t.field({
    type: [Grant],
    description: "Programs that act for a person over MCP, newest first, at most 50.",
    resolve: ({ userId }, _args, { database }) =>
      userId === null
        ? []
        : database.prisma.oAuthGrant.findMany({
            where: { userId, revokedAt: null },
            orderBy: { createdAt: "desc" },
            take: 50,
          }),
  }),
)

builder.queryField("oauthRequest", (t) =>
  t.field({
    type: Request,
    description: "Checks a program's request for access. Needs a signed-in person.",
    args: {
      request: t.arg({ type: RequestInput, required: true, description: "Its parameters." }),
    },
    resolve: (_root, { request }, ctx) => readRequest(ctx, request),
  }),
)

builder.mutationFields((t) => ({
  approveOAuthRequest: t.string({
    description:
      "Grants a program access to one project, and returns the URL to open next. Needs a signed-in member; write access needs the permissions of its tools.",
    args: {
      request: t.arg({ type: RequestInput, required: true, description: "Its parameters." }),
      projectId: t.arg.id({ required: true, description: "The project." }),
      mayWrite: t.arg.boolean({ required: true, description: "Whether it may make changes." }),
    },
    resolve: (_root, args, ctx) => approveRequest(ctx, args),
  }),
  revokeOAuthGrant: t.field({
    type: Grant,
    description: "Revokes one's own grant immediately and permanently.",
    args: { id: t.arg.id({ required: true, description: "The grant." }) },
    resolve: (_root, args, ctx) => revokeGrant(ctx, args.id),
  }),
}))
